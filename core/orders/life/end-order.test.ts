import type { OrderReason } from '@haat/contract/orders/order-reasons';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { stepsOf } from '@haat/machines/orders/order.machine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox } from '../../../tests/fixtures/payments/start-sandbox.ts';
import { connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import type { Variant } from '../../db/catalog.models.ts';
import { createAddress, createMember, createProduct, createShop, createUser } from '../../test/factories.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { orderBody } from '../../test/order-body.ts';
import { startPayments } from '../../test/payments.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../../accounts/session.ts';
import { settlePayment } from '../../payments/settle-payment.ts';
import { sweepPayments } from '../../payments/sweep-payments.ts';
import { advanceOrderStatus } from './advance-order-status.ts';
import { endOrder } from './end-order.ts';
import { expireOrders } from './expire-orders.ts';
import { placeOrder } from '../place/place-order.ts';
import { startOrderPayment } from '../place/start-order-payment.ts';

let sandbox: Sandbox;
let shop: Shop;
let variant: Variant;
let customer: User;
let vendor: Session;
let buyer: Session;
let operator: Session;
let stranger: Session;
beforeAll(async () => {
  connectDatabase();
  sandbox = await startPayments();
  [shop, customer] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 1000 }] });
  variant = variants[0]!;
  vendor = sessionOf(await createMember({ shop }), shop, 'vendor');
  buyer = sessionOf(customer, shop);
  operator = sessionOf(await createUser({ isPlatformAdmin: true }), await createShop());
  const elsewhere = await createShop();
  stranger = sessionOf(await createMember({ shop: elsewhere }), elsewhere, 'vendor');
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

let orders = 0;
/** An order of two pieces that was advanced to `status`, to be picked up or delivered. */
async function orderAt(status: OrderStatus, { takeaway = true } = {}): Promise<number> {
  const address = takeaway ? {} : { takeaway, address: { id: (await createAddress({ user: customer })).id } };
  const body = orderBody([{ variant, quantity: 2 }], address);
  const { id } = await placeOrder({ userId: customer.id, body, idempotencyKey: `order-${(orders += 1)}-to-be-ended` });
  const steps = stepsOf({ takeaway });
  for (const to of steps.slice(1, steps.indexOf(status) + 1)) await advanceOrderStatus({ orderId: id, to, by: vendor });
  return id;
}

const rows = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;
const stock = async () =>
  (await rows<{ stock: number }>('SELECT stock FROM variants WHERE id = $1', variant.id))[0]!.stock;
const fate = async (orderId: number) =>
  (await rows<object>('SELECT status, payment_status AS payment FROM orders WHERE id = $1', orderId))[0];
const lastEvent = async (orderId: number) =>
  (await rows<object>('SELECT * FROM order_events WHERE order_id = $1 ORDER BY id DESC LIMIT 1', orderId))[0];

/** The order's clock goes on. */
const pass = (orderId: number, minutes: number) =>
  rows('UPDATE order_events SET at = at - make_interval(mins => $2) WHERE order_id = $1', orderId, minutes);

type Exit = 'decline' | 'cancel' | 'bringBack';
const end = (orderId: number, exit: Exit, by: Session, reason: OrderReason, text?: string) =>
  endOrder({ orderId, exit, by, reason, text });

