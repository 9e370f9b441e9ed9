import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import type { Variant } from '../../db/catalog.models.ts';
import { env } from '../../ops/env.ts';
import { listStoredMessages } from '../../gateways/message-sender.ts';
import { createMember, createProduct, createShop, createUser } from '../../test/factories.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../../accounts/session.ts';
import { pauseShop } from '../../shops/settings.ts';
import { expireOrders } from './expire-orders.ts';
import { placeOrder } from '../place/place-order.ts';
import { sendLastCalls } from './last-call.ts';
import { listMissedOrders, readMissedOrders } from './missed-orders.ts';
import { remindShops } from './remind-shops.ts';
import { sendShopAlert } from './send-shop-alert.ts';

let shop: Shop;
let variant: Variant;
let customer: User;
beforeAll(() => void connectDatabase());
afterAll(stopServices);
beforeEach(async () => {
  [shop, customer] = await Promise.all([createShop({ phone: '9000000077' }), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 1000 }] });
  variant = variants[0]!;
});

const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;
const place = async (): Promise<number> => {
  const body = orderBody([{ variant, quantity: 2 }]);
  const { id } = await placeOrder({ userId: customer.id, body, idempotencyKey: crypto.randomUUID() });
  await expireOrders();
  return id;
};
const pass = (orderId: number, seconds: number) =>
  query(
    `UPDATE orders SET remind_at = remind_at - make_interval(secs => $2), accept_by = accept_by - make_interval(secs => $2),
      last_call_at = last_call_at - make_interval(secs => $2)
    WHERE id = $1`,
    orderId,
    seconds,
  );
const reminders = async (orderId: number) =>
  (
    await query<{ channel: string }>(
      `SELECT details ->> 'channel' AS channel FROM order_events WHERE order_id = $1 AND kind = 'alerted' ORDER BY id`,
      orderId,
    )
  ).map(({ channel }) => channel);
const alertsOf = (orderId: number) =>
  query<{ id: number }>(`SELECT id::int FROM outbox WHERE topic = 'shop.alert' AND subject_id = $1`, orderId);

describe('an order that waits', () => {
  it('is reminded of on the devices of the team after 30 seconds, and by message after 90, once each', async () => {
    const orderId = await place();
    expect(await remindShops()).toBe(0);
    await pass(orderId, 31);
    const runs = await Promise.all([remindShops(), remindShops()]);
    expect(runs.toSorted()).toEqual([0, 1]);
    expect(await reminders(orderId)).toEqual(['push']);
    expect(
      await query(`SELECT details FROM notifications WHERE order_id = $1 AND kind = 'order.alert'`, orderId),
    ).toEqual([{ details: { update: 'waiting' } }]);
    await pass(orderId, 61);
    expect(await remindShops()).toBe(1);
    expect(await remindShops()).toBe(0);
    expect(await reminders(orderId)).toEqual(['push', 'webhook']);
    expect(await alertsOf(orderId)).toHaveLength(1);
  });

  it('is called once more for its last two minutes, although it was silenced', async () => {
    const orderId = await place();
    await pass(orderId, 7 * 60);
    expect(await sendLastCalls()).toBe(0);
    await pass(orderId, 61);
    const runs = await Promise.all([sendLastCalls(), sendLastCalls()]);
    expect(runs.toSorted()).toEqual([0, 1]);
    expect(await sendLastCalls()).toBe(0);
    expect(
      await query(`SELECT details FROM notifications WHERE order_id = $1 AND kind = 'order.alert'`, orderId),
    ).toEqual([{ details: { update: 'last_call' } }]);
  });

  it('is not once the shop has answered', async () => {
    const orderId = await place();
    await pass(orderId, 8 * 60 + 1);
    await query(`UPDATE orders SET status = 'Accepted' WHERE id = $1`, orderId);
    await Promise.all([remindShops(), sendLastCalls()]);
    expect(await reminders(orderId)).toEqual([]);
  });
});

describe('the alert', () => {
  async function alert(): Promise<{ orderId: number; outboxId: number }> {
    const orderId = await place();
    await pass(orderId, 31);
    await remindShops();
    await pass(orderId, 61);
    await remindShops();
    return { orderId, outboxId: (await alertsOf(orderId))[0]!.id };
  }

  it('goes as a message to the phone of the shop and the mobile numbers of its members, the same at each attempt', async () => {
    const member = await createMember({ shop });
    await query(`UPDATE users SET login_mobile = '9000000078' WHERE id = $1`, member.id);
    const ids = await alert();
    await sendShopAlert(ids);
    await sendShopAlert(ids);
    for (const to of ['+919000000077', '+919000000078']) {
      const messages = (await listStoredMessages({ to })).filter(({ text }) => text.includes(shop.slug));
      expect(messages).toMatchObject([
        { kind: 'shop_alert', text: expect.stringMatching(/^Order H\d+ \(Rs 500\.00\) is waiting for your answer\. /) },
      ]);
    }
  });

  it('is not sent for an order that was answered meanwhile', async () => {
    const ids = await alert();
    await query(`UPDATE orders SET status = 'Accepted' WHERE id = $1`, ids.orderId);
    await sendShopAlert(ids);
    expect((await listStoredMessages({ to: '+919000000077' })).filter(({ text }) => text.includes(shop.slug))).toEqual(
      [],
    );
  });

  describe('through the webhook', () => {
    let receiver: Server;
    const received: { signature: string | undefined; body: Record<string, unknown> }[] = [];
    beforeAll(async () => {
      receiver = createServer((request, response) => {
        let text = '';
        request.on('data', (chunk: Buffer) => (text += chunk.toString()));
        request.on('end', () => {
          const body = JSON.parse(text) as Record<string, unknown>;
          received.push({ signature: request.headers['haat-signature'] as string, body });
          response.writeHead(received.length === 1 ? 503 : 204).end();
        });
      });
      await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
      const { port } = receiver.address() as AddressInfo;
      Object.assign(env, {
        ALERT_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
        ALERT_WEBHOOK_SECRET: 'a secret of the test',
      });
    });
    afterAll(() => {
      Object.assign(env, { ALERT_WEBHOOK_URL: undefined, ALERT_WEBHOOK_SECRET: undefined });
      receiver.close();
    });

    it('is signed, and has the same id at each attempt', async () => {
      const ids = await alert();
      await expect(sendShopAlert(ids)).rejects.toThrow('The alert webhook');
      await sendShopAlert(ids);
      expect(received).toHaveLength(2);
      expect(received[1]!.body).toEqual(received[0]!.body);
      expect(received[1]!.signature).toMatch(/^v1=[0-9a-f]{64}$/);
      expect(received[1]!.body).toMatchObject({
        id: `alert-${ids.outboxId}`,
        type: 'order.waiting',
        order: { type: 'takeaway', total: 500, items: 2 },
        shop: { slug: shop.slug },
        recipients: ['+919000000077'],
        url: expect.stringMatching(/shop-orders$/),
      });
    });
  });
});

