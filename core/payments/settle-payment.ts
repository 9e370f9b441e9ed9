import type { PaymentState, PaymentStatus } from '@haat/contract/payments/payment';
import { nextPaymentState } from '@haat/machines/payments/payment-state.machine';
import { nextPaymentStatus } from '@haat/machines/payments/payment-status.machine';
import type { PoolClient } from 'pg';
import { inTransaction, one, sql } from '../db/database.ts';
import { Payment } from '../db/payments.models.ts';
import { NOW } from '../db/table.ts';
import { requireGateway } from '../gateways/payments/gateways.ts';
import type { Charge, ProviderRefund, ProviderState } from '../gateways/payments/payment-gateway.ts';
import { signalCatalog } from '../catalog/change-catalog.ts';
import { announceOrder, type AnnouncedOrder } from '../notify/announce-order.ts';
import { newOrderRows, orderSummary } from '../notify/feeds.ts';
import {
  findPayment,
  listPaymentsOfOrder,
  type PaymentName,
  type PaymentRecord,
  type PaymentSource,
  recordTransitions,
} from './payment-record.ts';
import { paymentStatusAfter, paymentStatusAllows } from './payment-status.sql.ts';
import { isBlockedAt } from '../shops/blocked-customer.sql.ts';
import { expireReservation, type ReleasedStock } from './expire-reservation.ts';
import { addOutsideRefunds } from './outside-refunds.ts';
import { decideRefund, type RefundReason } from './refunds.ts';

/**
 * `chargeId`: the provider's id of the money, where the caller knows it. `isRefundReported`: the provider may have refunded a
 * charge that we have as paid.
 */
type Settling = PaymentName & {
  source: PaymentSource;
  chargeId?: string | undefined;
  isRefundReported?: boolean;
};

/** The state of a payment after settling it, and its order. */
export type Settlement = { paymentId: number; state: PaymentState; orderId?: number; orderNumber?: string };

/**
 * Brings a payment and its order to the state that the provider has. Browser, webhooks, sweeper and order requests all settle
 * payments here, in any order, any number of times and from any process: the result is one order and one announcement. Money
 * that no order takes is refunded, and money that the provider has refunded pays no order. If the shop has blocked the customer
 * in the meantime, the order expires. Throws not_found, and GatewayError without any change when the provider cannot be reached.
 */
export async function settlePayment(settling: Settling): Promise<Settlement> {
  const { source, ...name } = settling;
  const payment = await findPayment(name);
  if (isSettled(payment, settling) || !isOpened(payment)) return toSettlement(payment);

  const provider = await fetchProviderState(payment);
  const { announced, released } = await inTransaction((client) => reconcile(client, { payment, provider, source }));
  if (announced) announceOrder(announced);
  if (released) signalCatalog(released.shopId, released.version);
  return toSettlement(await findPayment({ paymentId: payment.id }));
}

type OrderSettling = { orderId: number; source: PaymentSource };

/**
 * Settles every payment of an order that can still be paid. A provider that cannot be reached does not block the
 * others: throws GatewayError only when none of them has paid for the order.
 */
export async function settleOrderPayments({ orderId, source }: OrderSettling): Promise<void> {
  const payments = await listPaymentsOfOrder(orderId);
  const open = payments.filter(isOpen);
  const results = await Promise.allSettled(open.map(({ id }) => settlePayment({ paymentId: id, source })));
  const failed = results.find((result) => result.status === 'rejected');
  const isPaid = results.some((result) => result.status === 'fulfilled' && result.value.state === 'consumed');
  if (failed && !isPaid) throw failed.reason;
}

/**
 * Prevents further payments for an order and settles earlier ones. Closes at the provider first and asks afterwards, so that a
 * payment in between is seen. Throws GatewayError when a provider cannot be reached.
 */
export async function closeOrderPayments({ orderId, source }: OrderSettling): Promise<void> {
  const payments = await listPaymentsOfOrder(orderId);
  const created = payments.filter(({ state }) => state === 'created').filter(isOpened);
  await Promise.all(created.map(({ provider, providerOrderId }) => requireGateway(provider).close(providerOrderId)));
  await settleOrderPayments({ orderId, source });
}

const isOpen = ({ state }: Pick<PaymentRecord, 'state'>): boolean => state === 'created' || state === 'failed';

/** True if nothing can change, unless the caller reports a charge or refund that we do not know. */
function isSettled(payment: PaymentRecord, { chargeId, isRefundReported = false }: Omit<Settling, 'source'>): boolean {
  const isKnownCharge = chargeId === undefined || chargeId === payment.providerPaymentId;
  return !isOpen(payment) && isKnownCharge && !(isRefundReported && canBeOwed(payment));
}

const canBeOwed = ({ state }: Pick<PaymentRecord, 'state'>): boolean => nextPaymentState(state, 'owe') !== undefined;

type OpenedRecord = PaymentRecord & { providerOrderId: string };

