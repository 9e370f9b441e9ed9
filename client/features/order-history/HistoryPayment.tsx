import type { OrderView } from '@haat/contract/api/orders.schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { Notice } from '../../ui/Notice.tsx';
import { orderPaymentQuery } from '../payment/order-payment-query.ts';
import { paymentStage } from '../payment/payment-stage.ts';
import { PaymentReturned } from '../payment/PaymentReturned.tsx';
import { PaymentWaits } from '../payment/PaymentWaits.tsx';

type Props = { order: OrderView };

/** An order whose money is on its way, to the shop or back; it can be paid for as long as its goods are held. */
export function HistoryPayment({ order }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const { data: payment = unasked(order) } = useQuery(orderPaymentQuery(order.id));
  const stage = paymentStage(payment);
  useEffect(() => {
    if (stage === 'paid') void queries.invalidateQueries({ queryKey: QUERY_KEYS.ownOrders });
  }, [stage, queries]);
  if (stage === 'waiting') return <PaymentWaits slug={order.shop.slug} payment={payment} />;
  if (stage === 'returned') return <PaymentReturned payment={payment} />;
  if (stage === 'expired') return <Notice tone="error">{t('payment.expired')}</Notice>;
  return stage === 'late' ? (
    <Notice>{t('payment.confirmingText')}</Notice>
  ) : (
    <Notice tone="success">{t('summary.success')}</Notice>
  );
}

/** What the list itself says of the payment. */
function unasked({ id, orderNumber, order_status, payment_status, total }: OrderView) {
  return { orderId: id, orderNumber, order_status, payment_status, total, held_until: null, can_retry: false };
}
