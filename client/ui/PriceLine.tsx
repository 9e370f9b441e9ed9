import { formatPaise, formatPaiseShort, formatRupees, toPaise } from '@haat/contract/rupees';
import { type Measure, unitPriceOf } from '@haat/contract/catalog/pack-size';
import { type TextId, useText } from '../i18n/use-text.ts';
import styles from './PriceLine.module.css';

/** `unit`: the name of the sold unit, `500 g`. */
type Props = { price: number; mrp?: number | null; unit?: string | undefined };

const PER: Record<Measure, TextId> = { kg: 'price.per.kg', l: 'price.per.l', piece: 'price.per.piece' };

/** A price in rupees, the price per kilogram, litre or piece, and the saving against the maximum retail price. */
export function PriceLine({ price, mrp, unit = '' }: Props) {
  const t = useText();
  const unitPrice = unitPriceOf(unit, toPaise(price));
  const saved = mrp ? toPaise(mrp) - toPaise(price) : 0;
  return (
    <div className={styles.block}>
      <p className={styles.line}>
        <span className={styles.price}>{formatRupees(price)}</span>
        {unitPrice ? (
          <span className={styles.small}>{t(PER[unitPrice.per], { price: formatPaise(unitPrice.paise) })}</span>
        ) : null}
      </p>
      {mrp && saved > 0 ? (
        <p className={styles.line}>
          <s className={styles.small}>{t('price.mrp', { mrp: formatRupees(mrp) })}</s>
          <span className={styles.saving}>{t('price.saving', { amount: formatPaiseShort(saved) })}</span>
        </p>
      ) : null}
    </div>
  );
}
