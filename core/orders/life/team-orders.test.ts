import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import { Order } from '../../db/orders.models.ts';
import type { Shop } from '../../db/shops.models.ts';
import { createAddress, createMember, createProduct, createShop, createUser } from '../../test/factories.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../../accounts/session.ts';
import { listCashCloses } from '../../money/close-cash.ts';
import { advanceOrderStatus } from './advance-order-status.ts';
import { placeOrder } from '../place/place-order.ts';
import { advanceDelivery, listRiderOrders, returnDelivery } from './rider-orders.ts';
import { listOrdersToPack, packOrder } from './pack-orders.ts';

let shop: Shop;
let shopId: number;
let vendor: Session;
let helper: Session;
let rider: Session;
beforeAll(() => void connectDatabase());
beforeEach(async () => {
  shop = await createShop();
  shopId = shop.id;
  [vendor, helper, rider] = await Promise.all([sessionOf('vendor'), sessionOf('helper'), sessionOf('rider')]);
});
afterAll(stopServices);

async function sessionOf(role: ShopRole): Promise<Session> {
  const user = await createMember({ shop, role, user: await createUser({ name: `Test ${role}` }) });
  const session = { sessionId: '00000000-0000-0000-0000-000000000000', email: user.email, isPlatformAdmin: false };
  return { ...session, userId: user.id, actorId: user.id, shopId, shopSlug: shop.slug, role };
}

let orders = 0;

/** An accepted order of 200 rupees for two pieces. */
async function accept(kind: 'takeaway' | 'delivery'): Promise<number> {
  const user = await createUser({ name: 'Asha Test Rao' });
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 10_000 }] });
  const fields =
    kind === 'takeaway'
      ? {}
      : { takeaway: false, address: { id: (await createAddress({ user, name: 'Asha Test Rao' })).id } };
  const body = orderBody([{ variant: variants[0]!, quantity: 2 }], { note: 'Ring twice', ...fields });
  const { id } = await placeOrder({ userId: user.id, body, idempotencyKey: `team-order-${(orders += 1)}` });
  await advanceOrderStatus({ orderId: id, to: 'Accepted', by: vendor });
  return id;
}

const payOnline = (id: number) =>
  database().pool.query(`UPDATE orders SET payment_method = 'online', payment_status = 'paid' WHERE id = $1`, [id]);

const letTwoHoursPass = (id: number) =>
  database().pool.query(`UPDATE order_events SET at = at - interval '2 hours' WHERE order_id = $1`, [id]);

const addressOf = async (id: number) => (await Order.query().findById(id))?.address;

