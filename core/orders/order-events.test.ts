import type { RequestedChange } from '@haat/contract/orders/adjustments.calls';
import type { IfUnavailable } from '@haat/contract/orders/order-terms';
import type { OrderActor } from '@haat/contract/orders/order-reasons';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import {
  isAllowed,
  isEndedEarly,
  type OrderEvent,
  type OrderFacts,
  statusAfter,
} from '@haat/machines/orders/order.machine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import type { Variant } from '../db/catalog.models.ts';
import { createAddress, createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { orderBody } from '../test/order-body.ts';
import { startPayments } from '../test/payments.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { sweepPayments } from '../payments/sweep-payments.ts';
import { advanceOrderStatus } from './life/advance-order-status.ts';
import { acceptAutomatically } from './life/accept-automatically.ts';
import { answerProposal } from './adjust/answer-proposal.ts';
import { answerCancellation, refuseUnansweredCancellations, requestCancellation } from './life/cancellation-request.ts';
import { endOrder } from './life/end-order.ts';
import { expireOrders } from './life/expire-orders.ts';
import { placeOrder } from './place/place-order.ts';
import { proposeAdjustment } from './adjust/propose-adjustment.ts';
import { promiseTime } from './life/promised-time.ts';
import { refundOrder } from './adjust/refund-order.ts';
import { startOrderPayment } from './place/start-order-payment.ts';

let sandbox: Sandbox;
let shop: Shop;
let variant: Variant;
let dearer: Variant;
let vendor: Session;
let operator: Session;
beforeAll(async () => {
  connectDatabase();
  sandbox = await startPayments();
  shop = await createShop();
  variant = (await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 1_000 }] })).variants[0]!;
  dearer = (await createProduct({ shop, variants: [{ pricePaise: 30_000, stock: 1_000 }] })).variants[0]!;
  vendor = sessionOf(await createMember({ shop }), shop, 'vendor');
  operator = sessionOf(await createUser({ isPlatformAdmin: true }), await createShop());
});
afterAll(async () => {
  await sandbox.stop();
  await stopServices();
});

const sessionOf = (user: User, { id, slug }: Shop, role?: Session['role']): Session => ({
  userId: user.id,
  actorId: user.id,
  sessionId: '00000000-0000-0000-0000-000000000000',
  email: user.email,
  shopId: id,
  shopSlug: slug,
  role,
  isPlatformAdmin: user.isPlatformAdmin,
});

const rows = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;

type Row = {
  status: OrderStatus;
  promised: string | null;
  revision: number;
  cancellation: string | null;
  payment: PaymentStatus;
  refunded: number;
  total: number;
  cashExtra: number;
};

const READ_ROW = `
  SELECT o.status, o.promised_at::text AS promised, o.revision, r.state AS cancellation, o.payment_status AS payment,
    o.refunded_paise::int AS refunded, o.total_paise::int AS total, o.cash_extra_paise::int AS "cashExtra"
  FROM orders o LEFT JOIN cancellation_requests r ON r.order_id = o.id WHERE o.id = $1`;
async function readRow(orderId: number): Promise<Row> {
  const row = (await rows<Row>(READ_ROW, orderId))[0]!;
  return { ...row, promised: row.promised && new Date(row.promised).toISOString() };
}

const TOTAL = 50_000;
type Payment = 'cash' | 'online';
type Event = {
  kind: string;
  to_status: OrderStatus | null;
  revision: number;
  details: { paise?: number; refund?: number; lowered?: true; to_paise?: number; at?: string } | null;
};

