import { formatStock } from '@haat/contract/catalog/stock-unit';
import { isLoose, orderedGrams } from '@haat/contract/orders/adjustment';
import { MAX_SALE_GRAMS } from '@haat/contract/orders/counter-sale';
import { formatPaise, toPaise, toRupees } from '@haat/contract/rupees';
import { amountOf, type BasketLine, isShort, type LineChange, priceOf } from '@haat/machines/orders/basket';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { weightText } from '../../shared/orders/weight-text.ts';
import looks from '../../ui/looks.module.css';
import { useItemText } from './ItemPicker.tsx';
import { RupeesField } from './RupeesField.tsx';
import styles from './CounterSaleScreen.module.css';

type Props = { line: BasketLine; isLast: boolean; onChange: (change: LineChange) => void };

/** A line with its quantity; tapped, its weight and price can be changed. */
export function BasketLineRow({ line, isLast, onChange }: Props) {
  const t = useText();
  const [open, setOpen] = useState<'all' | 'weight'>();
  const { item, quantity, grams } = line;
  const { name, label } = useItemText()(item);
  const each = formatPaise(priceOf(line));
  const isToWeigh = grams === undefined && isLoose(item);
  const classes = [styles.line, isLast ? styles.last : '', isToWeigh ? styles.loose : ''];
  return (
    <li className={classes.filter(Boolean).join(' ')} data-variant={item.variant_id}>
      <button
        type="button"
        className={styles.what}
        aria-expanded={open !== undefined}
        onClick={() => setOpen(open ? undefined : 'all')}
      >
        <span className={styles.name}>{name}</span>
        <span className={looks.hint}>
          {[label, grams === undefined ? each : `${weightText(t, grams)} @ ${each}`].filter(Boolean).join(' · ')}
        </span>
      </button>
      {isToWeigh ? (
        <Button look="quiet" aria-label={t('counterSale.weigh', { name })} onClick={() => setOpen('weight')}>
          {t('counterSale.kg')}
        </Button>
      ) : null}
      {grams === undefined ? (
        <Stepper quantity={quantity} name={name} onChange={(delta) => onChange({ quantity: quantity + delta })} />
      ) : (
        <Button
          look="quiet"
          aria-label={t('counterSale.removeNamed', { name })}
          onClick={() => onChange({ quantity: 0 })}
        >
          {t('counterSale.remove')}
        </Button>
      )}
      <strong className={styles.amount}>{formatPaise(amountOf(line))}</strong>
      {isShort(line) ? (
        <p className={styles.short}>
          {t('counterSale.short', { stock: formatStock(Math.max(0, item.stock), item.stock_unit) })}
        </p>
      ) : null}
      {open ? <LineFields key={open} line={line} isToWeigh={open === 'weight'} onChange={onChange} /> : null}
    </li>
  );
}

type FieldsProps = Pick<Props, 'line' | 'onChange'> & { isToWeigh: boolean };

function LineFields({ line, isToWeigh, onChange }: FieldsProps) {
  const t = useText();
  const { item, grams, chargedPaise } = line;
  const isWeighed = orderedGrams({ unit: item.unit, quantity: 1 }) !== undefined;
  return (
    <div className={styles.fields}>
      {isWeighed ? <WeightField grams={grams} autoFocus={isToWeigh} onChange={onChange} /> : null}
      <RupeesField
        label={t('counterSale.priceOfOne')}
        paise={chargedPaise}
        placeholder={String(item.price)}
        hint={item.mrp === null ? undefined : t('counterSale.mrp', { mrp: formatPaise(toPaise(item.mrp)) })}
        onPaise={(paise) =>
          onChange({ chargedPaise: paise === undefined ? undefined : Math.min(paise, mostPaise(line)) })
        }
      />
    </div>
  );
}

// No price may exceed the printed maximum.
const mostPaise = ({ item }: BasketLine) => (item.mrp === null ? Number.POSITIVE_INFINITY : toPaise(item.mrp));

type WeightProps = { grams: number | undefined; autoFocus: boolean; onChange: Props['onChange'] };

function WeightField({ grams, autoFocus, onChange }: WeightProps) {
  const t = useText();
  const [text, setText] = useState(grams === undefined ? '' : String(toRupees(grams / 10)));
  return (
    <Field
      label={t('counterSale.weight')}
      autoFocus={autoFocus}
      inputMode="decimal"
      autoComplete="off"
      maxLength={8}
      placeholder="1.25"
      value={text}
      onChange={({ target: { value } }) => {
        setText(value);
        const typed = Math.round(Number(value) * 1000);
        if (value.trim() === '') onChange({ quantity: 1 });
        else if (typed >= 1 && typed <= MAX_SALE_GRAMS) onChange({ grams: typed });
      }}
    />
  );
}
