import { formatRupees, toPaise } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import styles from './LineFlag.module.css';

type Props = { price: number; now: number | undefined };

/** Says of a cart line that the shop's price, in rupees, is no longer the one it was put in at; unknown prices say nothing. */
export function PriceFlag({ price, now }: Props) {
  const t = useText();
  if (now === undefined || toPaise(now) === toPaise(price)) return null;
  return <p className={styles.flag}>{t('cart.repriced', { price: formatRupees(now), before: formatRupees(price) })}</p>;
}
