import type { OrderView } from '@haat/contract/api/orders.schema';
import { useId } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { OrderItems } from '../order-history/OrderItems.tsx';
import { AdvanceButton } from './AdvanceButton.tsx';
import { OrderAge } from './OrderAge.tsx';
import { OrderCustomer } from './OrderCustomer.tsx';
import styles from './ShopOrderCard.module.css';
import { useAdvanceOrder } from './use-advance-order.ts';

type Props = { order: OrderView; now: Date };

/** One order of the shop: what to pack, for whom, and the button for its next step. Spec sections 2 and 4. */
export function ShopOrderCard({ order, now }: Props) {
  const t = useText();
  const titleId = useId();
  const advancing = useAdvanceOrder(order);
  const { status } = advancing;
  const title = t('history.order', { number: order.orderNumber || String(order.id) });
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <header className={styles.top}>
        <h2 id={titleId}>{title}</h2>
        <div aria-live="polite">
          <StatusChip status={status} />
        </div>
        <OrderAge order={order} status={status} now={now} />
      </header>
      <OrderItems order={order} />
      <OrderCustomer order={order} />
      <AdvanceButton titleId={titleId} {...advancing} />
    </article>
  );
}
