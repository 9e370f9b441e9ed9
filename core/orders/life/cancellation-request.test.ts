import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import type { Variant } from '../../db/catalog.models.ts';
import { createMember, createProduct, createShop, createUser } from '../../test/factories.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../../accounts/session.ts';
import { advanceOrderStatus } from './advance-order-status.ts';
import { answerCancellation, refuseUnansweredCancellations, requestCancellation } from './cancellation-request.ts';
import { endOrder } from './end-order.ts';
import { placeOrder } from '../place/place-order.ts';

let shop: Shop;
let variant: Variant;
let buyer: Session;
let vendor: Session;
let stranger: Session;
let orderId: number;
beforeAll(async () => {
  connectDatabase();
  const [own, customer] = await Promise.all([createShop(), createUser()]);
  shop = own;
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 1000 }] });
  variant = variants[0]!;
  buyer = sessionOf(customer);
  vendor = { ...sessionOf(await createMember({ shop })), role: 'vendor' };
  stranger = sessionOf(await createUser());
});
afterAll(stopServices);

const sessionOf = (user: User): Session => ({
  userId: user.id,
  actorId: user.id,
  sessionId: crypto.randomUUID(),
  email: user.email,
  shopId: shop.id,
  shopSlug: shop.slug,
  role: undefined,
  isPlatformAdmin: false,
});

let orders = 0;
const place = async (): Promise<number> => {
  const body = orderBody([{ variant, quantity: 2 }]);
  const key = `order-${(orders += 1)}-to-be-cancelled`;
  return (await placeOrder({ userId: buyer.userId, body, idempotencyKey: key })).id;
};
const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;
const accept = (id: number) => advanceOrderStatus({ orderId: id, to: 'Accepted', by: vendor });
const endGrace = (id: number) => query(`UPDATE order_events SET at = at - interval '1 hour' WHERE order_id = $1`, id);
const ask = (by = buyer) => requestCancellation({ orderId, by, reason: 'other', text: 'We are away' });
const answer = (cancel: boolean, by = vendor) => answerCancellation({ orderId, by, cancel });
const kinds = async () =>
  (
    await query<{ kind: string; actor: string }>(
      'SELECT kind, actor FROM order_events WHERE order_id = $1 ORDER BY id',
      orderId,
    )
  ).map(({ kind, actor }) => `${kind} by ${actor}`);
const updates = async () =>
  (
    await query<{ name: string }>(
      `SELECT split_part(feed, ':', 1) || ' ' || (details ->> 'update') AS name FROM notifications
       WHERE order_id = $1 AND details ? 'update' ORDER BY created_at, seq`,
      orderId,
    )
  ).map(({ name }) => name);
const stock = async () =>
  (await query<{ stock: number }>('SELECT stock FROM variants WHERE id = $1', variant.id))[0]!.stock;

