import type { RequestedChange } from '@haat/contract/orders/adjustments.calls';
import { CUSTOMER_REASONS, type OrderReason, RETURN_REASONS, SHOP_REASONS } from '@haat/contract/orders/order-reasons';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { isFinalStatus } from '@haat/machines/orders/order.machine';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { connectDatabase, database, inTransaction } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import type { Variant } from '../db/catalog.models.ts';
import { DomainError } from '../errors.ts';
import { createAddress, createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { orderBody } from '../test/order-body.ts';
import { startPayments } from '../test/payments.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { refundPart } from '../payments/refund-part.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { sweepPayments } from '../payments/sweep-payments.ts';
import { advanceOrderStatus } from './life/advance-order-status.ts';
import { answerProposal, withdrawProposal } from './adjust/answer-proposal.ts';
import { answerCancellation, requestCancellation } from './life/cancellation-request.ts';
import { endOrder } from './life/end-order.ts';
import { lockOrder } from './lock-order.ts';
import { placeOrder } from './place/place-order.ts';
import { proposeAdjustment } from './adjust/propose-adjustment.ts';
import { promiseTime } from './life/promised-time.ts';
import { runOrderTimers } from '../platform/run-order-timers.ts';
import { startOrderPayment } from './place/start-order-payment.ts';

const RUNS = 150;
const STOCK = 1_000_000;

let sandbox: Sandbox;
let shop: Shop;
let variant: Variant;
let other: Variant;
let dearer: Variant;
let added: Variant;
let addressId: number;
let people: Record<'customer' | 'shop' | 'operator' | 'stranger', Session>;
let customer: User;
beforeAll(async () => {
  connectDatabase();
  sandbox = await startPayments();
  [shop, customer] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({
    shop,
    variants: [10_000, 9_000, 12_000, 2_800].map((pricePaise, at) => ({
      pricePaise,
      stock: STOCK,
      unit: `${at + 1} pack`,
    })),
  });
  [variant, other, dearer, added] = variants as [Variant, Variant, Variant, Variant];
  addressId = (await createAddress({ user: customer })).id;
  const elsewhere = await createShop();
  people = {
    customer: sessionOf(customer, shop),
    shop: sessionOf(await createMember({ shop }), shop, 'vendor'),
    operator: sessionOf(await createUser({ isPlatformAdmin: true }), elsewhere),
    stranger: sessionOf(await createMember({ shop: elsewhere }), elsewhere, 'vendor'),
  };
});
afterAll(async () => {
  await sandbox.stop();
  await stopServices();
});

const sessionOf = (user: User, { id, slug }: Shop, role?: Session['role']): Session => ({
  userId: user.id,
  actorId: user.id,
  sessionId: crypto.randomUUID(),
  email: user.email,
  shopId: id,
  shopSlug: slug,
  role,
  isPlatformAdmin: user.isPlatformAdmin,
});

const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;

const person = fc.constantFrom('customer', 'shop', 'operator', 'stranger' as const);
const anyReason = fc.constantFrom<OrderReason>(...CUSTOMER_REASONS, ...SHOP_REASONS, ...RETURN_REASONS);

const CHANGES = ['leave_out', 'fewer', 'more', 'replace', 'replace_dearer', 'add'] as const;

/** All possible actions on an order, by anyone, at any time; most are refused. */
const event = fc.oneof(
  fc.record({
    kind: fc.constant('advance' as const),
    by: person,
    to: fc.constantFrom<OrderStatus>('Accepted', 'Ready', 'In Transit', 'Delivered'),
  }),
  fc.record({
    kind: fc.constant('end' as const),
    by: person,
    exit: fc.constantFrom('decline', 'cancel', 'bringBack' as const),
    reason: anyReason,
  }),
  fc.record({ kind: fc.constant('ask' as const), by: person }),
  fc.record({ kind: fc.constant('answer' as const), by: person, cancel: fc.boolean() }),
  fc.record({ kind: fc.constant('promise' as const), by: person, minutes: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ kind: fc.constant('propose' as const), by: person, change: fc.constantFrom(...CHANGES) }),
  fc.record({ kind: fc.constant('settle' as const), by: person, accept: fc.boolean() }),
  fc.record({ kind: fc.constant('withdraw' as const), by: person }),
  fc.record({ kind: fc.constant('refund' as const), paise: fc.integer({ min: 100, max: 25_000 }) }),
  fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(1, 3, 15, 200) }),
);
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

async function apply(orderId: number, happened: Event): Promise<void> {
  if (happened.kind === 'pass') return pass(orderId, happened.minutes);
  if (happened.kind === 'refund') return refund(orderId, happened.paise);
  const by = people[happened.by];
  if (happened.kind === 'advance') await advanceOrderStatus({ orderId, to: happened.to, by });
  else if (happened.kind === 'end') await endOrder({ orderId, exit: happened.exit, by, reason: happened.reason });
  else if (happened.kind === 'ask') await requestCancellation({ orderId, by, reason: 'too_late' });
  else if (happened.kind === 'answer') await answerCancellation({ orderId, by, cancel: happened.cancel });
  else if (happened.kind === 'promise') await promiseTime({ orderId, by, readyInMinutes: happened.minutes });
  else await adjust(orderId, happened, by);
}

type Adjusting = Extract<Event, { kind: 'propose' | 'settle' | 'withdraw' }>;

