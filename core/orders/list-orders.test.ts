import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { orderBody } from '../test/order-body.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { listShopOrders } from './list-orders.ts';
import { placeOrder } from './place/place-order.ts';

let customer: User;
let shop: Shop;
let by: Session;
let ids: number[];
beforeAll(async () => {
  connectDatabase();
  [customer, shop] = await Promise.all([createUser(), createShop()]);
  const vendor = await createMember({ shop });
  by = {
    userId: vendor.id,
    actorId: vendor.id,
    sessionId: '00000000-0000-0000-0000-000000000000',
    email: vendor.email,
    shopId: shop.id,
    shopSlug: shop.slug,
    role: 'vendor',
    isPlatformAdmin: false,
  };
  ids = [];
  for (let quantity = 1; quantity <= 5; quantity += 1) ids.unshift(await place(customer, shop, quantity));
});
afterAll(stopServices);

async function place(user: User, at: Shop, quantity = 1): Promise<number> {
  const { variants } = await createProduct({ shop: at, name: 'Curd', variants: [{ unit: '500 ml' }, { unit: '1 L' }] });
  const body = orderBody(variants.map((variant) => ({ variant, quantity })));
  return (await placeOrder({ userId: user.id, body })).id;
}

const idsOf = (orders: { id: number }[]) => orders.map(({ id }) => id);

describe("a shop's orders", () => {
  it('are visible to its members and the platform operator', async () => {
    expect(idsOf(await listShopOrders({ by, shopId: shop.id }))).toEqual(ids);
    const operator = { ...by, role: undefined, shopId: 999_999, isPlatformAdmin: true };
    expect(idsOf(await listShopOrders({ by: operator, shopId: shop.id, limit: 1 }))).toEqual(ids.slice(0, 1));
  });

  it('are not visible to a customer of the shop, nor to members of another', async () => {
    const refused = { code: 'forbidden' };
    await expect(listShopOrders({ by: { ...by, role: undefined }, shopId: shop.id })).rejects.toMatchObject(refused);
    const other = await createShop();
    await expect(listShopOrders({ by: { ...by, shopId: other.id }, shopId: shop.id })).rejects.toMatchObject(refused);
  });

  it('exclude those that await their payment', async () => {
    const { knex } = database();
    await knex('orders').where({ id: ids[0]! }).update({ paymentMethod: 'online', paymentStatus: 'awaiting' });
    await knex('orders').where({ id: ids[1]! }).update({ paymentMethod: 'online', paymentStatus: 'expired' });
    expect(idsOf(await listShopOrders({ by, shopId: shop.id }))).toEqual(ids.slice(2));
  });
});
