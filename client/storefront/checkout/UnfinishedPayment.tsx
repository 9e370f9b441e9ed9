import type { OrderPaymentView } from '@haat/contract/payments/payments.calls';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useOrderPayment } from '../../shared/orders/order-payment.ts';
import { PendingPayment } from './payment/PendingPayment.tsx';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { saveOrderSummary } from '../../shared/orders/order-summary-storage.ts';
import { storedOrderOf } from '../../shared/orders/pending-order.ts';

type Props = { slug: string };

/** The unfinished payment of this cart, to be continued; if it was paid meanwhile, its order is shown. */
export function UnfinishedPayment({ slug }: Props) {
  const { userId } = useSession();
  const [orderId] = useState(() => storedOrderOf(`${userId}_${slug}`)?.orderId);
  return orderId === undefined ? null : <StoredOrder slug={slug} orderId={orderId} />;
}

function StoredOrder({ slug, orderId }: { slug: string; orderId: number }) {
  const { data: payment } = useOrderPayment(orderId);
  if (payment?.payment_status === 'paid') return <ShowPaid slug={slug} payment={payment} />;
  return payment?.can_retry ? <PendingPayment slug={slug} payment={payment} isReplaced /> : null;
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