/** The order as its events have it, given only that it was placed, and paid if it is paid online. */
async function rebuild(orderId: number, by: Payment): Promise<Row> {
  const events = await rows<Event>('SELECT * FROM order_events WHERE order_id = $1 ORDER BY id', orderId);
  const placed: Row = {
    status: 'Pending',
    promised: null,
    revision: 1,
    cancellation: null,
    payment: by === 'cash' ? 'due' : 'paid',
    refunded: 0,
    total: TOTAL,
    cashExtra: 0,
  };
  // Of the online payment: the cost, the amount to refund, and the refunded amount.
  let onlinePaise = TOTAL;
  let owedPaise = 0;
  let backPaise = 0;
  return events.reduce((row, { kind, to_status, revision, details }) => {
    const { paise = 0, refund, lowered, to_paise: total = 0, at = '' } = details ?? {};
    const next = { ...row, revision };
    if (kind === 'promised') return { ...next, promised: new Date(at).toISOString() };
    if (kind === 'cancellation_requested') return { ...next, cancellation: 'open' };
    if (kind === 'cancellation_refused') return { ...next, cancellation: 'refused' };
    if (kind === 'adjusted') {
      return { ...next, total, cashExtra: by === 'online' ? Math.max(0, total - onlinePaise) : 0 };
    }
    if (kind === 'refund_due' && lowered) {
      onlinePaise -= paise;
      return next;
    }
    if (kind === 'refund_due') {
      owedPaise += paise;
      const payment = owedPaise === onlinePaise ? 'refund_due' : row.payment;
      return { ...next, refunded: row.refunded + paise, payment };
    }
    if (kind === 'refunded' && refund === undefined) return { ...next, refunded: row.refunded + paise };
    if (kind === 'refunded') {
      backPaise += paise;
      return { ...next, payment: backPaise === TOTAL ? 'refunded' : row.payment };
    }
    if (kind !== 'status' || to_status === null) return next;
    const cancellation = row.cancellation === 'open' && to_status === 'Cancelled' ? 'granted' : row.cancellation;
    return { ...next, status: to_status, cancellation, payment: cashAfter(to_status, row.payment) };
  }, placed);
}

function cashAfter(status: OrderStatus, payment: PaymentStatus): PaymentStatus {
  if (payment !== 'due') return payment;
  if (status === 'Delivered') return 'collected';
  return isEndedEarly(status) ? 'cancelled' : 'due';
}

type Move = { type: OrderEvent['type'] | (typeof QUESTIONS)[number]; by: OrderActor };
const TYPES = ['accept', 'makeReady', 'send', 'handOver', 'decline', 'cancel', 'expire', 'bringBack'] as const;
const QUESTIONS = ['requestCancellation', 'refuseCancellation', 'promise'] as const;
const ACTORS = ['customer', 'shop', 'operator', 'clock'] as const;
const GRACE_ENDS_AT = 1;

/**
 * Ways through the machine that together make every change that it allows in every status by every actor who may make it. Only the
 * first of several actors goes on, because what follows is the same for all of them.
 */
function ways(order: OrderFacts): Move[][] {
  const times = order.cancellation ? [GRACE_ENDS_AT] : [0, GRACE_ENDS_AT];
  return [...TYPES, ...QUESTIONS].flatMap((type) => {
    const actors = ACTORS.filter((by) => times.some((at) => allows(order, { type, by }, at)));
    return actors.flatMap((by, nth): Move[][] => {
      const move = { type, by };
      const after = nth === 0 && type !== 'promise' ? ways(factsAfter(order, move)) : [];
      return after.length === 0 ? [[move]] : after.map((rest) => [move, ...rest]);
    });
  });
}

const isQuestion = (type: Move['type']): type is (typeof QUESTIONS)[number] => QUESTIONS.some((each) => each === type);

const allows = (order: OrderFacts, { type, by }: Move, at: number): boolean =>
  isQuestion(type) ? isAllowed(order, { type, by, at }) : statusAfter(order, { type, by, at }) !== undefined;

function factsAfter(order: OrderFacts, { type, by }: Move): OrderFacts {
  if (isQuestion(type)) return { ...order, cancellation: type === 'requestCancellation' ? 'open' : 'refused' };
  return { ...order, status: statusAfter(order, { type, by, at: 0 }) ?? order.status };
}

