import type { OrderPaymentView } from '@haat/contract/api/payments';
import { RESERVATION_MINUTES } from '@haat/contract/rules/payment';
import { formatRupees, toPaise } from '@haat/contract/rules/rupees';
import type { PaymentOrder } from '@haat/machines/payment/payment.machine';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './PendingPayment.module.css';

type Props = { slug: string; payment: OrderPaymentView };

/** An unpaid order with a reservation. */
export function PendingPayment({ slug, payment }: Props) {
  const t = useText();
  return (
    <Notice>
      <div className={styles.waits}>
        <p>{t('payment.waits', { number: payment.orderNumber })}</p>
        {payment.reserved_until ? <ReservationTime until={payment.reserved_until} /> : null}
        {payment.can_retry ? <ContinuePayment shopSlug={slug} payment={payment} /> : null}
      </div>
    </Notice>
  );
}

type ContinuePaymentProps = { shopSlug: string; payment: Pick<OrderPaymentView, 'orderId' | 'orderNumber' | 'total'> };

/** Link to the payment of an order with a reservation. */
function ContinuePayment({ shopSlug, payment: { orderId, orderNumber, total } }: ContinuePaymentProps) {
  const t = useText();
  const order: PaymentOrder = { shopSlug, orderId, totalPaise: toPaise(total) };
  return (
    <Link
      className={buttonClass()}
      to={`/${shopSlug}/payment`}
      state={{ order }}
      aria-label={t('payment.continueNamed', { number: orderNumber })}
    >
      {t('payment.continue')}
    </Link>
  );
}

type ReservationTimeProps = { until: string };

/** The remaining time of the reservation, in minutes: a countdown in seconds would only add pressure. */
export function ReservationTime({ until }: ReservationTimeProps) {
  const t = useText();
  // A slow clock must not show more than the full time.
  const minutes = Math.min(useMinutesUntil(until), RESERVATION_MINUTES);
  return (
    <p className={styles.remaining} role="status">
      {minutes > 0 ? t('payment.reserved', { minutes }) : t('payment.reservationOver')}
    </p>
  );
}

const MINUTE = 60_000;

/** The minutes until a moment, rounded up; 0 when it has passed. */
function useMinutesUntil(moment: string): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Date.parse(moment) - now);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left % MINUTE || MINUTE);
    return () => clearTimeout(timer);
  }, [left]);
  return Math.ceil(left / MINUTE);
}

type PaymentRefundedProps = { payment: Pick<OrderPaymentView, 'payment_status' | 'total' | 'refund'> };

/** A payment that is refunded: it arrived too late for its order, or the operator returned it. */
export function PaymentRefunded({ payment: { payment_status: status, total, refund } }: PaymentRefundedProps) {
  const t = useText();
  const isBack = refund ? refund.state === 'done' : status === 'refunded';
  return (
    <Notice tone={isBack || status !== 'expired' ? 'info' : 'error'}>
      {status === 'expired' ? <p>{t('payment.orderFailed')}</p> : null}
      <p>{t(isBack ? 'payment.refunded' : 'payment.refunding', { amount: formatRupees(refund?.amount ?? total) })}</p>
    </Notice>
  );
}
