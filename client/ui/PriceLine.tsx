import { formatPaiseShort, toPaise } from '@haat/contract/rules/rupees';
import { useText } from '../i18n/use-text.ts';
import styles from './PriceLine.module.css';

type Props = { price: number; mrp?: number | null };

/** A price in rupees, with the printed maximum and what is saved where it is lower. */
export function PriceLine({ price, mrp }: Props) {
  const t = useText();
  const off = mrp && mrp > price ? Math.floor(((mrp - price) / mrp) * 100) : 0;
  return (
    <p className={styles.line}>
      <span className={styles.price}>{formatPaiseShort(toPaise(price))}</span>
      {mrp && mrp > price ? (
        <s className={styles.mrp}>{t('price.mrp', { mrp: formatPaiseShort(toPaise(mrp)) })}</s>
      ) : null}
      {off > 0 ? <span className={styles.off}>{t('price.off', { percent: off })}</span> : null}
    </p>
  );
}
