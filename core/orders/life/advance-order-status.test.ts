import type { OrderStatus } from '@haat/contract/orders/order-status';
import { stepsOf } from '@haat/machines/orders/order.machine';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import { connectBus } from '../../live/connect-bus.ts';
import { dispatchesSettled } from '../../queue/outbox.ts';
import { Order } from '../../db/orders.models.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import type { Variant } from '../../db/catalog.models.ts';
import { createMember, createProduct, createShop, createUser } from '../../test/factories.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../../accounts/session.ts';
import { lockOrder } from '../lock-order.ts';
import { advanceOrderStatus } from './advance-order-status.ts';
import { placeOrder } from '../place/place-order.ts';

let shop: Shop;
let variant: Variant;
let customer: User;
let vendor: Session;
let admin: Session;
let operator: Session;
let stranger: Session;
beforeAll(async () => {
  connectDatabase();
  [shop, customer] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ stock: 100_000 }] });
  variant = variants[0]!;
  vendor = sessionOf(await createMember({ shop }), shop, 'vendor');
  admin = sessionOf(await createMember({ shop, role: 'admin' }), shop, 'admin');
  operator = sessionOf(await createUser({ isPlatformAdmin: true }), await createShop());
  const elsewhere = await createShop();
  stranger = sessionOf(await createMember({ shop: elsewhere }), elsewhere, 'vendor');
});
afterAll(stopServices);

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

/** The orders of this file are picked up. */
const STEPS = stepsOf({ takeaway: true });

let orders = 0;
/** An order that was advanced to `status`. */
async function orderAt(status: OrderStatus): Promise<number> {
  const body = orderBody([{ variant }]);
  const { id } = await placeOrder({ userId: customer.id, body, idempotencyKey: `order-${(orders += 1)}-of-this-file` });
  for (const to of STEPS.slice(1, STEPS.indexOf(status) + 1)) {
    await advanceOrderStatus({ orderId: id, to, by: vendor });
  }
  return id;
}

const eventsOf = (orderId: number) => database().knex('order_events').where({ orderId, kind: 'status' }).orderBy('id');

it('moves to the next status, notifies the customer and records the actor', async () => {
  const orderId = await orderAt('Accepted');
  const { order, changed } = await advanceOrderStatus({ orderId, to: 'Ready', by: admin });

  expect(changed).toBe(true);
  expect(order).toMatchObject({ id: orderId, status: 'Ready', shop: { id: shop.id } });
  expect(order.steps.map(({ status }) => status)).toEqual(['Accepted', 'Ready']);
  expect((await eventsOf(orderId)).at(-1)).toMatchObject({
    fromStatus: 'Accepted',
    toStatus: 'Ready',
    actorId: admin.userId,
    actorShopId: shop.id,
  });
  const { knex } = database();
  expect(await knex('notifications').where({ orderId, kind: 'order.status' }).orderBy('seq')).toMatchObject([
    { feed: `user:${customer.id}`, status: 'Accepted', message: `Order ${order.orderNumber}: Accepted` },
    { feed: `user:${customer.id}`, status: 'Ready', message: `Order ${order.orderNumber}: Ready for pickup` },
  ]);
  expect(await knex('outbox').where({ subjectId: orderId, topic: 'order.status' })).toHaveLength(2);
  expect(await knex('activity_log').where({ subject: `order:${orderId}` })).toEqual([]);
});

// Each one costs every status change of every shop (docs/benchmarks.md).
it('takes three statements and at most one for both of its signals, outside of a transaction', async () => {
  const bus = await connectBus();
  const orderId = await orderAt('Pending');
  await dispatchesSettled();
  const { pool } = database();
  const [query, connect] = [vi.spyOn(pool, 'query'), vi.spyOn(pool, 'connect')];
  try {
    await advanceOrderStatus({ orderId, to: 'Accepted', by: vendor });
    await vi.waitFor(() => expect(JSON.stringify(query.mock.calls)).toContain('acknowledged'));
    const statements = query.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text);
    const begun = statements.map((text) => /UPDATE orders|pg_notify|SELECT o\.\w+/.exec(text)?.[0] ?? text);
    const [signals, others] = [
      begun.filter((text) => text === 'pg_notify'),
      begun.filter((text) => text !== 'pg_notify'),
    ];
    expect(others.toSorted()).toEqual(['SELECT o.id', 'SELECT o.user_id', 'UPDATE orders']);
    // None where Redis carries the signals.
    expect(signals.length).toBeLessThanOrEqual(1);
    expect(connect).toHaveBeenCalledTimes(statements.length);
  } finally {
    vi.restoreAllMocks();
    await bus.close();
  }
});

