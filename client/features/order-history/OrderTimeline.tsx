import type { OrderView } from '@haat/contract/api/orders';
import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules/order-status';
import { isFurther } from '@haat/machines/order-status/order-status.machine';
import { customerStatusTextId } from '../../i18n/order-status-text.ts';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import styles from './OrderTimeline.module.css';

type Props = { order: Pick<OrderView, 'order_date' | 'order_status' | 'steps' | 'takeaway'> };

/** What the customer can expect while the order is in this status; undefined when nothing is left to come. */
const NEXT: Record<OrderStatus, { delivery: TextId; takeaway: TextId } | undefined> = {
  Pending: { delivery: 'history.next.pending', takeaway: 'history.next.pending' },
  Accepted: { delivery: 'history.next.delivery', takeaway: 'history.next.takeaway' },
  'In Transit': { delivery: 'history.next.arriving', takeaway: 'history.next.ready' },
  Delivered: undefined,
};

/** The four statuses of an order, each with the time at which it was reached, and what happens next. */
export function OrderTimeline({ order: { order_date, order_status, steps, takeaway } }: Props) {
  const t = useText();
  const { momentAfter } = useTimeText();
  const next = NEXT[order_status]?.[takeaway ? 'takeaway' : 'delivery'];
  return (
    <div>
      <ol className={styles.timeline} aria-label={t('history.steps')}>
        {ORDER_STATUSES.map((status) => {
          // An order in a status that this version does not know has its steps ahead.
          const isReached = status === order_status || isFurther(order_status, status);
          const time = steps.find((step) => step.status === status)?.at;
          return (
            <li
              key={status}
              className={isReached ? styles.reached : styles.ahead}
              aria-current={status === order_status ? 'step' : undefined}
            >
              <span className={styles.label}>{t(customerStatusTextId(status, { takeaway }))}</span>
              {time ? (
                <time className={styles.time} dateTime={time}>
                  {momentAfter(time, order_date)}
                </time>
              ) : null}
            </li>
          );
        })}
      </ol>
      {next ? <p className={styles.next}>{t(next)}</p> : null}
    </div>
  );
}
