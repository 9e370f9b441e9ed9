import type { OrderView } from '@haat/contract/api/orders.schema';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import { lastStep } from './last-step.ts';
import styles from './OrderAge.module.css';

type Props = { order: Pick<OrderView, 'steps'>; now: Date };

/** Who at the shop moved the order last, and when: two tablets often have two people. */
export function LastStep({ order, now }: Props) {
  const t = useText();
  const { age } = useTimeText();
  const step = lastStep(order);
  if (!step) return null;
  const { status, by, at } = step;
  return (
    <p className={styles.step}>
      {t('shopOrders.stepBy', { status: t(orderStatusTextId(status)), name: by, age: age(at, now) })}
    </p>
  );
}
