import type { OrderView } from '@haat/contract/api/orders.schema';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import { orderUrgency, type OrderUrgency } from './order-age.ts';
import styles from './OrderAge.module.css';

type Props = { order: Pick<OrderView, 'order_date'>; status: OrderStatus; now: Date };

const WORDS: Record<OrderUrgency, TextId | undefined> = {
  fresh: undefined,
  waiting: 'shopOrders.waiting',
  late: 'shopOrders.late',
  done: undefined,
};

/** How old an order is; what waits too long is said in words, not by colour alone. */
export function OrderAge({ order: { order_date }, status, now }: Props) {
  const t = useText();
  const { moment, age } = useTimeText();
  const urgency = orderUrgency(order_date, status, now);
  const word = WORDS[urgency];
  return (
    <p className={`${styles.age} ${styles[urgency]}`}>
      {word ? <strong className={styles.word}>{t(word)}</strong> : null}
      <time dateTime={order_date} title={moment(order_date)}>
        {age(order_date, now)}
      </time>
    </p>
  );
}
