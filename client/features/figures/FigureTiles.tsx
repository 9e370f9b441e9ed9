import type { FiguresView } from '@haat/contract/api/figures.schema';
import { formatRupees } from '@haat/contract/rules/rupees';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useSession } from '../session/use-session.ts';
import styles from './FigureTiles.module.css';

type Props = { figures: FiguresView };

/** Today in four numbers; those that ask for something to be done lead to it. */
export function FigureTiles({ figures: { today, open_orders, low_stock_count } }: Props) {
  const t = useText();
  const { shopSlug } = useSession();
  return (
    <ul className={styles.tiles}>
      <li className={styles.tile}>
        <span className={styles.label}>{t('figures.ordersToday')}</span>
        <strong className={styles.value}>{today.orders}</strong>
      </li>
      <li className={styles.tile}>
        <span className={styles.label}>{t('figures.takingsToday')}</span>
        <strong className={styles.value}>{formatRupees(today.takings)}</strong>
      </li>
      <li>
        <Link className={styles.tile} to={`/${shopSlug}/shop-orders`}>
          <span className={styles.label}>{t('figures.openOrders')}</span>
          <strong className={open_orders > 0 ? `${styles.value} ${styles.waiting}` : styles.value}>
            {open_orders}
          </strong>
        </Link>
      </li>
      <li>
        <Link className={styles.tile} to={`/${shopSlug}/admin/products?status=low`}>
          <span className={styles.label}>{t('figures.lowStock')}</span>
          <strong className={low_stock_count > 0 ? `${styles.value} ${styles.waiting}` : styles.value}>
            {low_stock_count}
          </strong>
        </Link>
      </li>
    </ul>
  );
}