describe('packing', () => {
  it('lists what is to be packed and what waits for its customer, with the first name and what is to be collected', async () => {
    const [takeaway, delivery, paid] = [await accept('takeaway'), await accept('delivery'), await accept('takeaway')];
    await payOnline(paid);
    const list = () => listOrdersToPack({ by: helper, shopId });
    expect((await list()).map(({ id }) => id)).toEqual([takeaway, delivery, paid]);
    expect((await list())[0]).toMatchObject({
      customerName: 'Asha',
      note: 'Ring twice',
      toCollectPaise: 20_000,
      items: [{ quantity: 2 }],
    });
    expect((await list())[2]).toMatchObject({ toCollectPaise: 0 });
    await packOrder({ by: helper, shopId, orderId: takeaway, to: 'Ready' });
    expect((await list()).map(({ id, status }) => [id, status])).toContainEqual([takeaway, 'Ready']);
    const handedOver = await packOrder({ by: helper, shopId, orderId: takeaway, to: 'Delivered' });
    expect(handedOver).toMatchObject({ status: 'Delivered', toCollectPaise: 0 });
    expect((await list()).map(({ id }) => id)).toEqual([delivery, paid]);
    const again = () => packOrder({ by: helper, shopId, orderId: takeaway, to: 'Delivered' });
    expect(await again()).toMatchObject({ status: 'Delivered' });
    await letTwoHoursPass(takeaway);
    await expect(again()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leaves deliveries, other shops and everything else about an order to others', async () => {
    const delivery = await accept('delivery');
    await advanceOrderStatus({ orderId: delivery, to: 'In Transit', by: vendor });
    const deliver = packOrder({ by: helper, shopId, orderId: delivery, to: 'Delivered' });
    await expect(deliver).rejects.toMatchObject({ code: 'status_not_allowed' });
    const elsewhere = await createShop();
    const there = { ...helper, shopId: elsewhere.id };
    const pack = packOrder({ by: there, shopId: elsewhere.id, orderId: delivery, to: 'Ready' });
    await expect(pack).rejects.toMatchObject({ code: 'not_found' });
    await expect(listOrdersToPack({ by: rider, shopId })).rejects.toMatchObject({ code: 'forbidden' });
    // The service of vendors refuses them, too, if a route should forget to ask.
    const accepted = advanceOrderStatus({ orderId: delivery, to: 'Delivered', by: helper });
    await expect(accepted).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('deliveries', () => {
  const pickUp = (orderId: number, by = rider) => advanceDelivery({ by, shopId, orderId, to: 'In Transit' });
  const listOf = (by: Session) => listRiderOrders({ by, shopId });

  it('says who the customer is and where they live to the rider who has the order, and only while it is on its way', async () => {
    const [orderId] = [await accept('delivery'), await accept('takeaway')];
    const { name, street, city, zip } = (await addressOf(orderId))!;
    const waiting = { mine: false, customerName: 'Asha', customerPhone: null, note: null, itemCount: 2 };
    expect(await listOf(rider)).toMatchObject([{ id: orderId, ...waiting, address: { street: null, city, zip } }]);
    const own = {
      mine: true,
      status: 'In Transit',
      customerName: name,
      customerPhone: expect.stringMatching(/^\d{10}$/),
      note: 'Ring twice',
      address: { street, city, zip },
      toCollectPaise: 20_000,
    };
    expect(await pickUp(orderId)).toMatchObject(own);
    expect(await listOf(rider)).toMatchObject([own]);
    const deliver = () => advanceDelivery({ by: rider, shopId, orderId, to: 'Delivered' });
    const delivered = { status: 'Delivered', customerName: 'Asha', customerPhone: null, note: null, address: null };
    expect(await deliver()).toMatchObject(delivered);
    expect(await deliver()).toMatchObject(delivered);
    await letTwoHoursPass(orderId);
    await expect(deliver()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('shows nobody the deliveries of another rider, and lets one only pick up an order', async () => {
    const [orderId, other] = [await accept('delivery'), await sessionOf('rider')];
    const results = await Promise.allSettled([pickUp(orderId), pickUp(orderId, other)]);
    const [first, second] = results[0].status === 'fulfilled' ? [rider, other] : [other, rider];
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: expect.stringMatching(/^(status_not_allowed|not_found)$/) },
    });
    expect([(await listOf(first)).length, (await listOf(second)).length]).toEqual([1, 0]);
    const deliver = advanceDelivery({ by: second, shopId, orderId, to: 'Delivered' });
    await expect(deliver).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is picked up before it is handed over or brought back', async () => {
    const orderId = await accept('delivery');
    const refusal = { code: 'status_not_allowed', message: 'Pick up the order first.' };
    const deliver = advanceDelivery({ by: rider, shopId, orderId, to: 'Delivered' });
    await expect(deliver).rejects.toMatchObject(refusal);
    const bringBack = returnDelivery({ by: rider, shopId, orderId, reason: 'nobody_there' });
    await expect(bringBack).rejects.toMatchObject(refusal);
    await pickUp(orderId);
    const returned = await returnDelivery({ by: rider, shopId, orderId, reason: 'nobody_there' });
    expect(returned).toMatchObject({ status: 'Returned', customerPhone: null, address: null });
    expect(await listOf(rider)).toEqual([]);
  });

  it('is cash of the rider once it is handed over', async () => {
    const orderId = await accept('delivery');
    await pickUp(orderId);
    await advanceDelivery({ by: rider, shopId, orderId, to: 'Delivered' });
    const { rows } = await database().pool.query<{ day: string }>(
      `SELECT to_char(now() AT TIME ZONE time_zone, 'YYYY-MM-DD') AS day FROM shops WHERE id = $1`,
      [shopId],
    );
    const { people } = await listCashCloses({ by: vendor, shopId, day: rows[0]!.day });
    expect(people).toMatchObject([{ personId: rider.userId, name: 'Test rider', receivedPaise: 20_000 }]);
  });

  it('is answered to a rider who hands it over long before that is sent, and who sends it twice', async () => {
    const orderId = await accept('delivery');
    await advanceDelivery({ by: rider, shopId, orderId, to: 'In Transit' });
    await letTwoHoursPass(orderId);
    await database().pool.query(`UPDATE orders SET created_at = created_at - interval '3 hours' WHERE id = $1`, [
      orderId,
    ]);
    const ageMs = 90 * 60_000;
    for (let times = 0; times < 2; times += 1)
      expect(await advanceDelivery({ by: rider, shopId, orderId, to: 'Delivered', ageMs })).toMatchObject({
        status: 'Delivered',
      });
  });

  it('needs the code of the customer where the shop asks for it at the door', async () => {
    await database().pool.query('UPDATE shops SET asks_door_code = true WHERE id = $1', [shopId]);
    const orderId = await accept('delivery');
    await pickUp(orderId);
    const handOver = (code?: string) => advanceDelivery({ by: rider, shopId, orderId, to: 'Delivered', code });
    await expect(handOver()).rejects.toMatchObject({ code: 'pickup_code_wrong' });
    const { rows } = await database().pool.query<{ code: string }>(
      'SELECT pickup_code AS code FROM orders WHERE id = $1',
      [orderId],
    );
    expect(await handOver(rows[0]!.code)).toMatchObject({ status: 'Delivered' });
  });
});
