import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { connectDatabase, database, inTransaction } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import type { Variant } from '../db/catalog.models.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { orderBody } from '../test/order-body.ts';
import { startPayments } from '../test/payments.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { openSession } from '../accounts/session-lifecycle.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { advanceOrderStatus } from './life/advance-order-status.ts';
import { endOrder } from './life/end-order.ts';
import { recordOrderEvent } from '../activity/record-order-event.ts';
import { recordPrint } from './record-print.ts';
import { readOrderTimeline } from './order-timeline.ts';
import { placeOrder } from './place/place-order.ts';
import { startOrderPayment } from './place/start-order-payment.ts';

let sandbox: Sandbox;
let shop: Shop;
let variant: Variant;
let buyer: User;
let customer: Session;
let vendor: Session;
let operator: Session;
let stranger: Session;
let orderId: number;
beforeAll(async () => {
  connectDatabase();
  sandbox = await startPayments();
  [shop, buyer] = await Promise.all([createShop(), createUser()]);
  variant = (await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 1_000 }] })).variants[0]!;
  customer = sessionOf(buyer, shop);
  const member = await createMember({ shop, user: await createUser({ name: 'Asha' }) });
  const { sessionId } = await openSession(database().pool, { userId: member.id, shopId: shop.id });
  await rows(`UPDATE sessions SET device = 'Chrome on Android' WHERE id = $1`, sessionId);
  vendor = { ...sessionOf(member, shop, 'vendor'), sessionId };
  const elsewhere = await createShop();
  operator = sessionOf(await createUser({ isPlatformAdmin: true }), elsewhere);
  stranger = sessionOf(await createMember({ shop: elsewhere }), elsewhere, 'vendor');
});
beforeEach(async () => {
  orderId = await place();
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

let made = 0;
const newKey = () => `order-with-a-timeline-${(made += 1)}`;
const place = async (): Promise<number> => {
  const body = orderBody([{ variant, quantity: 2 }]);
  return (await placeOrder({ userId: buyer.id, body, idempotencyKey: newKey() })).id;
};
const read = (by: Session) => readOrderTimeline({ orderId, by });
const kinds = async (by: Session) => (await read(by)).entries.map(({ kind }) => kind);

describe('the timeline of an order', () => {
  it('shows its customer what happened and why, without names of staff and internal entries', async () => {
    await advanceOrderStatus({ orderId, to: 'Accepted', by: vendor });
    await remind();
    await endOrder({ orderId, exit: 'cancel', by: vendor, reason: 'other', text: 'The oven is broken' });
    const timeline = await read(customer);
    expect(timeline).toMatchObject({ id: orderId, status: 'Cancelled', takeaway: true, audience: 'customer' });
    expect(timeline.entries).toMatchObject([
      { kind: 'placed', actor: 'customer' },
      { kind: 'status', actor: 'shop', status: 'Accepted' },
      { kind: 'promised', actor: 'shop', promised: expect.any(String) },
      { kind: 'status', actor: 'shop', status: 'Cancelled', reason: 'other', text: 'The oven is broken' },
    ]);
    expect(JSON.stringify(timeline)).not.toMatch(/Asha|Chrome/);
  });

  it('shows the shop and the operator by whom, with what device, and how the shop was reminded', async () => {
    await remind();
    await advanceOrderStatus({ orderId, to: 'Accepted', by: vendor });
    for (const by of [vendor, operator]) {
      const { audience, entries } = await read(by);
      expect(audience).toBe('staff');
      expect(entries).toMatchObject([
        { kind: 'placed', actor: 'customer' },
        { kind: 'alerted', actor: 'clock', by: null, alert: 'push' },
        { kind: 'status', actor: 'shop', by: 'Asha', device: 'Chrome on Android', status: 'Accepted' },
        { kind: 'promised', actor: 'shop', by: 'Asha' },
      ]);
    }
  });

  it('has the sums and times of its events, and ignores what it does not know', async () => {
    const by = { actor: 'shop', actorId: vendor.userId } as const;
    await inTransaction(async (client) => {
      await recordOrderEvent(client, { orderId, kind: 'promised', ...by, details: { at: '2026-11-24T10:00:00.000Z' } });
      await recordOrderEvent(client, {
        orderId,
        kind: 'adjusted',
        ...by,
        details: { from_paise: 9, to_paise: 45_000 },
      });
      await recordOrderEvent(client, { orderId, kind: 'refunded', ...by, details: { paise: 5_000, proposal: 4 } });
      await recordOrderEvent(client, { orderId, kind: 'problem_message', ...by, details: { paise: 'many' } });
    });
    const { entries } = await read(customer);
    expect(
      entries
        .slice(1)
        .map(({ kind, amountPaise, totalPaise, promised }) => [kind, amountPaise ?? totalPaise ?? promised]),
    ).toEqual([
      ['promised', '2026-11-24T10:00:00.000Z'],
      ['adjusted', 45_000],
      ['refunded', 5_000],
      ['problem_message', undefined],
    ]);
  });

  it('shows to the shop and the operator which revision of the receipt was printed, by whom', async () => {
    await recordPrint({ orderId, revision: 1, by: vendor });
    await expect(recordPrint({ orderId, revision: 2, by: vendor })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(recordPrint({ orderId, revision: 1, by: customer })).rejects.toMatchObject({ code: 'not_found' });
    await rows('UPDATE orders SET revision = 2 WHERE id = $1', orderId);
    await recordPrint({ orderId, revision: 2, by: operator });
    for (const by of [vendor, operator]) {
      const prints = (await read(by)).entries.filter(({ kind }) => kind === 'printed');
      expect(prints).toMatchObject([
        { actor: 'shop', revision: 1 },
        { actor: 'operator', revision: 2 },
      ]);
    }
    expect(await kinds(customer)).toEqual(['placed']);
    await rows('UPDATE orders SET revision = 1 WHERE id = $1', orderId);
  });

  it('counts the devices that a message went to, and shows the mail about a new order as the customer’s', async () => {
    await rows(
      `INSERT INTO deliveries (feed, seq, channel, target, state, updated_at)
       SELECT feed, seq, channel, target, state, now() + interval '1 second' FROM notifications,
         (VALUES ('push', 'a', 'sent'), ('push', 'b', 'sent'), ('push', 'c', 'dead'), ('mail', '1', 'sent')) AS d (channel, target, state)
       WHERE order_id = $1 AND kind = 'order.placed'`,
      orderId,
    );
    const messages = (await read(vendor)).entries.flatMap(({ message }) => message ?? []);
    expect(messages).toHaveLength(3);
    expect(messages).toEqual(
      expect.arrayContaining([
        { channel: 'push', to: 'shop', about: 'order.placed', state: 'sent', count: 2 },
        { channel: 'push', to: 'shop', about: 'order.placed', state: 'dead', count: 1 },
        { channel: 'mail', to: 'customer', about: 'order.placed', state: 'sent', count: 1 },
      ]),
    );
    expect(await kinds(customer)).toEqual(['placed']);
  });

  it('is nobody else’s', async () => {
    await expect(read(stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(read(sessionOf(await createUser(), shop))).rejects.toMatchObject({ code: 'not_found' });
    await expect(readOrderTimeline({ orderId: 999_999, by: operator })).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('shows the payment of an order to shop and operator, and an unpaid order to its customer and the operator alone', async () => {
  const order = orderBody([{ variant, quantity: 2 }], { paymentMethod: 'online' });
  const started = await startOrderPayment({ provider: 'razorpay', user: buyer, order, idempotencyKey: newKey() });
  orderId = started.order!.id;
  expect(await kinds(customer)).toEqual(['placed']);
  expect(await kinds(operator)).toEqual(['placed']);
  await expect(read(vendor)).rejects.toMatchObject({ code: 'not_found' });

  await sandbox.pay(started.providerOrderId);
  await settlePayment({ provider: 'razorpay', providerOrderId: started.providerOrderId, source: 'webhook' });
  expect(await kinds(customer)).toEqual(['placed']);
  const payments = (await read(vendor)).entries.filter(({ kind }) => kind === 'payment');
  expect(payments.at(-1)).toMatchObject({
    amountPaise: 50_000,
    payment: { provider: 'razorpay', state: 'consumed', source: 'webhook' },
  });
});

const remind = () =>
  inTransaction((client) =>
    recordOrderEvent(client, {
      orderId,
      kind: 'alerted',
      actor: 'clock',
      actorId: null,
      details: { channel: 'push' },
    }),
  );
