import type { OrderView } from '@haat/contract/api/orders.schema';
import { useId } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { OrderItems } from '../order-history/OrderItems.tsx';
import { ReceiptButton } from '../receipts/ReceiptButton.tsx';
import { AdvanceButton } from './AdvanceButton.tsx';
import { LastStep } from './LastStep.tsx';
import { OrderAge } from './OrderAge.tsx';
import { OrderCustomer } from './OrderCustomer.tsx';
import { OrderPayment } from './OrderPayment.tsx';
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
    <article className={styles.card} aria-labelledby={titleId} tabIndex={-1} data-order={order.id}>
      <header className={styles.top}>
        <h2 id={titleId}>{title}</h2>
        <div aria-live="polite">
          <StatusChip status={status} />
        </div>
        <OrderAge order={order} status={status} now={now} />
      </header>
      <OrderItems order={order} />
      <OrderPayment order={order} status={status} />
      <OrderCustomer order={order} />
      <LastStep order={order} now={now} />
      <AdvanceButton titleId={titleId} {...advancing} />
      <ReceiptButton order={order} />
    </article>
  );
}
