import type { OrderPaymentView } from '@haat/contract/api/payments.schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { storedOrderOf } from '../order/pending-order.ts';
import { saveOrderSummary } from '../order-summary/summary-storage.ts';
import { useSession } from '../session/use-session.ts';
import { orderPaymentQuery } from './order-payment-query.ts';
import { PaymentWaits } from './PaymentWaits.tsx';

type Props = { slug: string };

/** The payment that was begun for this cart and left: it goes on from here, or its order is shown if it was made. */
export function WaitingPayment({ slug }: Props) {
  const { userId } = useSession();
  const [orderId] = useState(() => storedOrderOf(`${userId}_${slug}`)?.orderId);
  return orderId === undefined ? null : <StoredOrder slug={slug} orderId={orderId} />;
}

function StoredOrder({ slug, orderId }: { slug: string; orderId: number }) {
  const { data: payment } = useQuery(orderPaymentQuery(orderId));
  if (payment?.payment_status === 'paid') return <ShowPaid slug={slug} payment={payment} />;
  return payment?.can_retry ? <PaymentWaits slug={slug} payment={payment} /> : null;
}

function ShowPaid({ slug, payment }: { slug: string; payment: OrderPaymentView }) {
  const navigate = useNavigate();
  useEffect(() => {
    const { orderId, orderNumber, order_status, total } = payment;
    saveOrderSummary({ orderId, orderNumber, order_status, total, shopSlug: slug, isPaidOnline: true });
    void navigate(`/${slug}/order-summary?success=true`, { replace: true });
  }, [navigate, slug, payment]);
  return null;
}
