import { database } from '@haat/core/db/database';
import { sendAnnouncement } from '@haat/core/platform/announcements';
import { applyForShop } from '@haat/core/platform/apply-for-shop';
import { createUser } from '@haat/core/test/factories';
import { newShop } from './account-calls.ts';
import { OF_OPERATOR } from './expected.ts';
import type { AuthorizationFixtures, Calls } from './fixtures.ts';

/** The id of an open application for a shop. */
async function application({ newName }: AuthorizationFixtures): Promise<number> {
  const { id: userId } = await createUser();
  return (await applyForShop({ userId, fields: newShop(newName()) })).id;
}

/** Shops, applications for shops, orders, accounts and announcements. */
export const OPERATOR_CALLS: Calls = {
  'GET /api/operator/shops': { expected: OF_OPERATOR },
  'GET /api/operator/shops sorted': {
    expected: OF_OPERATOR,
    input: () => ({ path: '/api/operator/shops?sort=ordered&direction=asc&state=open' }),
  },
  'GET /api/operator/shops/summary': { expected: OF_OPERATOR },
  'GET /api/operator/shops.csv': { expected: OF_OPERATOR },
  'GET /api/operator/shops/:id': {
    expected: OF_OPERATOR,
    input: ({ shop }) => ({ path: `/api/operator/shops/${shop.id}` }),
  },
  'GET /api/operator/shops/:id of none': {
    expected: OF_OPERATOR.replaceAll('200', '404'),
    input: () => ({ path: '/api/operator/shops/999999999' }),
  },
  'POST /api/operator/shops': {
    expected: OF_OPERATOR.replaceAll('200', '201'),
    input: ({ newEmail }) => {
      const email = newEmail();
      return { body: { slug: email.split('@')[0], name: 'New Shop', admin_email: email } };
    },
  },
  'PATCH /api/operator/shops/:id': {
    expected: OF_OPERATOR,
    input: ({ shop }) => ({ path: `/api/operator/shops/${shop.id}`, body: { suspended: false } }),
  },
  'PATCH /api/operator/shops/:id/details': {
    expected: OF_OPERATOR,
    input: ({ shop }) => ({ path: `/api/operator/shops/${shop.id}/details`, body: { trade: 'Dairy' } }),
  },
  'GET /api/operator/shop-applications': { expected: OF_OPERATOR },
  'POST /api/operator/shop-applications/:id/approve': {
    expected: OF_OPERATOR,
    input: async (world) => ({ path: `/api/operator/shop-applications/${await application(world)}/approve` }),
  },
  'POST /api/operator/shop-applications/:id/decline': {
    expected: OF_OPERATOR,
    input: async (world) => ({
      path: `/api/operator/shop-applications/${await application(world)}/decline`,
      body: { reason: 'No licence' },
    }),
  },
  'POST /api/operator/shops/:id/help': {
    expected: OF_OPERATOR,
    input: ({ shop }) => ({ path: `/api/operator/shops/${shop.id}/help` }),
  },
  'DELETE /api/operator/help': { expected: OF_OPERATOR },
  'GET /api/announcements': { expected: '401 403 403 200 200 200 200 401 401 200 200' },
  'PUT /api/announcements/:id/dismissal': {
    expected: '401 403 403 204 404 204 404 401 401 204 204',
    input: async ({ shop }) => ({ path: `/api/announcements/${await newAnnouncement(shop.id)}/dismissal` }),
  },
  'GET /api/operator/announcements': { expected: OF_OPERATOR },
  'POST /api/operator/announcements': {
    expected: OF_OPERATOR.replaceAll('200', '201'),
    input: ({ shop }) => ({ body: { title: 'Title', text: 'Text', shop_id: shop.id } }),
  },
  'POST /api/operator/announcements/:id/withdraw': {
    expected: OF_OPERATOR,
    input: async ({ shop }) => ({ path: `/api/operator/announcements/${await newAnnouncement(shop.id)}/withdraw` }),
  },
  'GET /api/operator/activity': { expected: OF_OPERATOR },
  'GET /api/operator/orders': { expected: OF_OPERATOR },
  'GET /api/operator/orders of a mobile number': {
    expected: OF_OPERATOR,
    input: () => ({ path: '/api/operator/orders?search=9876543210&limit=5' }),
  },
  'GET /api/operator/orders/summary': { expected: OF_OPERATOR },
  'GET /api/operator/orders.csv': { expected: OF_OPERATOR },
  'GET /api/operator/accounts': { expected: OF_OPERATOR },
  'GET /api/operator/accounts/summary': { expected: OF_OPERATOR },
  'GET /api/operator/accounts.csv': { expected: OF_OPERATOR },
  'PATCH /api/operator/accounts/:id': {
    expected: OF_OPERATOR,
    input: async () => ({ path: `/api/operator/accounts/${(await createUser()).id}`, body: { blocked: true } }),
  },
};

