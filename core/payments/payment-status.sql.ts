import { PAYMENT_STATUSES, type PaymentStatus } from '@haat/contract/payments/payment';
import { nextPaymentStatus, type PaymentStatusEvent } from '@haat/machines/payments/payment-status.machine';

/** Whether the machine lets the event happen to an order: a condition on its `payment_status`. */
export const paymentStatusAllows = (event: PaymentStatusEvent): string =>
  `payment_status IN (${getTransitions(event)
    .map(([from]) => `'${from}'`)
    .join(', ')})`;

/** The `payment_status` of an order after the event, as the machine has it; the same where it changes nothing. */
export const paymentStatusAfter = (event: PaymentStatusEvent): string =>
  `CASE payment_status ${getTransitions(event)
    .map(([from, to]) => `WHEN '${from}' THEN '${to}'`)
    .join(' ')} ELSE payment_status END`;

function getTransitions(event: PaymentStatusEvent): [from: PaymentStatus, to: PaymentStatus][] {
  return PAYMENT_STATUSES.flatMap((from) => {
    const to = nextPaymentStatus(from, event);
    return to ? [[from, to]] : [];
  });
}