describe('a shop that lets three orders in a row expire', () => {
  const expire = async () => {
    const orderId = await place();
    await query(`UPDATE orders SET accept_by = now() - interval '1 second' WHERE id = $1`, orderId);
    await expireOrders();
    return orderId;
  };
  const state = async () =>
    (
      await query<{ isPaused: boolean; notResponding: boolean }>(
        'SELECT paused_at IS NOT NULL AS "isPaused", not_responding AS "notResponding" FROM shops WHERE id = $1',
        shop.id,
      )
    )[0];

  it('stops taking orders, and its team and the operator are notified, once', async () => {
    const member = await createMember({ shop });
    const operator = await createUser({ isPlatformAdmin: true });
    const first = [await expire(), await expire()];
    expect(await state()).toEqual({ isPaused: false, notResponding: false });
    const last = await expire();
    const stopping = (await listMissedOrders(shop.id)).filter(({ stoppedShop }) => stoppedShop);
    expect(stopping.map(({ id }) => id)).toEqual([last, ...first.toReversed()]);
    expect(await state()).toEqual({ isPaused: true, notResponding: true });
    const notices = await query<{ userId: number }>(
      'SELECT user_id::int AS "userId" FROM shop_notices WHERE shop_id = $1',
      shop.id,
    );
    expect(notices.map(({ userId }) => userId)).toEqual(expect.arrayContaining([member.id, operator.id]));
    expect(await query(`SELECT details FROM notifications WHERE order_id = $1 AND kind = 'order.alert'`, last)).toEqual(
      [{ details: { update: 'not_responding' } }],
    );
    expect(
      await query(`SELECT actor_id FROM activity_log WHERE shop_id = $1 AND action = 'shop.not_responding'`, shop.id),
    ).toEqual([{ actor_id: null }]);
    await expect(place()).rejects.toMatchObject({ code: 'shop_closed' });
  });

  it('takes orders again when a member resumes, and is not stopped by the earlier ones', async () => {
    const member = await createMember({ shop });
    for (let orders = 0; orders < 3; orders += 1) await expire();
    await pauseShop({ shopId: shop.id, actorId: member.id, paused: false });
    expect(await state()).toEqual({ isPaused: false, notResponding: false });
    await expire();
    expect(await state()).toEqual({ isPaused: false, notResponding: false });
  });

  it('is not stopped when one of them was answered', async () => {
    await expire();
    await expire();
    const answered = await place();
    await query(`UPDATE orders SET status = 'Declined' WHERE id = $1`, answered);
    await expire();
    expect(await state()).toEqual({ isPaused: false, notResponding: false });
  });
});

describe('an order that nobody accepted', () => {
  it('stays with its shop until a member has read about it, on every device', async () => {
    const member = await createMember({ shop });
    const orderId = await place();
    await pass(orderId, 10 * 60 + 1);
    await expireOrders();
    expect(await listMissedOrders(shop.id)).toMatchObject([
      { id: orderId, totalPaise: 50_000, customerName: expect.stringMatching(/\S/), isRead: false, stoppedShop: false },
    ]);
    const session = (role: Session['role'], of: Shop): Session => ({
      userId: member.id,
      actorId: member.id,
      sessionId: '00000000-0000-0000-0000-000000000000',
      email: member.email,
      shopId: of.id,
      shopSlug: of.slug,
      role,
      isPlatformAdmin: false,
    });
    const read = async (by: Session) => {
      await readMissedOrders({ by, orderIds: [orderId] });
      return (await listMissedOrders(shop.id)).map(({ isRead }) => isRead);
    };
    await expect(read(session('rider', shop))).rejects.toMatchObject({ code: 'forbidden' });
    expect(await read(session('vendor', await createShop()))).toEqual([false]);
    expect(await read({ ...session('admin', shop), isHelping: true })).toEqual([false]);
    expect(await read(session('vendor', shop))).toEqual([true]);
    expect(await read(session('vendor', shop))).toEqual([true]);
    expect(
      await query(
        `SELECT order_id::int FROM notifications WHERE feed = $1 AND details ->> 'update' = 'expiry_read'`,
        `shop:${shop.id}`,
      ),
    ).toEqual([{ order_id: orderId }]);
  });
});