describe('an order that ends without delivery', () => {
  it('is declined by the shop: the items are on sale again, no cash is due, and the customer is notified', async () => {
    const before = await stock();
    const orderId = await orderAt('Pending');
    expect(await stock()).toBe(before - 2);

    const { order, changed } = await end(orderId, 'decline', vendor, 'other', 'The oven is broken');
    expect(changed).toBe(true);
    expect(order).toMatchObject({ status: 'Declined', paymentStatus: 'cancelled' });
    expect(order.steps.at(-1)).toMatchObject({
      status: 'Declined',
      actor: 'shop',
      reason: 'other',
      text: 'The oven is broken',
    });
    expect(await stock()).toBe(before);
    expect(await lastEvent(orderId)).toMatchObject({ actor: 'shop', actor_id: vendor.userId, reason: 'other' });
    const { knex } = database();
    expect(await knex('notifications').where({ orderId, kind: 'order.status' })).toMatchObject([
      { feed: `user:${customer.id}`, status: 'Declined', message: `Order ${order.orderNumber}: Declined by the shop` },
    ]);
    expect(await knex('outbox').where({ subjectId: orderId, topic: 'order.status' })).toHaveLength(1);
  });

  it.each([
    ['a customer who cancels it while it is pending', 'Pending', true, 'cancel', () => buyer, 'ordered_by_mistake'],
    ['a customer within the grace period', 'Accepted', true, 'cancel', () => buyer, 'changed_my_mind'],
    ['the shop after accepting it', 'Accepted', false, 'cancel', () => vendor, 'too_busy'],
    ['the shop when nobody collected it', 'Ready', true, 'cancel', () => vendor, 'not_collected'],
    ['the shop when nobody was at the door', 'In Transit', false, 'bringBack', () => vendor, 'nobody_there'],
    ['the operator, on its way', 'In Transit', false, 'cancel', () => operator, 'suspected_mistake'],
  ] as const)('by %s', async (_, status, takeaway, exit, by, reason) => {
    const before = await stock();
    const orderId = await orderAt(status, { takeaway });
    if (reason === 'not_collected') await pass(orderId, shop.holdingMinutes);
    const { order } = await end(orderId, exit, by(), reason);
    expect(order.status).toBe(exit === 'cancel' ? 'Cancelled' : 'Returned');
    expect(await stock()).toBe(before);
    expect(await fate(orderId)).toMatchObject({ payment: 'cancelled' });
  });

  it('that comes back has each line on sale again or written off, as the shop says', async () => {
    const before = await stock();
    const orderId = await orderAt('In Transit', { takeaway: false });
    const [line] = await rows<{ id: number }>('SELECT id FROM order_items WHERE order_id = $1', orderId);
    const bringBack = (writtenOff: { itemId: number; quantity: number }[]) =>
      endOrder({ orderId, exit: 'bringBack', by: vendor, reason: 'damaged', writtenOff });
    await expect(bringBack([{ itemId: line!.id, quantity: 3 }])).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(bringBack([{ itemId: line!.id + 1, quantity: 1 }])).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await fate(orderId)).toMatchObject({ status: 'In Transit' });

    const { order } = await bringBack([{ itemId: line!.id, quantity: 1 }]);
    expect(order).toMatchObject({ status: 'Returned', items: [{ quantity: 2, writtenOff: 1 }] });
    expect(await stock()).toBe(before - 1);
    expect(await lastEvent(orderId)).toMatchObject({
      kind: 'written_off',
      actor: 'shop',
      details: { items: [line!.id], quantities: [1] },
    });
    expect(await bringBack([{ itemId: line!.id, quantity: 2 }])).toMatchObject({ changed: false });
    expect(await stock()).toBe(before - 1);

    const other = await orderAt('In Transit', { takeaway: false });
    const [lost] = await rows<{ id: number }>('SELECT id FROM order_items WHERE order_id = $1', other);
    const writtenOff = [{ itemId: lost!.id, quantity: 2 }];
    await endOrder({ orderId: other, exit: 'bringBack', by: vendor, reason: 'damaged', writtenOff });
    expect(await stock()).toBe(before - 3);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('notifies the shop of an order that its customer cancelled, not of one that it declined itself', async () => {
    const toShop = (orderId: number) =>
      rows(
        'SELECT kind, details FROM notifications WHERE order_id = $1 AND feed = $2 ORDER BY seq',
        orderId,
        `shop:${shop.id}`,
      );
    const cancelled = await orderAt('Pending');
    const before = await toShop(cancelled);
    await end(cancelled, 'cancel', buyer, 'changed_my_mind');
    await end(cancelled, 'cancel', buyer, 'changed_my_mind');
    expect((await toShop(cancelled)).slice(before.length)).toEqual([
      { kind: 'order.cancellation', details: { update: 'cancelled' } },
    ]);
    const declined = await orderAt('Pending');
    const sent = await toShop(declined);
    await end(declined, 'decline', vendor, 'closing');
    expect(await toShop(declined)).toEqual(sent);
  });

  it('ends once, however often it is asked for', async () => {
    const before = await stock();
    const orderId = await orderAt('Pending');
    const ends = await Promise.all([
      end(orderId, 'cancel', buyer, 'changed_my_mind'),
      end(orderId, 'cancel', buyer, 'changed_my_mind'),
      end(orderId, 'cancel', operator, 'other', 'Asked by phone'),
    ]);
    expect(ends.filter(({ changed }) => changed)).toHaveLength(1);
    expect(await stock()).toBe(before);
  });

  it('and one that is accepted at the same moment go one way or the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const orderId = await orderAt('Pending');
      const [declined, accepted] = await Promise.allSettled([
        end(orderId, 'decline', vendor, 'closing'),
        advanceOrderStatus({ orderId, to: 'Accepted', by: vendor }),
      ]);
      const won = [declined, accepted].filter(({ status }) => status === 'fulfilled');
      expect(won).toHaveLength(1);
    }
  });
});

