import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { isEndedEarly, isFurther, stepsOf } from '@haat/machines/orders/order.machine';
import { stepTextId } from '../../i18n/order-status-text.ts';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import styles from './OrderTimeline.module.css';
import { usePromiseText } from './use-promise-text.ts';

type Props = { order: Pick<OrderView, 'order_date' | 'order_status' | 'promised_at' | 'steps' | 'takeaway'> };

/** The next step that the customer can expect in this status; undefined if none is left. */
const NEXT: Partial<Record<OrderStatus, { delivery: TextId; takeaway: TextId }>> = {
  Pending: { delivery: 'history.next.pending', takeaway: 'history.next.pending' },
  Accepted: { delivery: 'history.next.delivery', takeaway: 'history.next.takeaway' },
  Ready: { delivery: 'history.next.ready', takeaway: 'history.next.ready' },
  'In Transit': { delivery: 'history.next.arriving', takeaway: 'history.next.arriving' },
};

/**
 * The statuses that an order passes, each with the time at which it was reached, and what happens next. One that ended before
 * its delivery shows how far it came, and its end.
 */
export function OrderTimeline({ order }: Props) {
  const t = useText();
  const { order_date, order_status, steps, takeaway } = order;
  const promise = usePromiseText(order);
  const { momentAfter } = useTimeText();
  const next = NEXT[order_status]?.[takeaway ? 'takeaway' : 'delivery'];
  return (
    <div>
      <ol className={styles.timeline} aria-label={t('history.steps')}>
        {statusesOf({ order_status, steps, takeaway }).map((status) => {
          // An order in a status that this version does not know has its steps ahead.
          const isReached = status === order_status || isFurther(order_status, status);
          const time = steps.find((step) => step.status === status)?.at;
          return (
            <li
              key={status}
              className={isReached ? styles.reached : styles.ahead}
              aria-current={status === order_status ? 'step' : undefined}
            >
              <span className={styles.label}>{t(stepTextId(status, { takeaway }))}</span>
              {time ? (
                <time className={styles.time} dateTime={time}>
                  {momentAfter(time, order_date)}
                </time>
              ) : null}
            </li>
          );
        })}
      </ol>
      {(promise ?? next) ? <p className={styles.next}>{promise ?? (next && t(next))}</p> : null}
    </div>
  );
}

function statusesOf({
  order_status,
  steps,
  takeaway,
}: Pick<OrderView, 'order_status' | 'steps' | 'takeaway'>): OrderStatus[] {
  return isEndedEarly(order_status)
    ? ['Pending', ...steps.map(({ status }) => status).filter((status) => status !== 'Pending')]
    : stepsOf({ takeaway });
}
