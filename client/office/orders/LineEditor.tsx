import type { OrderItemView } from '@haat/contract/orders/order-lines.calls';
import {
  amountAfter,
  changeProblem,
  LINE_CHANGES,
  type LineChange,
  mostGrams,
  orderedGrams,
} from '@haat/contract/orders/adjustment';
import { MAX_QUANTITY } from '@haat/contract/orders/cart';
import { formatPaise, formatRupees, toPaise } from '@haat/contract/rupees';
import { useText } from '../../i18n/use-text.ts';
import { Row, Stack } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from '../../shared/orders/AdjustOrder.module.css';
import { isByWeight, presentLine, useLineText } from '../../shared/orders/order-lines.ts';
import { type SoldVariant, VariantSearch } from './VariantSearch.tsx';
import { SumLine } from '../../shared/orders/SumLine.tsx';
import { weightText } from '../../shared/orders/weight-text.ts';

/** The shop's choice for a line so far. Without `atOldPrice`: the default of this order. */
export type Draft =
  | { kind: 'leave_out' }
  | { kind: 'fewer'; quantity: number }
  | { kind: 'more'; quantity: number }
  | { kind: 'weight'; grams?: number | undefined; atOldPrice?: boolean }
  | { kind: 'replace'; quantity: number; variant?: SoldVariant | undefined; atOldPrice?: boolean };

type Props = {
  item: OrderItemView;
  shopId: number;
  isPaid: boolean;
  /** Whether it replaces another order at no charge: it gets no more then. */
  isFree: boolean;
  isTaken: (variant: SoldVariant) => boolean;
  draft: Draft | undefined;
  onChange: (draft: Draft | undefined) => void;
};

/** A line of the order, and what can be done about it: one tap, and another one to undo it. */
export function LineEditor({ item, shopId, isPaid, isFree, isTaken, draft, onChange }: Props) {
  const t = useText();
  const { lineOf } = useLineText();
  const kinds = LINE_KINDS.filter((kind) => isPossible(item, kind) && !(kind === 'more' && isFree));
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
      {draft?.kind === 'more' ? (
        <Row justify="between">
          <Stepper
            quantity={draft.quantity}
            name={item.name}
            max={MAX_QUANTITY}
            onChange={(delta) => onChange({ ...draft, quantity: Math.max(item.quantity + 1, draft.quantity + delta) })}
          />
          <strong>{formatPaise(amountAfter(presentLine(item), { kind: 'more', quantity: draft.quantity }))}</strong>
        </Row>
      ) : null}
      {draft?.kind === 'weight' ? <WeightField item={item} draft={draft} onChange={onChange} /> : null}
      {draft?.kind === 'replace' ? (
        <Replacement item={item} shopId={shopId} isTaken={isTaken} draft={draft} onChange={onChange} />
      ) : null}
      <OldPrice item={item} isPaid={isPaid} draft={draft} onChange={onChange} />
    </Stack>
  );
}

const LINE_KINDS = LINE_CHANGES.filter((kind) => kind !== 'add');

function isPossible(item: OrderItemView, kind: Draft['kind']): boolean {
  if (kind === 'fewer') return item.quantity > 1;
  if (kind === 'more') return item.packed_grams === null && item.quantity < MAX_QUANTITY;
  return kind !== 'weight' || (isByWeight(item) && !item.sealed);
}

function newDraft(kind: Draft['kind'], { quantity }: OrderItemView): Draft {
  if (kind === 'fewer') return { kind, quantity: quantity - 1 };
  if (kind === 'more') return { kind, quantity: quantity + 1 };
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

type ReplacementProps = DraftProps<'replace'> & Pick<Props, 'shopId' | 'isTaken'>;

function Replacement({ item, shopId, isTaken, draft, onChange }: ReplacementProps) {
  const { variant, quantity } = draft;
  return (
    <>
      <VariantSearch
        shopId={shopId}
        item={item}
        isTaken={isTaken}
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

type OldPriceProps = Pick<Props, 'item' | 'isPaid' | 'draft' | 'onChange'>;

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
