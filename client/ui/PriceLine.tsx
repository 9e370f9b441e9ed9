import { formatRupees } from '@haat/contract/rules/rupees';
import { useText } from '../i18n/use-text.ts';
import styles from './PriceLine.module.css';

type Props = { price: number; mrp?: number | null };

/** A price in rupees, with the printed maximum where it is lower than that. */
export function PriceLine({ price, mrp }: Props) {
  const t = useText();
  return (
    <p className={styles.line}>
      <span className={styles.price}>{formatRupees(price)}</span>
      {mrp && mrp > price ? <s className={styles.mrp}>{t('price.mrp', { mrp: formatRupees(mrp) })}</s> : null}
    </p>
  );
}