describe('from one status to another', () => {
  const pairs = STEPS.flatMap((from) => STEPS.map((to) => [from, to] as const));
  const isNext = (from: OrderStatus, to: OrderStatus) => STEPS.indexOf(to) === STEPS.indexOf(from) + 1;

  it.each(pairs.filter(([from, to]) => isNext(from, to)))('%s to %s is allowed', async (from, to) => {
    const moved = await advanceOrderStatus({ orderId: await orderAt(from), to, by: vendor });
    expect([moved.order.status, moved.changed]).toEqual([to, true]);
  });

  it.each(STEPS)('%s again changes nothing', async (status) => {
    const orderId = await orderAt(status);
    const before = await eventsOf(orderId);
    const again = await advanceOrderStatus({ orderId, to: status, by: vendor });
    expect([again.order.status, again.changed]).toEqual([status, false]);
    expect(await eventsOf(orderId)).toEqual(before);
  });

  it.each(pairs.filter(([from, to]) => from !== to && !isNext(from, to)))('%s to %s is rejected', async (from, to) => {
    const orderId = await orderAt(from);
    const text =
      from === 'Delivered' ? /^Order is already at final status\.$/ : /^An order that is '.+' cannot become '.+'\.$/;
    await expect(advanceOrderStatus({ orderId, to, by: vendor })).rejects.toMatchObject({
      code: 'status_not_allowed',
      message: expect.stringMatching(text),
    });
    expect(await Order.query().findById(orderId)).toMatchObject({ status: from });
  });

  it('names both by their labels', async () => {
    const orderId = await orderAt('Pending');
    await expect(advanceOrderStatus({ orderId, to: 'Ready', by: vendor })).rejects.toThrow(
      "An order that is 'Pending' cannot become 'Ready for pickup'.",
    );
  });
});

