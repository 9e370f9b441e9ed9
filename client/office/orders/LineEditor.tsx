import { getShopProduct } from '@haat/contract/catalog/products.calls';
import type { OrderItemView } from '@haat/contract/orders/order-lines.calls';
import {
  amountAfter,
  changeProblem,
  isLoose,
  LINE_CHANGES,
  type LineChange,
  type LineChangeKind,
  mostGrams,
  orderedGrams,
} from '@haat/contract/orders/adjustment';
import { formatPaise, formatRupees, toPaise } from '@haat/contract/rupees';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { Row, Stack } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from '../../shared/orders/AdjustOrder.module.css';
import { isByWeight, presentLine, useLineText } from '../../shared/orders/order-lines.ts';
import { FRESH, isOfVariant, ReplacementSearch, type SoldVariant } from './ReplacementSearch.tsx';
import { SumLine } from '../../shared/orders/SumLine.tsx';
import { weightText } from '../../shared/orders/weight-text.ts';

/** The shop's choice for a line so far. Without `atOldPrice`: the default of this order. */
export type Draft =
  | { kind: 'leave_out' }
  | { kind: 'fewer'; quantity: number }
  | { kind: 'weight'; grams?: number | undefined; atOldPrice?: boolean }
  | { kind: 'replace'; quantity: number; variant?: SoldVariant | undefined; atOldPrice?: boolean };

type Props = {
  item: OrderItemView;
  shopId: number;
  isPaid: boolean;
  draft: Draft | undefined;
  onChange: (draft: Draft | undefined) => void;
};

/** A line of the order, and what can be done about it: one tap, and another one to undo it. */
export function LineEditor({ item, shopId, isPaid, draft, onChange }: Props) {
  const t = useText();
  const { lineOf } = useLineText();
  const isSealed = useIsSealed(item, shopId);
  const kinds = LINE_CHANGES.filter((kind) => isPossible(item, kind) && !(kind === 'weight' && isSealed));
  return (
    <Stack as="li" gap={2} className={styles.line}>
      <SumLine text={lineOf(item)} sum={formatRupees(item.amount)} />
      <FilterChips
        label={lineOf(item)}
        chips={kinds.map((kind) => ({ value: kind, label: t(`adjust.kind.${kind}`) }))}
        chosen={draft?.kind}
        onChoose={(kind) => onChange(kind === draft?.kind ? undefined : newDraft(kind, item))}
      />
      {draft?.kind === 'fewer' ? (
        <Row>
          <Stepper
            quantity={draft.quantity}
            name={item.name}
            max={item.quantity - 1}
            onChange={(delta) => onChange({ ...draft, quantity: Math.max(1, draft.quantity + delta) })}
          />
        </Row>
      ) : null}
      {draft?.kind === 'weight' ? <WeightField item={item} draft={draft} onChange={onChange} /> : null}
      {draft?.kind === 'replace' ? <Replacement item={item} shopId={shopId} draft={draft} onChange={onChange} /> : null}
      <OldPrice item={item} isPaid={isPaid} draft={draft} onChange={onChange} />
    </Stack>
  );
}

const isPossible = (item: OrderItemView, kind: LineChangeKind): boolean =>
  (kind !== 'fewer' || item.quantity > 1) && (kind !== 'weight' || isByWeight(item));

/** Whether the line has packs with a manufacturer's barcode, which are not weighed. False until the product is loaded. */
function useIsSealed(item: OrderItemView, shopId: number): boolean {
  const input = { params: { shopId, id: item.product_id } };
  const { data: product } = useCall(getShopProduct, input, { ...FRESH, retry: false, enabled: isByWeight(item) });
  const variant = product?.variants.find((each) => isOfVariant(item, each));
  return variant !== undefined && !isLoose({ unit: item.unit, barcode: variant.barcode });
}

function newDraft(kind: LineChangeKind, { quantity }: OrderItemView): Draft {
  if (kind === 'fewer') return { kind, quantity: quantity - 1 };
  return kind === 'replace' ? { kind, quantity } : { kind };
}

type DraftProps<Kind extends Draft['kind']> = {
  item: OrderItemView;
  draft: Extract<Draft, { kind: Kind }>;
  onChange: (draft: Draft) => void;
};

function WeightField({ item, draft, onChange }: DraftProps<'weight'>) {
  const t = useText();
  const { grams } = draft;
  const problem =
    grams === undefined ? undefined : changeProblem(presentLine(item), { kind: 'weight', grams, atOldPrice: false });
  return (
    <Field
      label={t('adjust.weight')}
      hint={t('adjust.weightOrdered', { weight: weightText(t, orderedGrams(item) ?? 0) })}
      problem={problem === 'too_heavy' ? t('adjust.tooHeavy', { weight: weightText(t, mostGrams(item)) }) : undefined}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={grams === undefined ? '' : String(grams)}
      onChange={({ target }) => {
        const digits = target.value.replaceAll(/\D/g, '');
        onChange({ ...draft, grams: digits === '' || Number(digits) === 0 ? undefined : Number(digits) });
      }}
    />
  );
}

function Replacement({ item, shopId, draft, onChange }: DraftProps<'replace'> & { shopId: number }) {
  const { variant, quantity } = draft;
  return (
    <>
      <ReplacementSearch
        shopId={shopId}
        item={item}
        chosen={variant}
        onChoose={(chosen) => onChange({ ...draft, variant: chosen, quantity: fitting(quantity, chosen) })}
      />
      {variant ? (
        <Row justify="between">
          <Stepper
            quantity={quantity}
            name={item.name}
            max={variant.stock}
            onChange={(delta) => onChange({ ...draft, quantity: Math.max(1, quantity + delta) })}
          />
          <strong>{formatPaise(toPaise(variant.price) * quantity)}</strong>
        </Row>
      ) : null}
    </>
  );
}

const fitting = (quantity: number, variant: SoldVariant | undefined): number =>
  variant ? Math.max(1, Math.min(quantity, variant.stock)) : quantity;

type OldPriceProps = Omit<Props, 'shopId'>;

/** For a change that makes its line dearer: whether the shop asks for the difference, which is cash for a prepaid order. */
function OldPrice({ item, isPaid, draft, onChange }: OldPriceProps) {
  const t = useText();
  const change = dearerChange(draft);
  if (!change || (draft?.kind !== 'weight' && draft?.kind !== 'replace')) return null;
  const morePaise = amountAfter(presentLine(item), change) - toPaise(item.amount);
  if (morePaise <= 0) return null;
  return (
    <>
      <Switch
        label={t('adjust.oldPrice', { amount: formatRupees(item.amount) })}
        checked={draft.atOldPrice ?? isPaid}
        onSwitch={(atOldPrice) => onChange({ ...draft, atOldPrice })}
      />
      <p className={styles.hint}>
        {t(isPaid ? 'adjust.elseCash' : 'adjust.elseMore', { amount: formatPaise(morePaise) })}
      </p>
    </>
  );
}

function dearerChange(draft: Draft | undefined): LineChange | undefined {
  if (draft?.kind === 'weight' && draft.grams !== undefined)
    return { kind: 'weight', grams: draft.grams, atOldPrice: false };
  if (draft?.kind !== 'replace' || !draft.variant) return undefined;
  return {
    kind: 'replace',
    quantity: draft.quantity,
    pricePaise: toPaise(draft.variant.price),
    atOldPrice: false,
  };
}
