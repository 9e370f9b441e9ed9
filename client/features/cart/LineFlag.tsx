import { useText } from '../../i18n/use-text.ts';
import styles from './LineFlag.module.css';

type Props = { quantity: number; stock: number };

/** Says of a cart line that there cannot be one more of it, or that the shop no longer has so many. */
export function LineFlag({ quantity, stock }: Props) {
  const t = useText();
  if (stock > quantity) return null;
  return <p className={styles.flag}>{stock > 0 ? t('cart.onlyLeft', { stock }) : t('product.soldOut')}</p>;
}
