import type { RequestedChange } from '@haat/contract/orders/adjustments.calls';
import { isLoose } from '@haat/contract/orders/adjustment';
import { MAX_QUANTITY } from '@haat/contract/orders/cart';
import { packsOf, saleAmount } from '@haat/contract/orders/counter-sale';
import { formatPaise, toPaise } from '@haat/contract/rupees';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { randomKey } from '../../lib/storage.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import styles from '../../shared/orders/AdjustOrder.module.css';
import { useLineText } from '../../shared/orders/order-lines.ts';
import { SumLine } from '../../shared/orders/SumLine.tsx';
import { type SoldVariant, VariantSearch } from './VariantSearch.tsx';

/** An item that the shop adds to an order, as far as it is chosen. `grams`: of loose goods that are weighed, 0 until typed. */
export type Addition = { key: string; variant?: SoldVariant | undefined; quantity: number; grams?: number | undefined };

/** An addition as the call has it, with its price; undefined as long as something of it is missing. */
export function planAddition({
  variant,
  quantity,
  grams,
}: Addition): { request: RequestedChange; amountPaise: number } | undefined {
  if (!variant || grams === 0) return undefined;
  const { id: variant_id, unit } = variant;
  const pricePaise = toPaise(variant.price);
  return {
    request: { kind: 'add', variant_id, ...(grams === undefined ? { quantity } : { grams }) },
    amountPaise: saleAmount({ pricePaise, quantity, unit, grams }),
  };
}

type Props = {
  shopId: number;
  additions: readonly Addition[];
  /** How many there can be. */
  most: number;
  isTaken: (variant: SoldVariant) => boolean;
  onChange: (additions: readonly Addition[]) => void;
};

/** The items that are added to an order, each searched for in the catalog and with its quantity or weight. */
export function AddedItems({ shopId, additions, most, isTaken, onChange }: Props) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {additions.length === 0 ? null : (
        <Stack as="ul" className={styles.line} aria-label={t('adjust.addedItems')}>
          {additions.map((addition) => (
            <AddedItem
              key={addition.key}
              addition={addition}
              shopId={shopId}
              isTaken={isTaken}
              onChange={(changed) => onChange(additions.map((each) => (each === addition ? changed : each)))}
              onRemove={() => {
                onChange(additions.filter((each) => each !== addition));
                button.current?.focus();
              }}
            />
          ))}
        </Stack>
      )}
      {additions.length >= most ? null : (
        <Button
          look="secondary"
          ref={button}
          onClick={() => onChange([...additions, { key: randomKey(), quantity: 1 }])}
        >
          {t('adjust.addItem')}
        </Button>
      )}
    </>
  );
}

type ItemProps = Pick<Props, 'shopId' | 'isTaken'> & {
  addition: Addition;
  onChange: (addition: Addition) => void;
  onRemove: () => void;
};

function AddedItem({ addition, shopId, isTaken, onChange, onRemove }: ItemProps) {
  const t = useText();
  const { variant } = addition;
  const row = useRef<HTMLElement>(null);
  const variantId = variant?.id;
  const choose = (chosen: SoldVariant | undefined) => onChange({ key: addition.key, variant: chosen, quantity: 1 });
  // The button that was pressed is gone.
  useEffect(() => row.current?.querySelector<HTMLElement>('input, button')?.focus(), [variantId]);
  return (
    <Stack as="li" gap={2} ref={row} className={styles.line}>
      {variant ? (
        <Chosen addition={addition} variant={variant} onChange={onChange} />
      ) : (
        <>
          <p>{t('adjust.addWhat')}</p>
          <VariantSearch shopId={shopId} isTaken={isTaken} chosen={variant} onChoose={choose} />
        </>
      )}
      <Row gap={2}>
        {variant ? (
          <Button look="quiet" onClick={() => choose(undefined)}>
            {t('adjust.chooseOther')}
          </Button>
        ) : null}
        <Button look="quiet" onClick={onRemove}>
          {t('adjust.dontAdd')}
        </Button>
      </Row>
    </Stack>
  );
}

type ChosenProps = Pick<ItemProps, 'addition' | 'onChange'> & { variant: SoldVariant };

/** The chosen item as a line of the order, with its quantity, or its weight for loose goods that are weighed. */
function Chosen({ addition, variant, onChange }: ChosenProps) {
  const t = useText();
  const { lineOf } = useLineText();
  const { quantity, grams } = addition;
  const planned = planAddition(addition);
  const isWeighed = grams !== undefined;
  const packs = grams ? (packsOf(grams, variant.unit) ?? 1) : quantity;
  const line = lineOf({ ...variant, quantity: packs, packed_grams: grams || null });
  return (
    <>
      <SumLine text={t('adjust.added', { line })} sum={planned && formatPaise(planned.amountPaise)} />
      {isLoose(variant) ? (
        <FilterChips
          label={line}
          chips={[{ value: 'weight', label: t('adjust.kind.weight') }]}
          chosen={isWeighed ? 'weight' : undefined}
          onChoose={() => onChange({ ...addition, grams: isWeighed ? undefined : 0 })}
        />
      ) : null}
      {isWeighed ? (
        <Field
          label={t('adjust.weight')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={grams === 0 ? '' : String(grams)}
          onChange={({ target }) => onChange({ ...addition, grams: Number(target.value.replaceAll(/\D/g, '')) })}
        />
      ) : (
        <Row>
          <Stepper
            quantity={quantity}
            name={variant.name}
            max={Math.min(variant.stock, MAX_QUANTITY)}
            onChange={(delta) => onChange({ ...addition, quantity: Math.max(1, quantity + delta) })}
          />
        </Row>
      )}
    </>
  );
}