describe('a step that was made without a connection', () => {
  const MINUTE = 60_000;
  const ageOf = (at: unknown) => Math.round((Date.now() - (at as Date).getTime()) / MINUTE);
  /** An order that was placed two hours ago. */
  const orderOf = async (status: OrderStatus) => {
    const orderId = await orderAt(status);
    const { pool } = database();
    await pool.query(`UPDATE orders SET created_at = created_at - interval '2 hours' WHERE id = $1`, [orderId]);
    await pool.query(`UPDATE order_events SET at = at - interval '2 hours' WHERE order_id = $1`, [orderId]);
    return orderId;
  };
  const step = (orderId: number, to: OrderStatus, minutes: number) =>
    advanceOrderStatus({ orderId, to, by: vendor, ageMs: minutes * MINUTE });

  it('is dated by its age, and so is its cash', async () => {
    const orderId = await orderOf('Accepted');
    await step(orderId, 'Ready', 50);
    const { order } = await step(orderId, 'Delivered', 30);
    expect((await eventsOf(orderId)).map(({ at }) => ageOf(at))).toEqual([120, 50, 30]);
    const stored = await database().knex('orders').where({ id: orderId }).first('collectedAt');
    expect(ageOf(stored?.collectedAt)).toBe(30);
    expect(order.steps.map(({ at }) => ageOf(new Date(at)))).toEqual([120, 50, 30]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it.each([
    ['not before the step before it', 500, 120],
    ['not in the future', -60, 0],
    ['now where the device says more than a week', 8 * 24 * 60, 0],
  ])('is dated %s', async (_, minutes, expected) => {
    const orderId = await orderOf('Accepted');
    await step(orderId, 'Ready', minutes);
    expect(ageOf((await eventsOf(orderId)).at(-1)?.at)).toBe(expected);
  });

  it('is not dated before the order, and promises a time from then that has not passed', async () => {
    const orderId = await orderOf('Pending');
    const { order } = await advanceOrderStatus({
      orderId,
      to: 'Accepted',
      by: vendor,
      readyInMinutes: 30,
      ageMs: 500 * MINUTE,
    });
    expect([ageOf((await eventsOf(orderId)).at(-1)?.at), ageOf(order.promisedAt)]).toEqual([120, 0]);
    const other = await orderOf('Pending');
    const { order: later } = await advanceOrderStatus({
      orderId: other,
      to: 'Accepted',
      by: vendor,
      readyInMinutes: 30,
      ageMs: 10 * MINUTE,
    });
    expect(ageOf(later.promisedAt)).toBe(-20);
  });

  it('gives the customer all the time that begins with it', async () => {
    const orderId = await orderOf('Pending');
    const accepted = await step(orderId, 'Accepted', 60);
    const ready = await step(orderId, 'Ready', 50);
    const { order } = await step(orderId, 'Delivered', 40);
    expect(accepted.order.graceEndsAt!.getTime()).toBeGreaterThanOrEqual(Date.now() - MINUTE);
    expect(ready.order.holdUntil!.getTime()).toBeGreaterThan(Date.now());
    expect(ageOf(order.reportUntil)).toBeLessThanOrEqual(-24 * 60);
  });
});

describe('whose order it is', () => {
  it('an order of another shop is not found', async () => {
    const orderId = await orderAt('Pending');
    const refused = { code: 'not_found', message: 'Order not found' };
    await expect(advanceOrderStatus({ orderId, to: 'Accepted', by: stranger })).rejects.toMatchObject(refused);
    await expect(advanceOrderStatus({ orderId: 999_999_999, to: 'Accepted', by: vendor })).rejects.toMatchObject(
      refused,
    );
  });

  it('an order that awaits its payment is not found by the shop', async () => {
    const orderId = await orderAt('Pending');
    const { knex } = database();
    await knex('orders').where({ id: orderId }).update({ paymentMethod: 'online', paymentStatus: 'awaiting' });
    await expect(advanceOrderStatus({ orderId, to: 'Accepted', by: vendor })).rejects.toThrow('Order not found');
    await knex('orders').where({ id: orderId }).update({ paymentMethod: 'cod', paymentStatus: 'due' });
  });

  it('the platform operator may advance it, which is logged', async () => {
    const orderId = await orderAt('Pending');
    await advanceOrderStatus({ orderId, to: 'Accepted', by: operator });
    expect(await eventsOf(orderId)).toMatchObject([{ actorId: operator.userId, actorShopId: null }]);
    expect(
      await database()
        .knex('activity_log')
        .where({ subject: `order:${orderId}` }),
    ).toMatchObject([
      {
        shopId: shop.id,
        actorId: operator.userId,
        action: 'order.advanced',
        before: { status: 'Pending' },
        after: { status: 'Accepted' },
      },
    ]);
  });
});

it('ten concurrent requests advance an order once', async () => {
  const ids = await Promise.all(Array.from({ length: 100 }, () => orderAt('Pending')));
  const moves = ids.flatMap((orderId) =>
    Array.from({ length: 10 }, async (_, index) => {
      const { changed } = await advanceOrderStatus({ orderId, to: 'Accepted', by: index % 2 ? vendor : admin });
      return changed ? [orderId] : [];
    }),
  );
  expect((await Promise.all(moves)).flat().toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

it('concurrent requests for different statuses leave a history without gaps', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, () => orderAt('Pending')));
  const steps = ids.flatMap((orderId) =>
    (['Accepted', 'Ready', 'Delivered', 'Accepted'] as const).map((to) =>
      advanceOrderStatus({ orderId, to, by: vendor }).catch((error: unknown) => error),
    ),
  );
  const results = await Promise.all(steps);
  const refusals = results.filter((result) => result instanceof Error);
  expect(refusals.every((refused) => 'code' in refused && refused.code === 'status_not_allowed')).toBe(true);
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

it.each([
  [
    'a proposal',
    `INSERT INTO order_proposals (order_id, state, total_paise, answer_by) VALUES ($1, 'open', 100, now() + interval '5 min')`,
  ],
  [
    'a request to cancel',
    `INSERT INTO cancellation_requests (order_id, reason, answer_by) VALUES ($1, 'changed_mind', now() + interval '5 min')`,
  ],
])('sees %s that is committed while it waits for the order', async (_, asking) => {
  const orderId = await orderAt('Accepted');
  const other = await database().pool.connect();
  try {
    await other.query('BEGIN');
    await lockOrder(other, orderId);
    const advancing = advanceOrderStatus({ orderId, to: 'Ready', by: vendor }).catch((error: unknown) => error);
    await vi.waitFor(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect((await database().pool.query(waiting)).rowCount).toBe(1);
    });
    await other.query(asking, [orderId]);
    await other.query('COMMIT');
    expect(await advancing).toMatchObject({ code: 'status_not_allowed' });
    expect(await Order.query().findById(orderId)).toMatchObject({ status: 'Accepted' });
  } finally {
    other.release();
  }
});
