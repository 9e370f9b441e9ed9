import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Page } from '../../ui/Page.tsx';
import { settleRequest } from '../order/pending-order.ts';
import { orderPaymentQuery } from '../payment/order-payment-query.ts';
import { paymentStage, type PaymentStage } from '../payment/payment-stage.ts';
import { OrderPushOffer } from '../push/OrderPushOffer.tsx';
import { useSession } from '../session/use-session.ts';
import styles from './OrderSummaryScreen.module.css';
import { PaymentNews } from './PaymentNews.tsx';
import type { OrderSummary } from './summary-storage.ts';
import { SummaryActions } from './SummaryActions.tsx';
import { useClearedCart } from './use-cleared-cart.ts';

/** What the address says of the payment: where the customer came from, and no more. */
export type PaymentFlag = 'success' | 'canceled' | undefined;

type Props = { summary: OrderSummary; flag: PaymentFlag };

/** The summary of an order that is paid online: it says what the server knows of the money, as soon as it knows it. */
export function OnlineSummary({ summary, flag }: Props) {
  const t = useText();
  const { userId } = useSession();
  const { data: payment, isError } = useQuery(orderPaymentQuery(summary.orderId));
  const stage = paymentStage(payment);
  const isPaid = stage === 'paid';
  const [read, setRead] = useState<TextId>();
  const alert = flag && alertOf(stage, flag);
  useClearedCart(summary, isPaid);
  const owner = `${userId}_${summary.shopSlug}`;
  useEffect(() => {
    if (isPaid) settleRequest(owner);
  }, [isPaid, owner]);

  return (
    <Page title={t(titleOf(stage, flag))} narrow>
      <div className={styles.summary}>
        <PaymentNews summary={summary} flag={flag} payment={payment} isUnreachable={isError} />
        {isPaid ? <OrderPushOffer /> : null}
        {payment || isError ? (
          <SummaryActions shopSlug={summary.shopSlug} stage={stage} isCanceled={flag === 'canceled'} />
        ) : null}
      </div>
      {alert && alert !== read ? <AlertDialog text={t(alert)} onClose={() => setRead(alert)} /> : null}
    </Page>
  );
}

/** Spec section 2: the alerts of the flags, once they are true. */
function alertOf(stage: PaymentStage, flag: 'success' | 'canceled'): TextId | undefined {
  if (stage === 'paid') return 'summary.success';
  return flag === 'canceled' && stage === 'waiting' ? 'summary.canceled' : undefined;
}

function titleOf(stage: PaymentStage, flag: PaymentFlag): TextId {
  if (stage === 'paid') return 'summary.title';
  if (stage === 'expired' || stage === 'returned') return 'summary.canceledTitle';
  return flag === 'success' ? 'payment.confirming' : 'summary.canceledTitle';
}
