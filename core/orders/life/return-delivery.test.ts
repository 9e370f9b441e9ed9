import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../../tests/fixtures/payments/start-sandbox.ts';
import { connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import type { Variant } from '../../db/catalog.models.ts';
import { createAddress, createMember, createProduct, createShop, createUser } from '../../test/factories.ts';
import { orderBody } from '../../test/order-body.ts';
import { startPayments } from '../../test/payments.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../../accounts/session.ts';
import { advanceOrderStatus } from './advance-order-status.ts';
import { placeOrder } from '../place/place-order.ts';
import { startOrderPayment } from '../place/start-order-payment.ts';
import { settlePayment } from '../../payments/settle-payment.ts';
import { sweepPayments } from '../../payments/sweep-payments.ts';
import { advanceDelivery, listRiderOrders, returnDelivery } from './rider-orders.ts';

let sandbox: Sandbox;
let shop: Shop;
let variant: Variant;
let customer: User;
let vendor: Session;
let rider: Session;
beforeAll(async () => {
  connectDatabase();
  sandbox = await startPayments();
  [shop, customer] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 100 }] });
  variant = variants[0]!;
  [vendor, rider] = await Promise.all([sessionOf('vendor'), sessionOf('rider')]);
});
afterAll(async () => {
  await sandbox.stop();
  await stopServices();
});

async function sessionOf(role: 'vendor' | 'rider'): Promise<Session> {
  const { id, email } = await createMember({ shop, role });
  const session = { sessionId: '00000000-0000-0000-0000-000000000000', email, isPlatformAdmin: false };
  return { ...session, userId: id, actorId: id, shopId: shop.id, shopSlug: shop.slug, role };
}

const rows = async (text: string, ...values: unknown[]): Promise<object[]> =>
  (await database().pool.query<object>(text, values)).rows;
const outcome = async (orderId: number) =>
  (await rows('SELECT status, payment_status AS payment FROM orders WHERE id = $1', orderId))[0];
const stock = async () => (await rows('SELECT stock FROM variants WHERE id = $1', variant.id))[0];

const delivery = async () => ({ takeaway: false, address: { id: (await createAddress({ user: customer })).id } });

async function payOnline(): Promise<number> {
  const { order, providerOrderId } = await startOrderPayment({
    provider: 'razorpay',
    user: customer,
    order: orderBody([{ variant, quantity: 2 }], { paymentMethod: 'online', ...(await delivery()) }),
    idempotencyKey: 'prepaid-delivery',
    returnTo: { success: 'http://localhost:8080/#/a', cancel: 'http://localhost:8080/#/b' },
  });
  await sandbox.pay(providerOrderId, 'close');
  await settlePayment({ source: 'webhook', provider: 'razorpay', providerOrderId });
  return order!.id;
}

async function orderForCash(): Promise<number> {
  const body = orderBody([{ variant, quantity: 2 }], await delivery());
  return (await placeOrder({ userId: customer.id, body, idempotencyKey: 'delivery-for-cash' })).id;
}

/** Picked up by the rider. */
async function pickUp(orderId: number): Promise<void> {
  await advanceOrderStatus({ orderId, to: 'Accepted', by: vendor });
  await advanceDelivery({ by: rider, shopId: shop.id, orderId, to: 'In Transit' });
}

it('refunds all that was paid online, once, and puts the items on sale again', async () => {
  const orderId = await payOnline();
  await pickUp(orderId);
  expect(await listRiderOrders({ by: rider, shopId: shop.id })).toMatchObject([{ id: orderId, toCollectPaise: 0 }]);
  const bringBack = () => returnDelivery({ by: rider, shopId: shop.id, orderId, reason: 'refused' });
  expect(await bringBack()).toMatchObject({ status: 'Returned', toCollectPaise: 0 });
  expect(await outcome(orderId)).toEqual({ status: 'Returned', payment: 'refund_due' });
  expect(await bringBack()).toMatchObject({ status: 'Returned' });
  await sweepPayments();
  expect(await outcome(orderId)).toEqual({ status: 'Returned', payment: 'refunded' });
  expect(await rows('SELECT amount_paise FROM refunds')).toEqual([{ amount_paise: 50_000 }]);
  expect(await stock()).toEqual({ stock: 100 });
  const [event] = await rows('SELECT * FROM order_events WHERE order_id = $1 AND to_status = $2', orderId, 'Returned');
  expect(event).toMatchObject({ actor: 'shop', actor_id: rider.userId, reason: 'refused' });
});

it('ends what was to be collected in cash', async () => {
  const orderId = await orderForCash();
  await pickUp(orderId);
  const returned = await returnDelivery({ by: rider, shopId: shop.id, orderId, reason: 'nobody_there' });
  expect(returned).toMatchObject({ status: 'Returned', toCollectPaise: 0 });
  expect(await outcome(orderId)).toEqual({ status: 'Returned', payment: 'cancelled' });
  expect(await stock()).toEqual({ stock: 100 });
});