type Placed = { orderId: number; customer: Session };

let made = 0;
async function place(takeaway: boolean, by: Payment, choice: IfUnavailable = 'call_me'): Promise<Placed> {
  const user = await createUser();
  const address = takeaway ? {} : { takeaway, address: { id: (await createAddress({ user })).id } };
  const paymentMethod = by === 'cash' ? 'cod' : 'online';
  const body = orderBody([{ variant, quantity: 2 }], { ...address, paymentMethod, if_unavailable: choice });
  const idempotencyKey = `order-to-be-rebuilt-${(made += 1)}`;
  const customer = sessionOf(user, shop);
  if (by === 'cash') return { orderId: (await placeOrder({ userId: user.id, body, idempotencyKey })).id, customer };
  const started = await startOrderPayment({ provider: 'razorpay', user, order: body, idempotencyKey });
  await sandbox.pay(started.providerOrderId);
  await settlePayment({ provider: 'razorpay', providerOrderId: started.providerOrderId, source: 'webhook' });
  return { orderId: started.order!.id, customer };
}

const STEPS: Partial<Record<Move['type'], OrderStatus>> = {
  accept: 'Accepted',
  makeReady: 'Ready',
  send: 'In Transit',
  handOver: 'Delivered',
};

async function make({ type, by: actor }: Move, { orderId, customer }: Placed): Promise<void> {
  const by = actor === 'customer' ? customer : actor === 'operator' ? operator : vendor;
  const to = STEPS[type];
  const { cancellation } = await readRow(orderId);
  if (to && actor === 'clock') {
    await rows('UPDATE shops SET auto_accepts = true WHERE id = $1', shop.id);
    await acceptAutomatically();
    await rows('UPDATE shops SET auto_accepts = false WHERE id = $1', shop.id);
  } else if (to) await advanceOrderStatus({ orderId, to, by });
  else if (type === 'promise') await promiseTime({ orderId, by, readyInMinutes: 90 });
  else if (type === 'expire') {
    await rows('UPDATE orders SET accept_by = now() WHERE id = $1', orderId);
    await expireOrders();
  } else if (type === 'requestCancellation') {
    await rows(`UPDATE order_events SET at = at - interval '1 hour' WHERE order_id = $1`, orderId);
    await requestCancellation({ orderId, by, reason: 'too_late' });
  } else if (type === 'refuseCancellation' && actor === 'clock') {
    await rows('UPDATE cancellation_requests SET answer_by = now() WHERE order_id = $1', orderId);
    await refuseUnansweredCancellations();
  } else if (type === 'refuseCancellation') await answerCancellation({ orderId, by, cancel: false });
  else if (cancellation === 'open') await answerCancellation({ orderId, by, cancel: true });
  else {
    const exit = type as 'decline' | 'cancel' | 'bringBack';
    const reason = actor === 'customer' ? 'changed_my_mind' : exit === 'bringBack' ? 'nobody_there' : 'closing';
    await endOrder({ orderId, exit, by, reason });
  }
}

async function propose({ orderId }: Placed, changeOf: (itemId: number) => RequestedChange) {
  const [item] = await rows<{ id: number }>('SELECT id::int FROM order_items WHERE order_id = $1', orderId);
  const { revision } = await readRow(orderId);
  const lines = [changeOf(item!.id)];
  return (await proposeAdjustment({ orderId, by: vendor, revision, lines, key: undefined })).order;
}

const textOf = (way: Move[]): string => way.map(({ type, by }) => `${type} by ${by}`).join(', ');

