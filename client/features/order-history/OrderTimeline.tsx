import type { OrderView } from '@haat/contract/api/orders.schema';
import { ORDER_STATUSES } from '@haat/contract/rules/order-status';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import styles from './OrderTimeline.module.css';

type Props = { order: Pick<OrderView, 'order_status' | 'steps'> };

/** The four steps of an order, each with the time at which it was reached. */
export function OrderTimeline({ order: { order_status, steps } }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  const reached = ORDER_STATUSES.indexOf(order_status);
  return (
    <ol className={styles.timeline} aria-label={t('history.steps')}>
      {ORDER_STATUSES.map((status, at) => {
        const time = steps.find((step) => step.status === status)?.at;
        return (
          <li
            key={status}
            className={at <= reached ? styles.reached : styles.ahead}
            aria-current={at === reached ? 'step' : undefined}
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
