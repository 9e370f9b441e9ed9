import { cancelOrder } from '@haat/contract/orders/order-ends.calls';
import type { OrderPaymentView } from '@haat/contract/payments/payments.calls';
import { RESERVATION_MINUTES } from '@haat/contract/payments/payment';
import { reasonOf } from '@haat/contract/reason';
import { formatRupees, toPaise } from '@haat/contract/rupees';
import type { PaymentOrder } from '@haat/machines/payments/payment.machine';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { serverText } from '../../../i18n/language.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import looks from '../../../ui/looks.module.css';
import { showText } from '../../../ui/toasts.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { PAYMENT_WORDS } from './payment-words.ts';

/** `isReplaced`: by the order that can be placed on this screen. */
type Props = { slug: string; payment: OrderPaymentView; isReplaced?: boolean };

/** An unpaid order with a reservation: it can be paid or cancelled. */
export function PendingPayment({ slug, payment, isReplaced = false }: Props) {
  const t = useText();
  return (
    <Notice>
      <Stack gap={2} align="start">
        <p>
          {t('history.order', { number: payment.orderNumber })}: <strong>{t(PAYMENT_WORDS.waiting)}</strong>
        </p>
        {payment.reserved_until ? <ReservationTime until={payment.reserved_until} /> : null}
        {isReplaced ? <p className={looks.hint}>{t('payment.isReplaced')}</p> : null}
        {payment.can_retry ? (
          <Row gap={2}>
            <ContinuePayment shopSlug={slug} payment={payment} />
            <CancelUnpaid payment={payment} />
          </Row>
        ) : null}
      </Stack>
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
      aria-label={t('payment.payOrder', { number: orderNumber })}
    >
      {t('status.payNow')}
    </Link>
  );
}

/** Cancels an order that is not paid. Nothing is lost by it: the cart is as it was, and money that still arrives goes back. */
function CancelUnpaid({ payment: { orderId: id, orderNumber: number } }: { payment: OrderPaymentView }) {
  const t = useText();
  const { send, isSending } = useChange(cancelOrder, {
    failed: 'endOrder.failed',
    onDone: () => void showText('success', t('endOrder.done', { number })),
    onFailed: (error) =>
      void showText('error', t('endOrder.failed', { body: serverText('endOrder.failed', reasonOf(error).text ?? '') })),
  });
  return (
    <Button
      look="quiet"
      disabled={isSending}
      aria-label={t('payment.cancelOrder', { number })}
      onClick={() => send({ params: { id }, body: { reason: 'changed_my_mind' } })}
    >
      {t('endOrder.cancel')}
    </Button>
  );
}

type ReservationTimeProps = { until: string };

/** The remaining time of the reservation, in minutes: a countdown in seconds would only add pressure. */
export function ReservationTime({ until }: ReservationTimeProps) {
  const t = useText();
  // A slow clock must not show more than the full time.
  const minutes = Math.min(useMinutesUntil(until), RESERVATION_MINUTES);
  return (
    <p className={looks.hint} role="status">
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
