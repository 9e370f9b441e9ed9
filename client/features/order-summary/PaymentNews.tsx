import type { OrderPaymentView } from '@haat/contract/api/payments.schema';
import { useText } from '../../i18n/use-text.ts';
import { useOnline } from '../../lib/use-online.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { paymentStage } from '../payment/payment-stage.ts';
import { PaymentReturned } from '../payment/PaymentReturned.tsx';
import { PaymentWaits } from '../payment/PaymentWaits.tsx';
import type { PaymentFlag } from './OnlineSummary.tsx';
import { OrderReceipt } from './OrderReceipt.tsx';
import type { OrderSummary } from './summary-storage.ts';

type Props = {
  summary: OrderSummary;
  flag: PaymentFlag;
  payment: OrderPaymentView | undefined;
  isUnreachable: boolean;
};

/** What became of the payment, in words, or the receipt of what it paid for. */
export function PaymentNews({ summary, flag, payment, isUnreachable }: Props) {
  const t = useText();
  const stage = paymentStage(payment);
  if (stage === 'paid') return <OrderReceipt summary={summary} />;
  if (stage === 'expired') return <Notice tone="error">{t('payment.expired')}</Notice>;
  if (payment && stage === 'returned') return <PaymentReturned payment={payment} />;
  // What is not known yet must not look as if it took long.
  if (!payment && !isUnreachable) return <Skeleton height="120px" />;
  if (flag === 'success' || stage === 'late') return <Confirming isUnreachable={isUnreachable} />;
  return (
    <>
      {flag === 'canceled' ? <Notice tone="error">{t('summary.canceled')}</Notice> : null}
      {payment ? <PaymentWaits slug={summary.shopSlug} payment={payment} /> : null}
      {isUnreachable && !payment ? <Notice>{t('payment.unreachable')}</Notice> : null}
    </>
  );
}

/** It takes seconds, with some banks minutes; it goes its way though nobody waits. */
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
