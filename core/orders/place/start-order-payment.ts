import type { PlaceOrderBody } from '@haat/contract/orders/orders.calls';
import { toPaise } from '@haat/contract/rupees';
import { invalidField } from '../../errors.ts';
import { requireOfferedGateway } from '../../gateways/payments/gateways.ts';
import {
  openOrderPayment,
  type PaymentStart,
  requirePayable,
  type StartedPayment,
} from '../../payments/start-payment.ts';
import { readOrderRequest } from './order-request.ts';
import { orUnavailable, storeOrder } from './place-order.ts';

type OrderPaymentStart = PaymentStart & {
  order: PlaceOrderBody;
  idempotencyKey?: string | undefined;
  /** The total as the client sent it, in paise. */
  amountPaise?: number | undefined;
};

/**
 * Stores an order whose stock is reserved and that its shop does not see, and opens a payment for it. The same request
 * finds the same order, and the same payment while that is open, so that an interrupted start continues. Throws like
 * `placeOrder` and `resumeOrderPayment`.
 */
export async function startOrderPayment({
  order: body,
  idempotencyKey,
  amountPaise = toPaise(body.total),
  ...start
}: OrderPaymentStart): Promise<StartedPayment> {
  requireOfferedGateway(start.provider);
  const request = readOrderRequest({
    userId: start.user.id,
    clientAddress: start.clientAddress,
    body,
    idempotencyKey,
  });
  if (amountPaise !== request.totalPaise) throw invalidField('amount', 'must be the total of the order');
  requirePayable(amountPaise);

  const order = await storeOrder({ request, payment: 'awaiting' }).then(orUnavailable);
  return openOrderPayment(order, start);
}
