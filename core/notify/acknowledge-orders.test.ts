import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import { announcedOrder } from '../test/announced-order.ts';
import { createMember, createShop, createUser } from '../test/factories.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { advanceOrderStatus } from '../orders/life/advance-order-status.ts';
import { acknowledgeOrders, readAcknowledged } from './acknowledge-orders.ts';

let customer: User;
beforeAll(async () => {
  connectDatabase();
  customer = await createUser();
});
afterAll(stopServices);

let shop: Shop;
let vendor: Session;
let orders: number[];
beforeEach(async () => {
  shop = await createShop();
  vendor = sessionOf(await createMember({ shop }), 'vendor');
  orders = [];
  for (let each = 0; each < 3; each++) orders.push((await announcedOrder({ shop, user: customer })).orderId);
});

const sessionOf = (user: User, role?: Session['role']): Session => ({
  userId: user.id,
  actorId: user.id,
  sessionId: '00000000-0000-0000-0000-000000000000',
  email: user.email,
  shopId: shop.id,
  shopSlug: shop.slug,
  role,
  isPlatformAdmin: user.isPlatformAdmin,
});
const acknowledged = async () => (await readAcknowledged([shop.id])).get(shop.id);

it('grows, never shrinks, and reaches no further than there are orders', async () => {
  expect(await acknowledged()).toBe(0);
  expect(await acknowledgeOrders({ by: vendor, seq: 2 })).toBe(2);
  expect(await acknowledgeOrders({ by: vendor, seq: 1 })).toBe(2);
  expect(await acknowledgeOrders({ by: vendor, seq: 0 })).toBe(2);
  expect(await acknowledgeOrders({ by: vendor, seq: Number.MAX_SAFE_INTEGER })).toBe(3);
  await announcedOrder({ shop, user: customer });
  expect(await acknowledged()).toBe(3);
});

it('ends at the highest of many devices at once', async () => {
  await Promise.all([3, 1, 2, 3, 2, 1].map((seq) => acknowledgeOrders({ by: vendor, seq })));
  expect(await acknowledged()).toBe(3);
});

it('stores who acknowledged, separately for each shop', async () => {
  await acknowledgeOrders({ by: vendor, seq: 3 });
  const other = await createShop();
  expect([...(await readAcknowledged([other.id, shop.id]))]).toEqual(
    expect.arrayContaining([
      [other.id, 0],
      [shop.id, 3],
    ]),
  );
  expect(await database().knex('order_acknowledgements').where({ shopId: shop.id })).toMatchObject([
    { seq: 3, userId: vendor.userId },
  ]);
});

it('stays 0 for a shop without orders', async () => {
  const empty = await createShop();
  expect(await acknowledgeOrders({ by: { ...vendor, shopId: empty.id }, seq: 5 })).toBe(0);
});

it('is refused to customers and to the operator of the platform', async () => {
  const operator = sessionOf(await createUser({ isPlatformAdmin: true }));
  for (const by of [sessionOf(customer), operator]) {
    await expect(acknowledgeOrders({ by, seq: 3 })).rejects.toMatchObject({ code: 'forbidden' });
  }
  expect(await acknowledged()).toBe(0);
});

it('follows a status change by a member, up to that order, and not one by the operator', async () => {
  const operator = sessionOf(await createUser({ isPlatformAdmin: true }));
  await advanceOrderStatus({ orderId: orders[2]!, to: 'Accepted', by: operator });
  expect(await acknowledged()).toBe(0);
  await advanceOrderStatus({ orderId: orders[1]!, to: 'Accepted', by: vendor });
  expect(await acknowledged()).toBe(2);
  await advanceOrderStatus({ orderId: orders[0]!, to: 'Accepted', by: vendor });
  expect(await acknowledged()).toBe(2);
});
