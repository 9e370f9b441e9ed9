import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import { shopName } from '@haat/contract/shops/shop';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { OwnOrderChanges, OwnProposal } from '../../shared/orders/OwnAdjustment.tsx';
import { CancelOwnOrder } from '../../shared/orders/CancelOwnOrder.tsx';
import { OrderEnding } from '../../shared/orders/OrderEnding.tsx';
import looks from '../../ui/looks.module.css';
import { OrderAgain } from './OrderAgain.tsx';
import { PickupCode } from '../../shared/orders/PickupCode.tsx';
import { paymentStage, reloadOwnOrders, useOrderPayment } from '../../shared/orders/order-payment.ts';
import { OrderProblemLink } from '../../shared/orders/problems/OrderProblemLink.tsx';
import { PaymentRefunded, PendingPayment } from '../checkout/payment/PendingPayment.tsx';
import { InvoiceLink } from './InvoiceLink.tsx';
import { OrderContact } from './OrderContact.tsx';
import { OrderItems, OrderNote, OrderPlace, PaidHow } from '../../shared/orders/OrderItems.tsx';
import { TimelineLink } from '../../shared/orders/TimelineLink.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import styles from './Orders.module.css';

type Props = { order: OrderView };

const NOT_PLACED = new Set<PaymentStatus>(['awaiting', 'expired']);
const REFUNDED = new Set<PaymentStatus>(['refund_due', 'refunded']);

/** One order of the user: status, items, destination. */
export function HistoryCard({ order }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  // The shop does not see orders that are unpaid or were paid too late. One that the operator refunds stays an order.
  const isPlaced = !NOT_PLACED.has(order.payment_status);
  const isRefunded = REFUNDED.has(order.payment_status);
  const title = t('history.order', { number: order.orderNumber || String(order.id) });
  return (
    <Card as="article" gap={4} aria-label={title}>
      <header className={styles.top}>
        <div>
          <h3>{title}</h3>
          <p className={looks.note}>
            {shopName(order.shop)} · <time dateTime={order.order_date}>{moment(order.order_date)}</time>
          </p>
        </div>
        {isPlaced ? <StatusChip status={order.order_status} takeaway={order.takeaway} /> : null}
      </header>
      {isPlaced ? <OwnProposal order={order} /> : null}
      {isPlaced ? <OrderTimeline order={order} /> : null}
      <PickupCode order={order} />
      {isPlaced ? <OrderEnding order={order} /> : null}
      {isPlaced && !isRefunded ? null : <HistoryPayment order={order} />}
      <OrderItems order={order} />
      <OwnOrderChanges order={order} />
      <div className={styles.foot}>
        <div className={looks.note}>
          <OrderPlace order={order} />
          <OrderNote order={order} />
          {isPlaced ? <PaidHow order={order} /> : null}
        </div>
        <OrderActions order={order} title={title} isPlaced={isPlaced} />
      </div>
      {order.payment_status === 'awaiting' ? null : <OrderAgain order={order} title={title} />}
    </Card>
  );
}

type HistoryPaymentProps = { order: OrderView };

/** An order that is not paid, or refunded; it can be paid while its stock is reserved. */
function HistoryPayment({ order }: HistoryPaymentProps) {
  const t = useText();
  const queries = useQueryClient();
  const { data: payment = listedPayment(order) } = useOrderPayment(order.id);
  const stage = paymentStage(payment);
  useEffect(() => {
    if (stage === 'paid') void reloadOwnOrders(queries);
  }, [stage, queries]);
  if (stage === 'waiting') return <PendingPayment slug={order.shop.slug} payment={payment} />;
  if (stage === 'returned') return <PaymentRefunded payment={payment} />;
  if (stage === 'expired') return <Notice>{t('payment.notPlaced')}</Notice>;
  return stage === 'late' ? (
    <Notice>{t('payment.confirmingText')}</Notice>
  ) : (
    <Notice tone="success">{t('summary.success')}</Notice>
  );
}

/** The payment as the list of orders has it. */
function listedPayment({ id, orderNumber, order_status, payment_status, total }: OrderView) {
  return { orderId: id, orderNumber, order_status, payment_status, total, reserved_until: null, can_retry: false };
}

type OrderActionsProps = { order: OrderView; title: string; isPlaced: boolean };

/** Actions of the customer: call the shop, print the invoice, share the order, open the products. */
function OrderActions({ order, title, isPlaced }: OrderActionsProps) {
  const t = useText();
  return (
    <div className={styles.actions}>
      <InvoiceLink order={order} />
      {isPlaced ? <TimelineLink order={order} /> : null}
      <OrderContact order={order} title={title} />
      <CancelOwnOrder order={order} />
      <OrderProblemLink order={order} />
      <Link className={buttonClass('quiet')} to={`/${order.shop.slug}/products`}>
        {t('history.shopAgain')}
      </Link>
    </div>
  );
}
