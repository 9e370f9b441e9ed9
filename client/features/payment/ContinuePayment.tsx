import type { OrderPaymentView } from '@haat/contract/api/payments.schema';
import { toPaise } from '@haat/contract/rules/rupees';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import type { PaymentState } from './payment-state.ts';

type Props = { shopSlug: string; payment: Pick<OrderPaymentView, 'orderId' | 'orderNumber' | 'total'> };

/** Back to the payment of an order whose goods are still held. */
export function ContinuePayment({ shopSlug, payment: { orderId, orderNumber, total } }: Props) {
  const t = useText();
  const state: PaymentState = { order: { shopSlug, orderId, totalPaise: toPaise(total) } };
  return (
    <Link
      className={buttonClass()}
      to={`/${shopSlug}/payment`}
      state={state}
      aria-label={t('payment.continueNamed', { number: orderNumber })}
    >
      {t('payment.continue')}
    </Link>
  );
}
