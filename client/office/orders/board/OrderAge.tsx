import type { OrderView } from '@haat/contract/orders/orders.calls';
import { acceptanceOf, acceptanceStage } from '@haat/contract/orders/acceptance';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { type Text, type TextId, useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import styles from './OrderTicket.module.css';

/** Only new orders have the time in which they are to be accepted. */
type Timed = Pick<OrderView, 'order_date' | 'promised_at'> & Partial<Pick<OrderView, 'accept_by' | 'unanswered_from'>>;
type Props = { order: Timed; status: OrderStatus; now: Date };

const LABELS: Record<OrderUrgency, TextId | undefined> = {
  fresh: undefined,
  waiting: 'shopOrders.waiting',
  late: 'shopOrders.late',
  done: undefined,
};

/** The clock time and the age of an order, `9:09 · 19 min`; a late one is named in words, not by colour alone. */
export function OrderAge({ order, status, now }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  const { order_date } = order;
  const urgency = orderUrgency(order, status, now);
  // A new one counts down beside it.
  const label = status === 'Pending' ? undefined : LABELS[urgency];
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(order_date)) / MINUTE));
  return (
    <p className={`${styles.age} ${styles[urgency]}`}>
      {label ? <strong className={styles.word}>{t(label)}</strong> : null}
      <time dateTime={order_date} title={moment(order_date)}>
        {minutes < DAY ? clockText(order_date) : moment(order_date)} · {ageText(t, minutes)}
      </time>
    </p>
  );
}

const [HOUR, DAY] = [60, 1440];
const CLOCK = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit' });

/** `9:09`: with its age beside it, an order needs no am or pm. */
export const clockText = (iso: string): string =>
  CLOCK.formatToParts(new Date(iso))
    .filter(({ type }) => type === 'hour' || type === 'minute')
    .map(({ value }) => value)
    .join(':');

function ageText(t: Text, minutes: number): string {
  if (minutes < HOUR) return t('shopOrders.minutes', { minutes });
  if (minutes < DAY) return t('shopOrders.hours', { hours: Math.floor(minutes / HOUR), minutes: minutes % HOUR });
  return t('shopOrders.days', { days: Math.floor(minutes / DAY) });
}

/** How urgent an order is: `done` once it is ready, on its way, or over. */
export type OrderUrgency = 'fresh' | 'waiting' | 'late' | 'done';

const MINUTE = 60_000;
const WAITING_FROM = 10 * MINUTE;
const LATE_FROM = 15 * MINUTE;

/**
 * A new order is `waiting` after half of the time to accept it, and `late` for the last minutes of it. An accepted order is late
 * from the promised time; without one, it is waiting from the 10th minute and late from the 15th.
 */
export function orderUrgency(order: Timed, status: OrderStatus, now: Date): OrderUrgency {
  if (status !== 'Pending' && status !== 'Accepted') return 'done';
  const { order_date: orderedAt, promised_at: promised, accept_by = null, unanswered_from = null } = order;
  if (status === 'Pending') {
    const acceptance = acceptanceOf({ accept_by, unanswered_from });
    const stage = acceptance ? acceptanceStage(acceptance, now.getTime()) : 'early';
    return stage === 'early' ? 'fresh' : stage === 'counting' ? 'waiting' : 'late';
  }
  if (promised) return now.getTime() >= Date.parse(promised) ? 'late' : 'fresh';
  const age = now.getTime() - Date.parse(orderedAt);
  if (age >= LATE_FROM) return 'late';
  return age >= WAITING_FROM ? 'waiting' : 'fresh';
}

/**
 * When an order is due to be accepted or packed, in ms since 1970; Infinity if the shop waits for others, and for a new order
 * until its deadline is set, a moment later: it begins at the end, where it usually stays.
 */
export function dueAt(order: Timed, status: OrderStatus): number {
  if (status === 'Pending') return order.accept_by ? Date.parse(order.accept_by) : Infinity;
  if (status !== 'Accepted') return Infinity;
  return order.promised_at ? Date.parse(order.promised_at) : Date.parse(order.order_date) + LATE_FROM;
}
