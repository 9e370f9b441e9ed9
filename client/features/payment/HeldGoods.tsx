import { HOLD_MINUTES } from '@haat/contract/rules/payment';
import type { PaymentOrder } from '@haat/machines/payment/payment-order';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { HoldTime } from './HoldTime.tsx';
import { orderPaymentQuery } from './order-payment-query.ts';
import styles from './PaymentScreen.module.css';

type Props = { order: PaymentOrder };

/** What happens to the goods while they are being paid. */
export function HeldGoods({ order: { orderId } }: Props) {
  const t = useText();
  if (orderId !== undefined) return <HeldUntil orderId={orderId} />;
  return <p className={styles.remark}>{t('payment.willHold', { minutes: HOLD_MINUTES })}</p>;
}

function HeldUntil({ orderId }: { orderId: number }) {
  const { data } = useQuery(orderPaymentQuery(orderId));
  return data?.held_until ? <HoldTime until={data.held_until} /> : null;
}
