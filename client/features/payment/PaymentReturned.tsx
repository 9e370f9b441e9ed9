import type { OrderPaymentView } from '@haat/contract/api/payments.schema';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../../ui/Notice.tsx';

type Props = { payment: Pick<OrderPaymentView, 'payment_status' | 'total' | 'refund'> };

/** Money that no order took: it goes back, and the customer need not do anything. Spec section 8, placing orders. */
export function PaymentReturned({ payment: { payment_status: status, total, refund } }: Props) {
  const t = useText();
  const isBack = refund ? refund.state === 'done' : status === 'refunded';
  return (
    <Notice tone={isBack ? 'info' : 'error'}>
      <p>{t('payment.orderFailed')}</p>
      <p>{t(isBack ? 'payment.refunded' : 'payment.refunding', { amount: formatRupees(refund?.amount ?? total) })}</p>
    </Notice>
  );
}