async function adjust(orderId: number, happened: Adjusting, by: Session): Promise<void> {
  const items = await query<{ id: number }>('SELECT id::int FROM order_items WHERE order_id = $1 ORDER BY id', orderId);
  const [first] = items;
  const [proposal] = await query<{ id: number }>(
    `SELECT id::int FROM order_proposals WHERE order_id = $1 ORDER BY id DESC LIMIT 1`,
    orderId,
  );
  if (happened.kind === 'propose') {
    const [order] = await query<{ revision: number }>('SELECT revision FROM orders WHERE id = $1', orderId);
    const line = first && changeOf(first.id, happened.change);
    if (!line) return;
    const key = `order-life-proposal-${(orders += 1)}`;
    await proposeAdjustment({ orderId, by, revision: order!.revision, lines: [line], key });
  } else if (!proposal) return;
  else if (happened.kind === 'withdraw') await withdrawProposal({ orderId, proposalId: proposal.id, by });
  else {
    const asked = await query<{ id: number }>(
      'SELECT item_id::int AS id FROM order_proposal_lines WHERE proposal_id = $1',
      proposal.id,
    );
    const answers = asked.map(({ id }) => ({ item_id: id, accept: happened.accept }));
    await answerProposal({ orderId, proposalId: proposal.id, by, answers });
  }
}

function changeOf(item_id: number, change: (typeof CHANGES)[number]): RequestedChange {
  if (change === 'leave_out') return { kind: 'leave_out', item_id };
  if (change === 'add') return { kind: 'add', variant_id: added.id, quantity: 3 };
  if (change === 'more') return { kind: 'more', item_id, quantity: 4 };
  if (change === 'fewer') return { kind: 'fewer', item_id, quantity: 1 };
  const { id: variant_id } = change === 'replace' ? other : dearer;
  return { kind: 'replace', item_id, variant_id, quantity: 2 };
}

/** The order's clock goes on: its events and deadlines move into the past. */
async function pass(orderId: number, minutes: number): Promise<void> {
  await query(`UPDATE order_events SET at = at - make_interval(mins => $2) WHERE order_id = $1`, orderId, minutes);
  await query(
    `UPDATE orders SET accept_by = accept_by - make_interval(mins => $2), remind_at = remind_at - make_interval(mins => $2)
     WHERE id = $1`,
    orderId,
    minutes,
  );
  await query(
    'UPDATE order_proposals SET answer_by = answer_by - make_interval(mins => $2) WHERE order_id = $1',
    orderId,
    minutes,
  );
  await query(
    'UPDATE cancellation_requests SET answer_by = answer_by - make_interval(mins => $2) WHERE order_id = $1',
    orderId,
    minutes,
  );
  // Not part of the test: three expired orders in a row would pause the shop.
  await runOrderTimers();
  await query('UPDATE shops SET paused_at = NULL, not_responding = false WHERE id = $1', shop.id);
}

async function refund(orderId: number, amountPaise: number): Promise<void> {
  await inTransaction(async (client) => {
    await lockOrder(client, orderId);
    const by = { actor: 'shop', actorId: people.shop.userId } as const;
    await refundPart(client, { orderId, amountPaise, reason: 'goodwill', by });
  });
}

const isRefusal = (error: unknown): boolean => error instanceof DomainError;

let orders = 0;
async function place(order: { takeaway: boolean; isPaidOnline: boolean }): Promise<number> {
  const where = order.takeaway ? {} : { takeaway: false, address: { id: addressId } };
  const lines = [{ variant, quantity: 2 }];
  const idempotencyKey = `order-life-${(orders += 1)}`;
  if (!order.isPaidOnline)
    return (await placeOrder({ userId: customer.id, body: orderBody(lines, where), idempotencyKey })).id;
  const started = await startOrderPayment({
    provider: 'razorpay',
    user: customer,
    order: orderBody(lines, { ...where, paymentMethod: 'online' }),
    idempotencyKey,
    returnTo: { success: 'http://localhost:8080/#/a', cancel: 'http://localhost:8080/#/b' },
  });
  const { providerOrderId } = started;
  await sandbox.pay(providerOrderId, 'close');
  await settlePayment({ source: 'webhook', provider: 'razorpay', providerOrderId });
  return started.order!.id;
}

it('any order by anybody: stock and money are right, and it ends once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ takeaway: fc.boolean(), isPaidOnline: fc.boolean() }),
      fc.array(event, { minLength: 1, maxLength: 30 }),
      async (order, events) => {
        const orderId = await place(order);
        let ended: OrderStatus | undefined;
        for (const happened of events) {
          await apply(orderId, happened).catch((error: unknown) => {
            if (!isRefusal(error)) throw error;
          });
          const [row] = await query<{ status: OrderStatus }>('SELECT status FROM orders WHERE id = $1', orderId);
          if (ended) expect(row!.status).toBe(ended);
          if (isFinalStatus(row!.status)) ended = row!.status;
        }
      },
    ),
    { numRuns: RUNS },
  );
  // Refunds are paid by the sweeps.
  for (let round = 0; round < 3; round += 1) {
    await sweepPayments();
    await query('UPDATE refunds SET next_check_at = now()');
  }
  expect(await brokenInvariants(database().pool)).toEqual([]);
}, 240_000);