describe('is refused', () => {
  const refused = (code: string, text?: RegExp) => ({
    code,
    ...(text && { message: expect.stringMatching(text) as string }),
  });

  it.each([
    ['to a stranger', 'Pending', 'cancel', () => stranger, 'other', refused('not_found')],
    ['to a customer who declines', 'Pending', 'decline', () => buyer, 'other', refused('forbidden', /Only the shop/)],
    ['to the operator who declines', 'Pending', 'decline', () => operator, 'other', refused('forbidden')],
    ['to a customer who says it came back', 'Ready', 'bringBack', () => buyer, 'refused', refused('forbidden')],
    [
      'to the shop that cancels instead of declining',
      'Pending',
      'cancel',
      () => vendor,
      'closing',
      refused('status_not_allowed'),
    ],
    [
      'to the shop that declines what it accepted',
      'Accepted',
      'decline',
      () => vendor,
      'closing',
      refused('status_not_allowed'),
    ],
    [
      'to a customer when it is ready',
      'Ready',
      'cancel',
      () => buyer,
      'too_late',
      refused('status_not_allowed', /call the shop/),
    ],
    [
      'to everybody once it is delivered',
      'Delivered',
      'cancel',
      () => operator,
      'other',
      refused('status_not_allowed', /already at final/),
    ],
    [
      'with a reason of the other side',
      'Pending',
      'cancel',
      () => buyer,
      'closing',
      refused('invalid_input', /must be one of/),
    ],
  ] as const)('%s', async (_, status, exit, by, reason, error) => {
    const before = await stock();
    const orderId = await orderAt(status);
    const steps = await rows('SELECT FROM order_events WHERE order_id = $1', orderId);
    await expect(end(orderId, exit, by(), reason)).rejects.toMatchObject(error);
    expect([await stock(), await fate(orderId)]).toMatchObject([before - 2, { status }]);
    expect(await rows('SELECT FROM order_events WHERE order_id = $1', orderId)).toHaveLength(steps.length);
  });

  it('to a customer once the grace period is over', async () => {
    const orderId = await orderAt('Accepted');
    await pass(orderId, 3);
    await expect(end(orderId, 'cancel', buyer, 'too_late')).rejects.toMatchObject(
      refused('status_not_allowed', /call the shop/),
    );
  });

  it('to the shop as not collected before the holding time is over, with the time from when it is possible', async () => {
    const orderId = await orderAt('Ready');
    await pass(orderId, shop.holdingMinutes - 1);
    const [ready] = await rows<{ at: Date }>(
      `SELECT at FROM order_events WHERE order_id = $1 AND to_status = 'Ready'`,
      orderId,
    );
    await expect(end(orderId, 'cancel', vendor, 'not_collected')).rejects.toMatchObject({
      ...refused('status_not_allowed', /for another (60|59) seconds/),
      details: { hold_until: new Date(ready!.at.getTime() + shop.holdingMinutes * 60_000).toISOString() },
    });
    expect((await end(orderId, 'cancel', vendor, 'suspected_mistake')).changed).toBe(true);
  });

  it('as not collected for an order that was never ready', async () => {
    const orderId = await orderAt('Accepted');
    await pass(orderId, shop.holdingMinutes + 1);
    await expect(end(orderId, 'cancel', vendor, 'not_collected')).rejects.toMatchObject(refused('invalid_input'));
  });

  it('for an order that awaits its payment, to everybody but its customer, and to the clock', async () => {
    const { order } = await payOnline();
    await expect(end(order!.id, 'cancel', vendor, 'closing')).rejects.toMatchObject({ code: 'not_found' });
    await expect(end(order!.id, 'cancel', operator, 'closing')).rejects.toMatchObject({ code: 'not_found' });
    const before = await stock();
    await rows(`UPDATE orders SET accept_by = now() WHERE id = $1`, order!.id);
    await expireOrders();
    expect([await fate(order!.id), await stock()]).toEqual([{ status: 'Pending', payment: 'awaiting' }, before]);
  });
});

