import { orderStatusClass } from '@haat/contract/rules/order-status';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { OPEN_STATUSES } from './board-view.ts';
import styles from './OrderColumns.module.css';
import { ShopOrderList } from './ShopOrderList.tsx';

type Props = { shopId: number };

/** The open orders side by side, one column for each status: on a tablet at the counter, a card moves to the right. */
export function OrderColumns({ shopId }: Props) {
  const t = useText();
  return (
    <div className={styles.columns}>
      {OPEN_STATUSES.map((status) => (
        <section key={status} className={styles.column} aria-labelledby={`column-${orderStatusClass(status)}`}>
          <h2 id={`column-${orderStatusClass(status)}`} className={styles.title}>
            {t(orderStatusTextId(status))}
          </h2>
          <ShopOrderList
            shopId={shopId}
            filter={{ status, search: '' }}
            empty={<p className={styles.empty}>{t('shopOrders.columnEmpty')}</p>}
          />
        </section>
      ))}
    </div>
  );
}
