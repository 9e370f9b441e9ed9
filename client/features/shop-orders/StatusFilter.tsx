import { MOST_COUNTED } from '@haat/contract/rules/order-search';
import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules/order-status';
import { useQuery } from '@tanstack/react-query';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { orderCountsQuery } from './shop-orders-query.ts';
import styles from './StatusFilter.module.css';

type Props = { shopId: number; chosen: OrderStatus | undefined; onChoose: (status: OrderStatus | undefined) => void };

/** One chip for each status with how many orders have it, and one for all. */
export function StatusFilter({ shopId, chosen, onChoose }: Props) {
  const t = useText();
  const { data: counts } = useQuery(orderCountsQuery(shopId));
  return (
    <div className={styles.chips} role="group" aria-label={t('shopOrders.filter')}>
      {[undefined, ...ORDER_STATUSES].map((status) => (
        <button
          key={status ?? 'all'}
          type="button"
          className={styles.chip}
          aria-pressed={status === chosen}
          onClick={() => onChoose(status)}
        >
          {t(status ? orderStatusTextId(status) : 'shopOrders.all')}
          {status && counts ? <span className={styles.count}>{countText(counts[status])}</span> : null}
        </button>
      ))}
    </div>
  );
}

const countText = (count: number) => (count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count));
