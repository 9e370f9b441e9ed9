import { advanceOrderStatus } from '@haat/core/orders/life/advance-order-status';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { readSession } from '@haat/core/accounts/session';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import type { Variant } from '@haat/core/db/catalog.models';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
let customer: User;
let variant: Variant;
let token: string;
let vendor: ApiCaller;
let operator: ApiCaller;
let buyer: ApiCaller;
beforeAll(async () => {
  [shop, customer] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 100 }] });
  variant = variants[0]!;
  const signedIn = await api.signIn({ user: await createMember({ shop }), shop });
  token = signedIn.token;
  vendor = api.as(signedIn);
  buyer = api.as(await api.signIn({ user: customer, shop }));
  operator = api.as(await api.signIn({ user: await createUser({ isPlatformAdmin: true }), shop: await createShop() }));
});

let orders = 0;
async function cashOrder(steps: readonly ('Accepted' | 'Ready' | 'Delivered')[]): Promise<number> {
  const body = orderBody([{ variant, quantity: 2 }]);
  const { id } = await placeOrder({ userId: customer.id, body, idempotencyKey: `order-to-refund-${(orders += 1)}` });
  const by = (await readSession(token))!;
  for (const to of steps) await advanceOrderStatus({ orderId: id, to, by });
  return id;
}
const delivered = () => cashOrder(['Accepted', 'Ready', 'Delivered']);

const refund = (by: ApiCaller, orderId: number, amount: number, { key = '', reason = 'A broken jar' } = {}) =>
  by.post(`/api/orders/${orderId}/refunds`, {
    body: { amount, reason },
    headers: key ? { 'idempotency-key': key } : {},
  });

describe('a refund of a part', () => {
  it('is recorded, shown to customer and shop, and in the activity of the shop', async () => {
    const id = await delivered();
    const { status, body } = await refund(vendor, id, 120.5);
    expect([status, body]).toMatchObject([200, { id, refunded: 120.5, total: 500, payment_status: 'collected' }]);
    const own = await buyer.get('/api/orders/user');
    expect(own.body).toContainEqual(expect.objectContaining({ id, refunded: 120.5 }));
    const invoice = await buyer.get(`/api/orders/${id}/invoice`);
    expect(invoice.body).toMatchObject({
      refunded: 120.5,
      refunds: [{ amount: 120.5, by: 'cash', state: 'done' }],
    });
    expect(await database().knex('notifications').where({ orderId: id, kind: 'order.refund' })).toMatchObject([
      { feed: `user:${customer.id}`, details: { update: 'paid_out', total_paise: 12_050 } },
    ]);
    const activity = await database().knex('activityLog').where({ shopId: shop.id, action: 'order.refunded' });
    expect(activity).toContainEqual(
      expect.objectContaining({ after: { total: 120.5, reason: 'A broken jar' }, subject: invoice.body.orderNumber }),
    );
    const report = await vendor.get(`/api/shops/${shop.id}/cash-report`);
    expect(report.body).toMatchObject({
      refunded: { amount: 120.5, cash: { amount: 120.5 } },
      payouts: [{ id, amount: 120.5 }],
    });
    expect(report.body.net).toBe(report.body.received.amount - 120.5);
  });

  it('is made once per key, however often and however concurrently it is sent', async () => {
    const id = await delivered();
    const key = 'a-refund-that-is-sent-often';
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(vendor, id, 100, { key })));
    expect(answers.map(({ status, body }) => [status, body.refunded])).toEqual(
      Array.from({ length: 5 }, () => [200, 100]),
    );
    expect(await refund(vendor, id, 101, { key })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    });
    expect(await refund(vendor, await delivered(), 100, { key })).toMatchObject({ status: 409 });
    expect(await refund(vendor, id, 100)).toMatchObject({ status: 200, body: { refunded: 200 } });
  });

  it('is never more than what is left, which the answer says', async () => {
    const id = await delivered();
    await refund(operator, id, 400);
    const tooHigh = { status: 409, body: { code: 'refund_too_high', left: 100 } };
    expect(await refund(vendor, id, 100.01)).toMatchObject(tooHigh);
    expect(await refund(vendor, id, 100)).toMatchObject({ status: 200, body: { refunded: 500 } });
    expect(await refund(operator, id, 1)).toMatchObject({ status: 409, body: { code: 'refund_too_high', left: 0 } });
  });

  it('is impossible before anything was paid', async () => {
    const answer = await refund(vendor, await cashOrder(['Accepted']), 100);
    expect(answer).toMatchObject({ status: 409, body: { code: 'status_not_allowed' } });
    expect(answer.body.message).toBe('Nothing was paid for this order yet.');
  });

  it.each([
    ['no amount', { reason: 'A jar' }],
    ['nothing', { amount: 0, reason: 'A jar' }],
    ['parts of a paisa', { amount: 1.005, reason: 'A jar' }],
    ['no reason', { amount: 1, reason: '  ' }],
    ['a long reason', { amount: 1, reason: 'x'.repeat(501) }],
  ])('is refused with %s', async (_, body) => {
    const answer = await vendor.post(`/api/orders/${await delivered()}/refunds`, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('leaves the money consistent', async () => {
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });
});