async function newAnnouncement(shopId: number): Promise<number> {
  const { id: actorId } = await createUser();
  return (await sendAnnouncement({ actorId, title: 'Title', text: 'Text', shop_id: shopId })).id;
}

export const OPERATOR_PAYMENT_CALLS: Calls = {
  'POST /api/operator/queue-dashboard': { expected: OF_OPERATOR },
  'GET /api/operator/payments': { expected: OF_OPERATOR },
  'GET /api/operator/payments of too long a search': {
    expected: OF_OPERATOR.replace('200', '400'),
    input: () => ({ path: `/api/operator/payments?search=${'a'.repeat(101)}` }),
  },
  'GET /api/operator/payments/summary': { expected: OF_OPERATOR },
  'GET /api/operator/payments.csv': { expected: OF_OPERATOR },
  'GET /api/operator/payments/health': { expected: OF_OPERATOR },
  'GET /api/operator/payments/unknown': { expected: OF_OPERATOR },
  'POST /api/operator/payments/unknown/dismiss': {
    expected: OF_OPERATOR.replace('200', '204'),
    input: async () => ({ path: '/api/operator/payments/unknown/dismiss', body: await newUnknownPayment() }),
  },
  'POST /api/operator/payments/unknown/dismiss of none': {
    expected: OF_OPERATOR.replace('200', '404'),
    input: () => ({
      path: '/api/operator/payments/unknown/dismiss',
      body: { provider: 'stripe', provider_order_id: 'cs_none' },
    }),
  },
  'GET /api/operator/payments/:id': {
    expected: OF_OPERATOR,
    input: async (world) => ({ path: `/api/operator/payments/${await newPayment(world)}` }),
  },
  'GET /api/operator/payments/:id of none': {
    expected: OF_OPERATOR.replace('200', '404'),
    input: () => ({ path: '/api/operator/payments/999999999' }),
  },
  'GET /api/operator/payments/:id of no number': {
    expected: OF_OPERATOR.replace('200', '400'),
    input: () => ({ path: '/api/operator/payments/0x10' }),
  },
  'POST /api/operator/payments/:id/check': {
    expected: OF_OPERATOR,
    input: async (world) => ({ path: `/api/operator/payments/${await newPayment(world)}/check` }),
  },
  'POST /api/operator/payments/:id/check of none': {
    expected: OF_OPERATOR.replace('200', '404'),
    input: () => ({ path: '/api/operator/payments/999999999/check' }),
  },
  'POST /api/operator/payments/:id/refund': {
    expected: OF_OPERATOR,
    input: async (world) => ({ path: `/api/operator/payments/${await newPayment(world)}/refund` }),
  },
  'POST /api/operator/payments/:id/refund of none': {
    expected: OF_OPERATOR.replace('200', '404'),
    input: () => ({ path: '/api/operator/payments/999999999/refund' }),
  },
};

/** A payment that the database does not know, as the body that dismisses it. */
async function newUnknownPayment(): Promise<{ provider: string; provider_order_id: string }> {
  const { rows } = await database().pool.query<{ provider: string; provider_order_id: string }>(
    `INSERT INTO webhook_events (provider, event_id, kind, payload, processed_at, unknown_order)
     VALUES ('stripe', gen_random_uuid()::text, 'checkout.session.completed', '{}', now(), 'cs_' || gen_random_uuid())
     RETURNING provider, unknown_order AS provider_order_id`,
  );
  return rows[0]!;
}

/** Money of the customer for no order. */
async function newPayment({ owner }: AuthorizationFixtures): Promise<number> {
  const { rows } = await database().pool.query<{ id: number }>(
    `INSERT INTO payments (provider, user_id, amount_paise, state, paid_at, provider_payment_id)
     VALUES ('razorpay', $1, 100, 'paid', now(), 'pay_' || gen_random_uuid()) RETURNING id`,
    [owner.id],
  );
  return rows[0]?.id ?? 0;
}