/** A payment that the provider does not know cannot have been paid. */
const isOpened = (payment: PaymentRecord): payment is OpenedRecord => payment.providerOrderId !== null;

const toSettlement = ({ id, state, orderId, orderNumber }: PaymentRecord): Settlement => ({
  paymentId: id,
  state,
  ...(orderId !== null && orderNumber !== null && { orderId, orderNumber }),
});

/** The payment's state at its provider, and the refunds there of each charge. */
async function fetchProviderState(payment: OpenedRecord): Promise<SettledState> {
  const state = await fetchCapturedState(payment);
  const refunded = state.charges.filter(({ refundedPaise }) => refundedPaise > 0);
  const gateway = requireGateway(payment.provider);
  const refunds = await Promise.all(refunded.map(async ({ id }) => [id, await gateway.listRefunds(id)] as const));
  return { ...state, refunds: new Map(refunds) };
}

type SettledState = ProviderState & { refunds: ReadonlyMap<string, ProviderRefund[]> };

/**
 * A matching charge that is only authorised is captured first, unless another one is captured already: otherwise it would
 * return to the customer after some days.
 */
async function fetchCapturedState(payment: OpenedRecord): Promise<ProviderState> {
  const gateway = requireGateway(payment.provider);
  const state = await gateway.fetchState(payment.providerOrderId);
  if (state.charges.some((charge) => isCaptured(charge) && !isRefunded(charge))) return state;
  const authorized = state.charges.find((charge) => charge.state === 'authorized' && matchesPayment(charge, payment));
  if (!authorized) return state;
  const captured = await gateway.capture(authorized);
  return { ...state, charges: state.charges.map((charge) => (charge.id === captured.id ? captured : charge)) };
}

const CURRENCY = 'INR';
const isCaptured = ({ state }: Charge): boolean => state === 'captured';
const isRefunded = ({ amountPaise, refundedPaise }: Charge): boolean => refundedPaise >= amountPaise;
const matchesPayment = (charge: Charge, { amountPaise }: PaymentRecord): boolean =>
  charge.amountPaise === amountPaise && charge.currency === CURRENCY;

/** What follows after the commit: the order to dispatch, or the stock that it released. */
type Outcome = { announced?: AnnouncedOrder; released?: ReleasedStock | undefined };
type Reconciling = { payment: PaymentRecord; provider: SettledState; source: PaymentSource };

/**
 * Records the provider's state of a payment and what follows for its order: the only place where an order that awaited its
 * payment becomes paid. Locks the order first and then the payment, like every transaction.
 */
async function reconcile(client: PoolClient, { payment, provider, source }: Reconciling): Promise<Outcome> {
  const { id, orderId } = payment;
  const order = orderId === null ? undefined : await one(LOCK_ORDER, { orderId }, client);
  const locked = await one(LOCK_PAYMENT, { id }, client);
  if (!locked) throw new Error(`Payment ${id} has been deleted`);

  const current = { ...payment, ...locked };
  const captured = provider.charges.filter(isCaptured);
  const charge = findCharge(current, captured);
  if (!charge) {
    const isOver = provider.isClosed && current.state === 'created';
    if (isOver) await recordTransitions(client, { payment: current, source, events: [{ type: 'close' }] });
    return {};
  }
  for (const extra of captured.filter((each) => each.id !== charge.id)) {
    await refundExtraCharge(client, { payment: current, charge: extra, source });
  }
  const outcome = isOpen(current) ? await acceptCharge(client, { payment: current, charge, source, order }) : {};
  await addOutsideRefunds(client, { paymentId: id, listed: provider.refunds.get(charge.id) ?? [], source });
  return outcome;
}

/** The charge of this payment: the one it was settled with, else the one that matches it, else any. */
function findCharge(payment: PaymentRecord, captured: Charge[]): Charge | undefined {
  if (payment.providerPaymentId) return captured.find(({ id }) => id === payment.providerPaymentId);
  const matching = captured.filter((charge) => matchesPayment(charge, payment));
  return matching.find((charge) => !isRefunded(charge)) ?? matching[0] ?? captured[0];
}

type Charged = { payment: PaymentRecord; charge: Charge; source: PaymentSource };

type Accepting = Pick<Charged, 'payment' | 'charge'> & { order: LockedOrder | undefined };

async function acceptCharge(
  client: PoolClient,
  { payment, charge, source, order }: Accepting & Pick<Charged, 'source'>,
): Promise<Outcome> {
  await Payment.query(client).findById(payment.id).patch({ providerPaymentId: charge.id, paidAt: NOW });
  const pay = { type: 'pay', details: toDetails(charge) } as const;
  const refundReason = getRefundReason({ charge, payment, order });
  if (refundReason) {
    const refusedId = refundReason === 'customer blocked' ? payment.orderId : null;
    const released =
      refusedId !== null ? await expireReservation(client, { orderId: refusedId, atOnce: true }) : undefined;
    await decideRefund(client, {
      payment,
      before: [pay],
      source,
      reason: refundReason,
      amountPaise: charge.amountPaise,
    });
    return { released };
  }
  if (payment.orderId === null) {
    await recordTransitions(client, { payment, source, events: [pay] });
    return {};
  }
  await recordTransitions(client, { payment, source, events: [pay, { type: 'consume' }] });
  return { announced: await markOrderPaid(client, payment.orderId) };
}

