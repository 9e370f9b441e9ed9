import type { OrderPaymentView } from '@haat/contract/payments/payments.calls';
import { useEffect, useState } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useOnline } from '../../lib/browser.ts';
import { Stack } from '../../ui/Card.tsx';
import { AlertDialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { OrderSummary } from '../../shared/orders/order-summary-storage.ts';
import { useSettleOrder } from '../checkout/checkout-draft.ts';
import { paymentStage, type PaymentStage, useOrderPayment } from '../../shared/orders/order-payment.ts';
import { PAYMENT_WORDS } from '../checkout/payment/payment-words.ts';
import { PaymentRefunded, PendingPayment } from '../checkout/payment/PendingPayment.tsx';
import { OrderPushOffer } from '../../shared/push/PushOffers.tsx';
import { OrderReceipt, useOrderHeading } from './OrderReceipt.tsx';
import { SummaryActions, useClearOrderedCart } from './SummaryActions.tsx';

/** How the customer came back from the provider, as the URL says. */
export type PaymentFlag = 'success' | 'canceled' | undefined;

/** `onRead`: the customer has read the flag's message. */
type Props = { summary: OrderSummary; flag: PaymentFlag; onRead: () => void };

/** The summary of an order that is paid online; it shows the state of the payment that the server reports. */
export function OnlineSummary({ summary, flag, onRead }: Props) {
  const t = useText();
  const { data: payment, isError } = useOrderPayment(summary.orderId);
  const stage = paymentStage(payment);
  const isPaid = stage === 'paid';
  const heading = useOrderHeading(summary);
  const [readAlert, setReadAlert] = useState<TextId>();
  const read = (text: TextId) => {
    setReadAlert(text);
    onRead();
  };
  const alert = flag && alertOf(stage, flag);
  useClearOrderedCart(summary, isPaid);
  const settle = useSettleOrder(summary.shopSlug);
  useEffect(() => {
    if (isPaid) settle();
  }, [isPaid, settle]);

  return (
    <Page title={isPaid ? heading : t(titleOf(stage, flag))} narrow>
      <Stack gap={5}>
        <PaymentResult summary={summary} flag={flag} payment={payment} isUnreachable={isError} />
        {isPaid ? <OrderPushOffer /> : null}
        {payment || isError ? (
          <SummaryActions shopSlug={summary.shopSlug} stage={stage} isCanceled={flag === 'canceled'} />
        ) : null}
      </Stack>
      {alert && alert !== readAlert ? <AlertDialog text={t(alert)} onClose={() => read(alert)} /> : null}
    </Page>
  );
}

/** The alert of a flag, once the server confirms it. */
function alertOf(stage: PaymentStage, flag: 'success' | 'canceled'): TextId | undefined {
  if (stage === 'paid') return 'summary.success';
  return flag === 'canceled' && stage === 'waiting' ? 'summary.canceled' : undefined;
}

/** The heading until the order is paid. */
function titleOf(stage: PaymentStage, flag: PaymentFlag): TextId {
  // The customer comes from the provider, which reports the payment a moment later.
  const isReported = flag === 'success' && (stage === 'unknown' || stage === 'waiting');
  return PAYMENT_WORDS[isReported ? 'late' : stage === 'unknown' ? 'waiting' : stage];
}

type PaymentResultProps = {
  summary: OrderSummary;
  flag: PaymentFlag;
  payment: OrderPaymentView | undefined;
  isUnreachable: boolean;
};

/** The state of the payment, or the receipt of the paid order. */
function PaymentResult({ summary, flag, payment, isUnreachable }: PaymentResultProps) {
  const t = useText();
  const stage = paymentStage(payment);
  if (stage === 'paid') return <OrderReceipt summary={summary} />;
  if (stage === 'expired') return <Notice tone="error">{t('payment.expired')}</Notice>;
  if (payment && stage === 'returned') return <PaymentRefunded payment={payment} />;
  // While it is loading, no message that it takes long.
  if (!payment && !isUnreachable) return <Skeleton height="120px" />;
  if (flag === 'success' || stage === 'late') return <Confirming isUnreachable={isUnreachable} />;
  return (
    <>
      {flag === 'canceled' ? <Notice tone="error">{t('summary.canceled')}</Notice> : null}
      {payment ? <PendingPayment slug={summary.shopSlug} payment={payment} /> : null}
      {isUnreachable && !payment ? <Notice>{t('payment.unreachable')}</Notice> : null}
    </>
  );
}

/** Confirmation takes seconds, with some banks minutes, and continues when the page is closed. */
function Confirming({ isUnreachable }: { isUnreachable: boolean }) {
  const t = useText();
  const isOnline = useOnline();
  return (
    <Notice>
      <p>{t('payment.confirmingText')}</p>
      {isUnreachable || !isOnline ? <p>{t(isOnline ? 'payment.unreachable' : 'payment.confirmOffline')}</p> : null}
    </Notice>
  );
}