describe('the customer of an accepted order, after the grace period', () => {
  beforeEach(async () => {
    orderId = await place();
    await accept(orderId);
    await endGrace(orderId);
  });

  it('asks once, and the shop is notified', async () => {
    const { order, changed } = await ask();
    expect(changed).toBe(true);
    expect(order.cancellation).toMatchObject({ state: 'open', reason: 'other', text: 'We are away' });
    const minutes = (Date.parse(order.cancellation!.answerBy) - Date.parse(order.cancellation!.at)) / 60_000;
    expect(minutes).toBe(10);
    expect((await ask()).changed).toBe(false);
    expect(await updates()).toEqual(['shop cancellation_requested']);
    expect(
      await query(`SELECT topic FROM outbox WHERE subject_id = $1 AND topic = 'order.cancellation'`, orderId),
    ).toHaveLength(1);
  });

  it('and the shop cancels: with the reason of the customer, and the items are on sale again', async () => {
    const before = await stock();
    await ask();
    const { order } = await answer(true);
    expect(order).toMatchObject({
      status: 'Cancelled',
      paymentStatus: 'cancelled',
      cancellation: { state: 'granted' },
    });
    expect(order.steps.at(-1)).toMatchObject({ actor: 'shop', reason: 'other' });
    expect(await stock()).toBe(before + 2);
    expect((await answer(true)).changed).toBe(false);
    await expect(answer(false)).rejects.toMatchObject({ code: 'status_not_allowed' });
  });

  it('and the shop goes on: the customer is notified, and cannot ask again', async () => {
    await ask();
    expect((await answer(false)).order).toMatchObject({ status: 'Accepted', cancellation: { state: 'refused' } });
    expect((await answer(false)).changed).toBe(false);
    expect(await updates()).toEqual(['shop cancellation_requested', 'user cancellation_refused']);
    await expect(ask()).rejects.toMatchObject({ code: 'status_not_allowed' });
    await expect(answer(true)).rejects.toMatchObject({ code: 'status_not_allowed' });
    await advanceOrderStatus({ orderId, to: 'Ready', by: vendor });
  });

  it('and the order waits for the answer', async () => {
    await ask();
    const request = { orderId, to: 'Ready', by: vendor } as const;
    await expect(advanceOrderStatus(request)).rejects.toThrow(
      'The customer asks to cancel this order. Please answer first.',
    );
    await answer(false);
    expect((await advanceOrderStatus(request)).changed).toBe(true);
  });

  it('and the order does not go on meanwhile, although it was to just before', async () => {
    const { pool } = database();
    const asking = await pool.connect();
    await asking.query('BEGIN');
    await asking.query('SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE', [orderId]);
    const advanced = advanceOrderStatus({ orderId, to: 'Ready', by: vendor }).catch((error: unknown) => error);
    await asking.query(
      `INSERT INTO cancellation_requests (order_id, reason, answer_by) VALUES ($1, 'too_late', now() + interval '10 minutes')`,
      [orderId],
    );
    await asking.query('COMMIT');
    asking.release();
    expect(await advanced).toMatchObject({ code: 'status_not_allowed' });
  });

  it('and nobody answers: the clock refuses, once, whichever worker is first', async () => {
    await ask();
    expect(await refuseUnansweredCancellations()).toBe(0);
    await query(
      `UPDATE cancellation_requests SET answer_by = now() - interval '1 second' WHERE order_id = $1`,
      orderId,
    );
    const refused = await Promise.all([refuseUnansweredCancellations(), refuseUnansweredCancellations()]);
    expect(refused.toSorted()).toEqual([0, 1]);
    expect(await kinds()).toEqual([
      'status by shop',
      'promised by shop',
      'cancellation_requested by customer',
      'cancellation_refused by clock',
    ]);
    expect(await updates()).toEqual(['shop cancellation_requested', 'user cancellation_refused']);
  });

  it('and the shop and the clock answer at once: one of them does', async () => {
    await ask();
    await query(
      `UPDATE cancellation_requests SET answer_by = now() - interval '1 second' WHERE order_id = $1`,
      orderId,
    );
    const [granted] = await Promise.allSettled([answer(true), refuseUnansweredCancellations()]);
    const [row] = await query<{ status: string; state: string }>(
      'SELECT o.status, r.state FROM orders o JOIN cancellation_requests r ON r.order_id = o.id WHERE o.id = $1',
      orderId,
    );
    expect(row).toEqual(
      granted.status === 'fulfilled'
        ? { status: 'Cancelled', state: 'granted' }
        : { status: 'Accepted', state: 'refused' },
    );
  });

  it('and the shop cancels for its own reason: nothing stays open', async () => {
    await ask();
    await endOrder({ orderId, exit: 'cancel', by: vendor, reason: 'too_busy' });
    expect(await query('SELECT state FROM cancellation_requests WHERE order_id = $1', orderId)).toEqual([
      { state: 'granted' },
    ]);
  });

  it('is the only one who may ask, and the shop the only one who may answer', async () => {
    await expect(ask(vendor)).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask(stranger)).rejects.toMatchObject({ code: 'not_found' });
    await ask();
    await expect(answer(true, buyer)).rejects.toMatchObject({ code: 'not_found' });
    await expect(answer(false, stranger)).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('is not for an order that can be cancelled without asking, nor for one that has left the shop', async () => {
  orderId = await place();
  await expect(ask()).rejects.toThrow('You can cancel this order without asking.');
  await accept(orderId);
  await expect(ask()).rejects.toThrow('You can cancel this order without asking.');
  await endGrace(orderId);
  await advanceOrderStatus({ orderId, to: 'Ready', by: vendor });
  await expect(ask()).rejects.toThrow('This order can no longer be cancelled. Please call the shop.');
  await expect(answer(true)).rejects.toMatchObject({ code: 'status_not_allowed' });
});

it('keeps stock and money right', async () => expect(await brokenInvariants(database().pool)).toEqual([]));