/** Why the money is refunded; undefined when the order takes it, or there is no order yet. */
function getRefundReason({ charge, payment, order }: Accepting): RefundReason | undefined {
  if (isRefunded(charge)) return 'refunded at the provider';
  if (!matchesPayment(charge, payment)) return 'another amount or currency';
  if (order === undefined) return undefined;
  const { paymentStatus, isBlocked } = order;
  if (nextPaymentStatus(paymentStatus, 'pay')) return isBlocked ? 'customer blocked' : undefined;
  return paymentStatus === 'expired' ? 'too late' : 'paid before';
}

/** A second charge of the same payment at its provider becomes its own payment, which is refunded. */
async function refundExtraCharge(client: PoolClient, { payment, charge, source }: Charged): Promise<void> {
  const { provider, userId, orderId } = payment;
  const { amountPaise } = charge;
  const extra = { provider, providerPaymentId: charge.id, userId, orderId, amountPaise };
  const added = await one(ADD_EXTRA_PAYMENT, extra, client);
  if (!added) return;
  const before = [{ type: 'pay', details: toDetails(charge) } as const];
  await decideRefund(client, {
    payment: { id: added.id, state: 'failed' },
    before,
    source,
    reason: 'paid twice',
    amountPaise,
  });
}

const toDetails = ({ id, amountPaise, currency }: Charge) => ({
  provider_payment_id: id,
  amount_paise: amountPaise,
  currency,
});

/**
 * Makes an order that awaited its payment, and whose row the transaction has locked, visible to its shop: paid, announced and in
 * the outbox. Returns the order to announce after the commit.
 */
async function markOrderPaid(client: PoolClient, orderId: number): Promise<AnnouncedOrder> {
  const { itemCount = 0, totalPaise = 0 } = (await one(COUNT_ITEMS, { orderId }, client)) ?? {};
  const summary = orderSummary(itemCount, totalPaise);
  const announced = await one(MARK_ORDER_PAID, { orderId, itemCount, summary }, client);
  if (!announced) throw new Error(`Order ${orderId} does not await its payment`);
  return announced;
}

/** `isBlocked`: the shop takes no orders of the customer, or the operator has blocked the account, which could not cancel it. */
type LockedOrder = { paymentStatus: PaymentStatus; isBlocked: boolean };

const LOCK_ORDER = sql<{ orderId: number }, LockedOrder>(
  `SELECT o.payment_status, ${isBlockedAt('o.shop_id', 'o.user_id')}
     OR EXISTS (SELECT FROM users u WHERE u.id = o.user_id AND u.blocked_at IS NOT NULL) AS is_blocked
   FROM orders o WHERE o.id = :orderId FOR NO KEY UPDATE OF o`,
);

const LOCK_PAYMENT = sql<{ id: number }, Pick<PaymentRecord, 'state' | 'providerPaymentId'>>(
  'SELECT state, provider_payment_id FROM payments WHERE id = :id FOR NO KEY UPDATE',
);

type ExtraPayment = Pick<PaymentRecord, 'provider' | 'userId' | 'orderId' | 'amountPaise'> & {
  providerPaymentId: string;
};

const ADD_EXTRA_PAYMENT = sql<ExtraPayment, { id: number }>(`
  INSERT INTO payments (provider, provider_payment_id, user_id, order_id, amount_paise, state, paid_at)
  VALUES (:provider, :providerPaymentId, :userId, :orderId, :amountPaise, 'failed', now())
  ON CONFLICT (provider, provider_payment_id) DO NOTHING RETURNING id`);

const COUNT_ITEMS = sql<{ orderId: number }, { itemCount: number; totalPaise: number }>(`
  SELECT sum(i.quantity)::int AS item_count, o.total_paise
  FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.id = :orderId GROUP BY o.id`);

const MARK_ORDER_PAID = sql<{ orderId: number; itemCount: number; summary: string }, AnnouncedOrder>(
  `
  WITH paid AS (
    UPDATE orders SET payment_status = ${paymentStatusAfter('pay')}, paid_at = now()
    WHERE id = :orderId::bigint AND ${paymentStatusAllows('pay')}
    RETURNING id, order_number, shop_id, total_paise, customer_name, customer_phone, address
  ), ${newOrderRows({ order: 'paid', itemCount: ':itemCount::int', summary: ':summary::text' })}
  SELECT :orderId::bigint AS order_id, outbox_row.id AS outbox_id, feed.name AS feed, feed.seq FROM outbox_row, feed`,
);
