import type { OrderView } from '@haat/contract/api/orders';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import styles from './ShopOrderList.module.css';

type Props = { order: Pick<OrderView, 'order_date'>; status: OrderStatus; now: Date };

const LABELS: Record<OrderUrgency, TextId | undefined> = {
  fresh: undefined,
  waiting: 'shopOrders.waiting',
  late: 'shopOrders.late',
  done: undefined,
};

/** The age of an order; a late one is named in words, not by colour alone. */
export function OrderAge({ order: { order_date }, status, now }: Props) {
  const t = useText();
  const { moment, age } = useTimeText();
  const urgency = orderUrgency(order_date, status, now);
  const label = LABELS[urgency];
  return (
    <p className={`${styles.age} ${styles[urgency]}`}>
      {label ? <strong className={styles.word}>{t(label)}</strong> : null}
      <time dateTime={order_date} title={moment(order_date)}>
        {age(order_date, now)}
      </time>
    </p>
  );
}

/** How urgent an order is: `done` once it is ready, on its way, or over. */
type OrderUrgency = 'fresh' | 'waiting' | 'late' | 'done';

const MINUTE = 60_000;
const WAITING_FROM = 10 * MINUTE;
const LATE_FROM = 15 * MINUTE;

/** `waiting` from the 10th minute on, `late` from the 15th, until the order is packed or has ended. */
export function orderUrgency(orderedAt: string, status: OrderStatus, now: Date): OrderUrgency {
  if (status !== 'Pending' && status !== 'Accepted') return 'done';
  const age = now.getTime() - Date.parse(orderedAt);
  if (age >= LATE_FROM) return 'late';
  return age >= WAITING_FROM ? 'waiting' : 'fresh';
}
