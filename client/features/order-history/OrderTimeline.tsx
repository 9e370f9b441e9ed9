import type { OrderView } from '@haat/contract/api/orders';
import { ORDER_STATUSES } from '@haat/contract/rules/order-status';
import { isFurther } from '@haat/machines/order-status/order-status.machine';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import styles from './OrderTimeline.module.css';

type Props = { order: Pick<OrderView, 'order_status' | 'steps'> };

/** The four statuses of an order, each with the time at which it was reached. */
export function OrderTimeline({ order: { order_status, steps } }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  return (
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
            <span className={styles.label}>{t(orderStatusTextId(status))}</span>
            {time ? (
              <time className={styles.time} dateTime={time}>
                {moment(time)}
              </time>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
