import type { PlaceOrderBody } from '@haat/contract/api/orders.schema';
import { MAX_PAYMENT_RUPEES, PAID_ALREADY, PAYMENT_OVER, type PaymentProvider } from '@haat/contract/rules/payment';
import { toPaise } from '@haat/contract/rules/rupees';
import { DomainError, invalidField } from '../../errors.ts';
import type { PaidLine } from '../../gateways/payments/payment-gateway.ts';
import type { StoredOrder } from '../orders/find-earlier-order.ts';
import { storeOrder, tooBusy } from '../orders/store-order.ts';
import { readWantedOrder } from '../orders/wanted-order.ts';
import { findOrderPayment } from './find-order-payment.ts';
import { offeredGateway } from './offered-gateway.ts';
import { openPayment, type ReturnTo } from './open-payment.ts';
import type { PaymentRecord } from './payment-record.ts';
import { addPayment, linesOfOrder, paymentFor } from './payment-row.ts';

type Starting = {
  provider: PaymentProvider;
  user: { id: number; email: string };
  returnTo?: ReturnTo | undefined;
};
type StartingOrder = Starting & {
  order: PlaceOrderBody;
  idempotencyKey?: string | undefined;
  /** What the client takes the total to be, in paise. */
  amountPaise?: number | undefined;
};

/** A payment that waits for the customer: at the provider under `providerOrderId`, on its page `url` if it has one. */
export type StartedPayment = { providerOrderId: string; url: string | null; amountPaise: number; order?: HeldOrder };
export type HeldOrder = { id: number; orderNumber: string; heldUntil: Date };

/**
 * Stores an order whose goods are held and which its shop does not see, and opens a payment for it. The same request finds
 * the same order, and the same payment as long as that is open: whatever broke off goes on there. Throws like `placeOrder`;
 * unavailable when the provider cannot be asked; status_not_allowed when it is paid; payment_unverified when its time has
 * run out. Spec sections 4 and 7.
 */
export async function startOrderPayment(starting: StartingOrder): Promise<StartedPayment> {
  const { provider, user, order: body, idempotencyKey, amountPaise = toPaise(body.total) } = starting;
  offeredGateway(provider);
  const wanted = readWantedOrder({ userId: user.id, body, idempotencyKey });
  if (amountPaise !== wanted.totalPaise) throw invalidField('amount', 'must be the total of the order');
  requirePayable(amountPaise);

  const order = await storeOrder({ wanted, money: 'awaiting' });
  if (!order) throw tooBusy();
  return openFor({ ...order, amountPaise }, starting);
}

/**
 * Goes on with an own order that is held already, wherever its payment was begun. Throws like `startOrderPayment`, and
 * not_found.
 */
export async function resumeOrderPayment({
  orderId,
  ...starting
}: Starting & { orderId: number }): Promise<StartedPayment> {
  offeredGateway(starting.provider);
  const order = await findOrderPayment({ userId: starting.user.id, orderId });
  return openFor({ ...order, id: orderId, amountPaise: order.totalPaise }, starting);
}

type ToOpen = HeldRow & { amountPaise: number };

async function openFor(
  { amountPaise, ...order }: ToOpen,
  { provider, user, returnTo }: Starting,
): Promise<StartedPayment> {
  const held = requireHeld(order);
  const { payment, isNew } = await paymentFor({ order, provider, userId: user.id });
  const lines = await linesOfOrder(order.id);
  const opened = await openPayment({ payment, lines, email: user.email, returnTo, mayExist: !isNew });
  return { ...opened, amountPaise, order: held };
}

/** Opens a payment of so much for no order yet: its money waits for an order of that total, or goes back. Spec section 7. */
export async function startBarePayment(
  starting: Starting & { amountPaise: number; lines?: PaidLine[] },
): Promise<StartedPayment> {
  const { provider, user, amountPaise, lines = [], returnTo } = starting;
  offeredGateway(provider);
  requirePayable(amountPaise);
  const payment: PaymentRecord = await addPayment({ provider, userId: user.id, amountPaise });
  const opened = await openPayment({ payment, lines, email: user.email, returnTo, mayExist: false });
  return { ...opened, amountPaise };
}

/** Providers take no less than a rupee. */
function requirePayable(amountPaise: number): void {
  if (amountPaise < 100) throw invalidField('amount', 'must be at least one rupee to be paid online');
  if (amountPaise > toPaise(MAX_PAYMENT_RUPEES)) throw invalidField('amount', 'is too much to be paid online');
}

type HeldRow = Pick<StoredOrder, 'id' | 'orderNumber' | 'paymentStatus' | 'heldUntil'>;

function requireHeld({ id, orderNumber, paymentStatus, heldUntil }: HeldRow): HeldOrder {
  if (paymentStatus === 'paid') throw new DomainError('status_not_allowed', PAID_ALREADY, { orderId: id, orderNumber });
  if (paymentStatus !== 'awaiting' || !heldUntil) throw new DomainError('payment_unverified', PAYMENT_OVER);
  return { id, orderNumber, heldUntil };
}
