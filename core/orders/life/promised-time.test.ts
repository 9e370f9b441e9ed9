import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import type { Variant } from '../../db/catalog.models.ts';
import { createMember, createProduct, createShop, createUser } from '../../test/factories.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../../accounts/session.ts';
import { setRush } from '../../shops/settings.ts';
import { acceptAutomatically } from './accept-automatically.ts';
import { advanceOrderStatus } from './advance-order-status.ts';
import { placeOrder } from '../place/place-order.ts';
import { promiseTime } from './promised-time.ts';

let shop: Shop;
let variant: Variant;
let customer: User;
let vendor: Session;
let orderId: number;
beforeAll(() => void connectDatabase());
afterAll(stopServices);
beforeEach(async () => {
  [shop, customer] = await Promise.all([createShop({ openTime: null, closeTime: null }), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 1000 }] });
  variant = variants[0]!;
  vendor = { ...sessionOf(await createMember({ shop })), role: 'vendor' };
  const body = orderBody([{ variant, quantity: 1 }]);
  ({ id: orderId } = await placeOrder({ userId: customer.id, body, idempotencyKey: crypto.randomUUID() }));
});

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
const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;
const accept = (readyInMinutes?: number) => advanceOrderStatus({ orderId, to: 'Accepted', by: vendor, readyInMinutes });
const minutesUntil = (time: Date | null) => Math.round(((time?.getTime() ?? 0) - Date.now()) / 60_000);
const promises = () =>
  query<{ actor: string; at: string }>(
    `SELECT actor, details ->> 'at' AS at FROM order_events WHERE order_id = $1 AND kind = 'promised' ORDER BY id`,
    orderId,
  );

describe('an accepted order', () => {
  it('is promised for the time that the shop usually needs', async () => {
    const { order } = await accept();
    expect(minutesUntil(order.promisedAt)).toBe(20);
    const [promise] = await promises();
    expect(promise!.actor).toBe('shop');
    expect(Date.parse(promise!.at)).toBe(order.promisedAt!.getTime());
  });

  it('is promised later by a busy shop, unless a member says when', async () => {
    await setRush({ shopId: shop.id, actorId: vendor.userId, minutes: 30 });
    expect(minutesUntil((await accept(45)).order.promisedAt)).toBe(45);
    const body = orderBody([{ variant, quantity: 1 }]);
    ({ id: orderId } = await placeOrder({ userId: customer.id, body, idempotencyKey: crypto.randomUUID() }));
    expect(minutesUntil((await accept()).order.promisedAt)).toBe(50);
  });

  it('counts from the opening of a closed shop', async () => {
    const india = new Date(Date.now() + 5.5 * 3_600_000);
    const hour = (add: number) => `${String((india.getUTCHours() + add) % 24).padStart(2, '0')}:00`;
    await query('UPDATE shops SET open_time = $2, close_time = $3 WHERE id = $1', shop.id, hour(3), hour(5));
    const { order } = await accept(15);
    const untilOpen = 180 - india.getUTCMinutes();
    expect(Math.abs(minutesUntil(order.promisedAt) - untilOpen - 15)).toBeLessThanOrEqual(1);
  });

  it('gets another time, and its customer is notified', async () => {
    await accept();
    const order = await promiseTime({ orderId, by: vendor, readyInMinutes: 60 });
    expect(minutesUntil(order.promisedAt)).toBe(60);
    expect(await promises()).toHaveLength(2);
    expect(
      await query(`SELECT feed, details FROM notifications WHERE order_id = $1 AND kind = 'order.adjustment'`, orderId),
    ).toEqual([{ feed: `user:${customer.id}`, details: { update: 'promised' } }]);
  });
});

it('no time is promised before an order is accepted, after it is ready, or by anybody else', async () => {
  const promise = (by = vendor) => promiseTime({ orderId, by, readyInMinutes: 10 });
  await expect(promise()).rejects.toMatchObject({ code: 'status_not_allowed' });
  await accept();
  await expect(promise(sessionOf(customer))).rejects.toMatchObject({ code: 'not_found' });
  await expect(promise(sessionOf(await createUser()))).rejects.toMatchObject({ code: 'not_found' });
  await advanceOrderStatus({ orderId, to: 'Ready', by: vendor });
  await expect(promise()).rejects.toMatchObject({ code: 'status_not_allowed' });
});

describe('a shop that accepts automatically', () => {
  const state = async () =>
    (
      await query<{ status: string; actor: string | null }>(
        `SELECT o.status, (SELECT e.actor FROM order_events e WHERE e.order_id = o.id AND e.kind = 'status') AS actor
         FROM orders o WHERE o.id = $1`,
        orderId,
      )
    )[0];

  it('has its orders accepted once, whichever worker is first', async () => {
    await query('UPDATE shops SET auto_accepts = true WHERE id = $1', shop.id);
    const accepted = await Promise.all([acceptAutomatically(), acceptAutomatically()]);
    expect(accepted.toSorted()).toEqual([0, 1]);
    expect(await state()).toEqual({ status: 'Accepted', actor: 'clock' });
    expect(await promises()).toHaveLength(1);
  });

  it('does not while it is closed', async () => {
    const india = new Date(Date.now() + 5.5 * 3_600_000);
    const hour = (add: number) => `${String((india.getUTCHours() + add) % 24).padStart(2, '0')}:00`;
    await query(
      'UPDATE shops SET auto_accepts = true, open_time = $2, close_time = $3 WHERE id = $1',
      shop.id,
      hour(3),
      hour(5),
    );
    await acceptAutomatically();
    expect(await state()).toEqual({ status: 'Pending', actor: null });
  });

  it('is the only one', async () => {
    await acceptAutomatically();
    expect(await state()).toEqual({ status: 'Pending', actor: null });
  });
});