describe.each(['cash', 'online'] as const)('the events of an order that is paid by %s', (by) => {
  const refundable: Placed[] = [];
  const finished: Placed[] = [];

  describe.each([
    ['takeaway', true],
    ['delivery', false],
  ] as const)('a %s', (_, takeaway) => {
    const all = ways({ status: 'Pending', takeaway, graceEndsAt: GRACE_ENDS_AT, autoAccepts: true });

    it('are tested on every path of the machine', () => {
      const reached = new Set(all.flat().map(({ type }) => type));
      expect([...TYPES, ...QUESTIONS].filter((type) => !reached.has(type))).toEqual(
        takeaway ? ['send', 'bringBack'] : ['makeReady'],
      );
    });

    it.each(all.map((way) => [textOf(way), way] as const))('lead to the row of the order: %s', async (__, way) => {
      const placed = await place(takeaway, by);
      for (const move of way) {
        const before = await readRow(placed.orderId);
        await make(move, placed);
        const row = await readRow(placed.orderId);
        expect(row).not.toEqual(before);
        expect(await rebuild(placed.orderId, by)).toEqual(row);
      }
      finished.push(placed);
      if ((await readRow(placed.orderId)).status === 'Delivered') refundable.push(placed);
    });
  });

  it('say how its items were changed, and what it cost then', async () => {
    const [delivered, cancelled] = [await place(true, by, 'leave_out'), await place(true, by, 'leave_out')];
    const expectRebuilt = async (changes: object) => {
      for (const { orderId } of [delivered, cancelled])
        expect(await rebuild(orderId, by)).toEqual(await readRow(orderId));
      expect(await readRow(delivered.orderId)).toMatchObject(changes);
    };
    for (const placed of [delivered, cancelled]) {
      await make({ type: 'accept', by: 'shop' }, placed);
      await propose(placed, (item) => ({ kind: 'fewer', item_id: item, quantity: 1 }));
    }
    await expectRebuilt({ revision: 2, total: 25_000, refunded: 0 });
    const replacement = { kind: 'replace', variant_id: dearer.id, quantity: 1, at_old_price: false } as const;
    const { proposal } = await propose(delivered, (item) => ({ ...replacement, item_id: item }));
    const answers = proposal!.lines.map(({ itemId }) => ({ item_id: itemId, accept: true }));
    await answerProposal({ orderId: delivered.orderId, proposalId: proposal!.id, by: delivered.customer, answers });
    await expectRebuilt({ revision: 3, total: 30_000, cashExtra: by === 'online' ? 5_000 : 0 });

    await make({ type: 'cancel', by: 'shop' }, cancelled);
    for (const type of ['makeReady', 'handOver'] as const) await make({ type, by: 'shop' }, delivered);
    for (const amountPaise of [10_000, 20_000]) {
      await refundOrder({ orderId: delivered.orderId, amountPaise, text: 'Broken', by: vendor, key: undefined });
      await expectRebuilt({ total: 30_000 });
    }
    await rows('UPDATE refunds SET next_check_at = now()');
    await Promise.all([sweepPayments(), sweepPayments()]);
    await expectRebuilt({ refunded: 30_000, payment: by === 'online' ? 'refunded' : 'collected' });
  });

  it('say what was refunded of it, in parts and in full', async () => {
    const [part, whole] = refundable;
    const refund = (placed: Placed | undefined, amountPaise: number) =>
      refundOrder({ orderId: placed!.orderId, amountPaise, text: 'Broken', by: vendor, key: undefined });
    await refund(part, 12_000);
    await refund(whole, 12_000);
    await refund(whole, TOTAL - 12_000);
    for (const { orderId } of finished) expect(await rebuild(orderId, by)).toEqual(await readRow(orderId));
    expect((await readRow(whole!.orderId)).refunded).toBe(TOTAL);
    await rows('UPDATE refunds SET next_check_at = now()');
    await Promise.all([sweepPayments(), sweepPayments()]);
    for (const { orderId } of finished) expect(await rebuild(orderId, by)).toEqual(await readRow(orderId));
    if (by === 'online') expect((await readRow(whole!.orderId)).payment).toBe('refunded');
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });
});