/** An order of two pieces that awaits its payment. */
const payOnline = () =>
  startOrderPayment({
    provider: 'razorpay',
    user: customer,
    order: orderBody([{ variant, quantity: 2 }], { paymentMethod: 'online' }),
    idempotencyKey: `online-order-${(orders += 1)}`,
    returnTo: { success: 'http://localhost:8080/#/a', cancel: 'http://localhost:8080/#/b' },
  });

describe('an order that awaits its payment', () => {
  it('expires when its customer cancels it, with its stock back on sale, once', async () => {
    const { order } = await payOnline();
    const free = (await stock()) + 2;
    expect((await end(order!.id, 'cancel', buyer, 'changed_my_mind')).changed).toBe(true);
    expect([await fate(order!.id), await stock()]).toEqual([{ status: 'Pending', payment: 'expired' }, free]);
    expect((await end(order!.id, 'cancel', buyer, 'changed_my_mind')).changed).toBe(false);
    expect(await stock()).toEqual(free);
  });

  it('is cancelled and refunded where the money has arrived meanwhile', async () => {
    const { order, providerOrderId } = await payOnline();
    await sandbox.pay(providerOrderId, 'close');
    await end(order!.id, 'cancel', buyer, 'changed_my_mind');
    expect(await fate(order!.id)).toEqual({ status: 'Cancelled', payment: 'refund_due' });
  });

  it('stays while its provider cannot say whether it was paid', async () => {
    const { order } = await payOnline();
    sandbox.providers.faults.add({ provider: 'razorpay', status: 503, times: 20, path: '/' });
    await expect(end(order!.id, 'cancel', buyer, 'changed_my_mind')).rejects.toMatchObject({ code: 'unavailable' });
    sandbox.providers.faults.clear();
    expect(await fate(order!.id)).toEqual({ status: 'Pending', payment: 'awaiting' });
  });
});

it('refunds what was paid online, once', async () => {
  const { order, providerOrderId } = await payOnline();
  await sandbox.pay(providerOrderId, 'close');
  await settlePayment({ source: 'webhook', provider: 'razorpay', providerOrderId });
  expect(await fate(order!.id)).toEqual({ status: 'Pending', payment: 'paid' });

  await end(order!.id, 'decline', vendor, 'item_unavailable');
  expect(await fate(order!.id)).toEqual({ status: 'Declined', payment: 'refund_due' });
  for (let round = 0; round < 2; round += 1) {
    await sweepPayments();
    await rows('UPDATE refunds SET next_check_at = now()');
  }
  expect(await fate(order!.id)).toEqual({ status: 'Declined', payment: 'refunded' });
  const refunds = await rows(
    'SELECT r.amount_paise, r.state FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.order_id = $1',
    order!.id,
  );
  expect(refunds).toEqual([{ amount_paise: 50_000, state: 'done' }]);
});

describe('an order that nobody accepts', () => {
  const deadline = async (orderId: number) =>
    (await rows<{ accept_by: Date | null }>('SELECT accept_by FROM orders WHERE id = $1', orderId))[0]!.accept_by;

  it('gets a deadline and expires after it, once, with several workers', async () => {
    const before = await stock();
    const orderId = await orderAt('Pending');
    await expireOrders();
    const acceptBy = await deadline(orderId);
    expect(acceptBy!.getTime() - Date.now()).toBeGreaterThan(9 * 60_000);
    expect(acceptBy!.getTime() - Date.now()).toBeLessThanOrEqual(10 * 60_000);
    expect(await fate(orderId)).toMatchObject({ status: 'Pending' });

    await rows(`UPDATE orders SET accept_by = now() WHERE id = $1`, orderId);
    await Promise.all([expireOrders(), expireOrders(), expireOrders()]);
    expect(await fate(orderId)).toEqual({ status: 'Expired', payment: 'cancelled' });
    expect(await lastEvent(orderId)).toMatchObject({ actor: 'clock', actor_id: null, reason: null });
    expect(await stock()).toBe(before);
  });

  it('has no time while it awaits its payment', async () => {
    const { order } = await payOnline();
    await expireOrders();
    expect(await deadline(order!.id)).toBeNull();
  });

  it('is still the shop that accepts it in time', async () => {
    const orderId = await orderAt('Accepted');
    await rows(`UPDATE orders SET accept_by = now() - interval '1 minute' WHERE id = $1`, orderId);
    await expireOrders();
    expect(await fate(orderId)).toMatchObject({ status: 'Accepted' });
  });
});

it('leaves every invariant intact', async () => {
  expect(await brokenInvariants(database().pool)).toEqual([]);
});
