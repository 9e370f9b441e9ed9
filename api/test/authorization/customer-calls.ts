import { Order } from '@haat/core/db/order.model';
import { database } from '@haat/core/db/database';
import { requestOtp } from '@haat/core/services/auth/one-time-code';
import { openSession } from '@haat/core/services/auth/session-lifecycle';
import { unsubscribeToken } from '@haat/core/services/messages/unsubscribe';
import { applyForShop } from '@haat/core/services/shop-applications/apply-for-shop';
import { sendMobileCode } from '@haat/core/services/users/login-mobile';
import { updateProfile } from '@haat/core/services/users/profile';
import { createAddress } from '@haat/core/test/factories';
import { mailedCode } from '@haat/core/test/one-time-code';
import { orderBody } from '@haat/core/test/order-body';
import type { Calls, AuthorizationFixtures } from './fixtures.ts';
import { formOf } from '../form.ts';
import { onlineBody, RETURN } from '../payment-helpers.ts';

/** Calls that do not look at who asks, and paths that lead nowhere. */
export const PUBLIC_CALLS: Calls = {
  'GET /api/navigation': { expected: '200 200 200 200 200 200 200 200 200' },
  'GET /api/shops': { expected: '200 200 200 200 200 200 200 200 200' },
  'GET /api/search': { expected: '200 200 200 200 200 200 200 200 200', input: () => ({ path: '/api/search?q=milk' }) },
  'GET /api/shops/:slug': {
    expected: '200 200 200 200 200 200 200 200 200',
    input: ({ shop }) => ({ path: `/api/shops/${shop.slug}` }),
  },
  'GET /api/pin-codes/:pin': {
    expected: '200 200 200 200 200 200 200 200 200',
    input: () => ({ path: '/api/pin-codes/560011' }),
  },
  'GET /api/shop-applications/slugs/:slug': {
    expected: '200 200 200 200 200 200 200 200 200',
    input: () => ({ path: '/api/shop-applications/slugs/green-leaf' }),
  },
  'POST /api/analytics/visit': { expected: '204 204 204 204 204 204 204 204 204' },
  'GET /api/analytics/visit-count': { expected: '200 200 200 200 200 200 200 200 200' },
  'GET /live': { expected: '200 200 200 200 200 200 200 200 200' },
  'GET /ready': { expected: '200 200 200 200 200 200 200 200 200' },
  'GET /api/nothing': { expected: '404 404 404 404 404 404 404 404 404' },
};

/** The fields of an application for a shop. */
export const newShop = (slug: string) => ({
  name: 'Green Leaf',
  slug,
  trade: 'vegetables' as const,
  mobile: '9876543210',
  street: '4, 1st Main',
  pin_code: '560041',
});

export const ACCOUNT_CALLS: Calls = {
  'POST /api/auth/send-token': {
    expected: '200 200 200 200 200 200 200 200 200',
    input: ({ newEmail, shop }) => ({ body: { email: newEmail(), shop_slug: shop.slug } }),
  },
  'POST /api/auth/login-with-token': {
    expected: '200 200 200 200 200 200 200 200 200',
    input: async (world) => ({ body: await mailCode(world) }),
  },
  'POST /api/auth/refresh-token': {
    expected: '200 200 200 200 200 200 200 200 200',
    input: (_, { refreshToken }) => ({ body: { refreshToken } }),
  },
  'POST /api/auth/logout': { expected: '401 204 204 204 204 204 204 401 401' },
  'POST /api/auth/logout with the refresh token': {
    expected: '204 204 204 204 204 204 204 204 204',
    input: (_, { refreshToken }) => ({ body: { refreshToken } }),
  },
  'GET /api/auth/shops': { expected: '401 200 200 200 200 200 200 401 401' },
  'POST /api/auth/shop': {
    expected: '401 403 403 200 403 200 403 401 401',
    input: ({ shop }) => ({ body: { shop_slug: shop.slug } }),
  },
  'POST /api/shop-applications': {
    expected: '401 201 201 201 201 201 201 401 401',
    input: ({ newName }) => ({ body: newShop(newName()) }),
  },
  'GET /api/shop-applications': { expected: '401 200 200 200 200 200 200 401 401' },
  'POST /api/shop-applications/:id/withdraw of CO': {
    expected: '401 200 404 404 404 404 404 401 401',
    input: async ({ owner, newName }) => {
      await database().pool.query('DELETE FROM shop_applications');
      const { id } = await applyForShop({ userId: owner.id, fields: newShop(newName()) });
      return { path: `/api/shop-applications/${id}/withdraw` };
    },
  },
  'GET /api/users/me': { expected: '401 200 200 200 200 200 200 401 401' },
  'POST /api/users/update-profile': {
    expected: '401 200 200 200 200 200 200 401 401',
    input: ({ newEmail }) => ({ body: formOf({ name: 'Test Customer', email: newEmail() }) }),
  },
  'POST /api/users/send-email-code': {
    expected: '401 200 200 200 200 200 200 401 401',
    input: async (world, { userId }) => {
      await askForAddress(world, userId);
      await database().pool.query('DELETE FROM rate_limits');
      return {};
    },
  },
  'POST /api/users/send-email-code without a new address': {
    expected: '401 404 404 404 404 404 404 401 401',
    input: async () => {
      await database().pool.query('UPDATE users SET pending_email = NULL');
      return {};
    },
  },
  'POST /api/users/confirm-email': {
    expected: '401 200 200 200 200 200 200 401 401',
    input: async (world, { userId }) => ({ body: { code: await askForAddress(world, userId) } }),
  },
  'POST /api/users/send-mobile-code': {
    expected: '401 200 200 200 200 200 200 401 401',
    input: ({ newMobile }) => ({ body: { mobile: newMobile() } }),
  },
  'POST /api/users/confirm-mobile': {
    expected: '401 200 200 200 200 200 200 401 401',
    input: async (world, { userId }) => {
      const mobile = world.newMobile();
      await sendMobileCode({ userId, shopId: world.shop.id, address: mobile, mobile });
      return { body: { code: await mailedCode(mobile) } };
    },
  },
  'DELETE /api/users/login-mobile': { expected: '401 204 204 204 204 204 204 401 401' },
  'GET /api/users/me/consents': { expected: '401 200 200 200 200 200 200 401 401' },
  'POST /api/users/me/consents': {
    expected: '401 200 200 200 200 200 200 401 401',
    input: () => ({ body: { purposes: ['account', 'orders'] } }),
  },
  'GET /api/users/me/sessions': { expected: '401 200 200 200 200 200 200 401 401' },
  'DELETE /api/users/me/sessions': { expected: '401 204 204 204 204 204 204 401 401' },
  'DELETE /api/users/me/sessions/:id of CO': {
    expected: '401 204 404 404 404 404 404 401 401',
    input: async ({ owner, shop }) => {
      const session = await openSession(database().pool, { userId: owner.id, shopId: shop.id });
      return { path: `/api/users/me/sessions/${session.sessionId}` };
    },
  },
  'GET /api/users/me/export': {
    expected: '401 200 200 200 200 200 200 401 401',
    input: async () => {
      await database().pool.query('DELETE FROM rate_limits');
      return {};
    },
  },
  'POST /api/users/send-deletion-code': {
    expected: '401 200 200 200 200 200 409 401 401',
    input: async () => {
      await database().pool.query('DELETE FROM rate_limits');
      return {};
    },
  },
  'POST /api/users/delete-account without a code': { expected: '401 400 400 400 400 400 400 401 401' },
  'DELETE /api/users/me': { expected: '405 405 405 405 405 405 405 405 405' },
};

async function mailCode({ newEmail, shop }: AuthorizationFixtures) {
  const email = newEmail();
  await requestOtp({ email, shopSlug: shop.slug, address: email });
  return { email, token: await mailedCode(email), shop_slug: shop.slug };
}

/** The code that this user's new email address waits for. */
async function askForAddress({ newEmail, shop }: AuthorizationFixtures, userId: number): Promise<string> {
  const fields = { name: 'Test Customer', email: newEmail() };
  await updateProfile({ userId, shopId: shop.id, address: fields.email, fields });
  return mailedCode(fields.email);
}

const home = { name: 'Home', street: '1, 2nd Cross', city: 'Bengaluru', zip: '560041', phone: '9000000001' };

export const FAVOURITE_CALLS: Calls = {
  'GET /api/favourites': { expected: '401 200 200 200 200 200 200 401 401' },
  'GET /api/favourites/shops': { expected: '401 200 200 200 200 200 200 401 401' },
  'GET /api/favourites/products': { expected: '401 200 200 200 200 200 200 401 401' },
  'PUT /api/favourites/shops/:id': {
    expected: '401 204 204 204 204 204 204 401 401',
    input: ({ shop }) => ({ path: `/api/favourites/shops/${shop.id}` }),
  },
  'DELETE /api/favourites/shops/:id': {
    expected: '401 204 204 204 204 204 204 401 401',
    input: ({ shop }) => ({ path: `/api/favourites/shops/${shop.id}` }),
  },
  'PUT /api/favourites/products/:id': {
    expected: '401 204 204 204 204 204 204 401 401',
    input: ({ product }) => ({ path: `/api/favourites/products/${product.id}` }),
  },
  'PUT /api/favourites/products/:id of an unpublished product': {
    expected: '401 404 404 404 404 404 404 401 401',
    input: ({ unpublished }) => ({ path: `/api/favourites/products/${unpublished.id}` }),
  },
  'DELETE /api/favourites/products/:id': {
    expected: '401 204 204 204 204 204 204 401 401',
    input: ({ product }) => ({ path: `/api/favourites/products/${product.id}` }),
  },
  'GET /api/shops/:shopId/bought-products': {
    expected: '401 200 200 200 200 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/bought-products` }),
  },
};

export const ORDER_CALLS: Calls = {
  'GET /api/address': { expected: '401 200 200 200 200 200 200 401 401' },
  'POST /api/address': { expected: '401 200 200 200 200 200 200 401 401', input: () => ({ body: home }) },
  'POST /api/address with the id of CO': {
    expected: '401 200 404 404 404 404 404 401 401',
    input: ({ address }) => ({ body: { ...home, id: address.id } }),
  },
  'DELETE /api/address/:id of CO': {
    expected: '401 204 404 404 404 404 404 401 401',
    input: async ({ people }) => ({ path: `/api/address/${(await createAddress({ user: people.CO.user })).id}` }),
  },
  'POST /api/orders': {
    expected: '401 201 201 201 201 201 201 401 401',
    input: ({ variant }) => ({ body: orderBody([{ variant }]) }),
  },
  'POST /api/orders to the address of CO': {
    expected: '401 201 404 404 404 404 404 401 401',
    input: ({ variant, address }) => ({
      body: orderBody([{ variant, quantity: 2 }], { takeaway: false, address: { id: address.id } }),
    }),
  },
  'GET /api/orders/user': { expected: '401 200 200 200 200 200 200 401 401' },
  'GET /api/orders/user of a group, shop and period with a search': {
    expected: '401 200 200 200 200 200 200 401 401',
    input: ({ shop }) => ({
      path: `/api/orders/user?group=past&shop=${shop.slug}&period=1-year&search=milk&limit=5`,
    }),
  },
  'GET /api/orders/user/shops': { expected: '401 200 200 200 200 200 200 401 401' },
  'GET /api/orders/shop/:shopId': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/orders/shop/${shop.id}` }),
  },
  'GET /api/orders/shop/:shopId of a status with a search': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/orders/shop/${shop.id}?status=Pending&search=12` }),
  },
  'GET /api/orders/shop/:shopId/counts': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/orders/shop/${shop.id}/counts` }),
  },
  'GET /api/orders/:id/invoice': {
    expected: '401 200 404 200 404 200 200 401 401',
    input: async ({ newOrder }) => ({ path: `/api/orders/${await newOrder()}/invoice` }),
  },
  'GET /api/orders/:id/invoice of an unpaid order': {
    expected: '401 404 404 404 404 404 404 401 401',
    input: async ({ newHeldOrder }) => ({ path: `/api/orders/${(await newHeldOrder()).orderId}/invoice` }),
  },
  'GET /api/orders/:id/timeline': {
    expected: '401 200 404 200 404 200 200 401 401',
    input: async ({ newOrder }) => ({ path: `/api/orders/${await newOrder()}/timeline` }),
  },
  'GET /api/orders/:id/timeline of an unpaid order': {
    expected: '401 200 404 404 404 404 200 401 401',
    input: async ({ newHeldOrder }) => ({ path: `/api/orders/${(await newHeldOrder()).orderId}/timeline` }),
  },
  'PATCH /api/orders/:id/status': {
    expected: '401 403 403 200 404 200 200 401 401',
    input: async ({ newOrder }) => ({
      path: `/api/orders/${await newOrder()}/status`,
      body: { status: 'Accepted' },
    }),
  },
  'POST /api/orders/:id/decline': {
    expected: '401 403 403 200 404 200 403 401 401',
    input: async ({ newOrder }) => ({ path: `/api/orders/${await newOrder()}/decline`, body: { reason: 'closing' } }),
  },
  'POST /api/orders/:id/cancel while it is pending': {
    expected: '401 200 404 409 404 409 200 401 401',
    input: async ({ newOrder }) => ({
      path: `/api/orders/${await newOrder()}/cancel`,
      body: { reason: 'other', text: 'A test' },
    }),
  },
  'POST /api/orders/:id/cancellation-request after the grace period': {
    expected: '401 200 404 404 404 404 404 401 401',
    input: async ({ newOrder }) => ({
      path: `/api/orders/${await acceptedLongAgo(await newOrder())}/cancellation-request`,
      body: { reason: 'too_late' },
    }),
  },
  'POST /api/orders/:id/cancellation-request/answer': {
    expected: '401 403 403 200 404 200 200 401 401',
    input: async ({ newOrder }) => {
      const id = await acceptedLongAgo(await newOrder());
      await database().knex('cancellation_requests').insert({ orderId: id, reason: 'too_late', answerBy: new Date() });
      return { path: `/api/orders/${id}/cancellation-request/answer`, body: { cancel: true } };
    },
  },
  'POST /api/orders/:id/proposals': {
    expected: '401 403 403 200 404 200 403 401 401',
    input: async (world) => {
      const { orderId, line } = await acceptedOrder(world);
      const body = { revision: 1, lines: [{ kind: 'replace', ...line }] };
      return { path: `/api/orders/${orderId}/proposals`, body };
    },
  },
  'POST /api/orders/:id/proposals/:proposalId/answer': {
    expected: '401 200 404 404 404 404 404 401 401',
    input: async (world) => {
      const { path, item_id } = await openProposal(world);
      return { path: `${path}/answer`, body: { lines: [{ item_id, accept: true }] } };
    },
  },
  'POST /api/orders/:id/proposals/:proposalId/withdraw': {
    expected: '401 403 403 200 404 200 403 401 401',
    input: async (world) => ({ path: `${(await openProposal(world)).path}/withdraw` }),
  },
  'POST /api/orders/:id/refunds': {
    expected: '401 403 403 200 404 200 200 401 401',
    input: async ({ newOrder }) => {
      const id = await newOrder();
      await Order.query()
        .findById(id)
        .patch({ status: 'Delivered', paymentStatus: 'collected', collectedAt: new Date() });
      return { path: `/api/orders/${id}/refunds`, body: { amount: 1, reason: 'A test' } };
    },
  },
  'POST /api/orders/:id/prints': {
    expected: '401 403 403 204 404 204 204 401 401',
    input: async ({ newOrder }) => ({ path: `/api/orders/${await newOrder()}/prints`, body: { revision: 1 } }),
  },
  'POST /api/orders/:id/promise': {
    expected: '401 403 403 200 404 200 200 401 401',
    input: async ({ newOrder }) => {
      const id = await newOrder();
      await Order.query().findById(id).patch({ status: 'Accepted' });
      return { path: `/api/orders/${id}/promise`, body: { ready_in_minutes: 30 } };
    },
  },
  'POST /api/orders/:id/return': {
    expected: '401 403 403 200 404 200 200 401 401',
    input: async ({ newOrder }) => {
      const id = await newOrder();
      await Order.query().findById(id).patch({ status: 'In Transit' });
      return { path: `/api/orders/${id}/return`, body: { reason: 'refused' } };
    },
  },
  'PATCH /api/orders/:id/status of no order': {
    expected: '401 403 403 404 404 404 404 401 401',
    input: () => ({
      path: '/api/orders/999999999/status',
      body: { status: 'Accepted' },
    }),
  },
};

const OF_ANYBODY = '401 200 200 200 200 200 200 401 401';
const OF_OWNER = '401 200 404 404 404 404 404 401 401';
const UNSIGNED = '400 400 400 400 400 400 400 400 400';

/** Online payment: of the customer, and of the providers, who sign instead of logging in. */
export const PAYMENT_CALLS: Calls = {
  'POST /api/razorpay/create-order': {
    expected: OF_ANYBODY,
    input: ({ variant }) => ({ body: { order: onlineBody(variant) } }),
  },
  'POST /api/razorpay/create-order of an amount': { expected: OF_ANYBODY, input: () => ({ body: { amount: 99.5 } }) },
  'POST /api/razorpay/create-order for the order of CO': {
    expected: OF_OWNER,
    input: async ({ newHeldOrder }) => ({ body: { orderId: (await newHeldOrder()).orderId } }),
  },
  'POST /api/razorpay/verify-payment of CO': {
    expected: OF_OWNER,
    input: async ({ newHeldOrder, sandbox }) => ({
      body: (await sandbox.pay((await newHeldOrder()).providerOrderId)).reply ?? {},
    }),
  },
  'POST /api/stripe/create-checkout-session': {
    expected: OF_ANYBODY,
    input: ({ variant }) => ({ body: { order: onlineBody(variant), ...RETURN } }),
  },
  'POST /api/stripe/create-checkout-session for the order of CO': {
    expected: OF_OWNER,
    input: async ({ newHeldOrder }) => ({ body: { orderId: (await newHeldOrder()).orderId, ...RETURN } }),
  },
  'GET /api/orders/:id/payment': {
    expected: OF_OWNER,
    input: async ({ newHeldOrder }) => ({ path: `/api/orders/${(await newHeldOrder()).orderId}/payment` }),
  },
  'POST /api/webhooks/razorpay': { expected: UNSIGNED, input: () => ({ body: { event: 'order.paid' } }) },
  'POST /api/webhooks/stripe': { expected: UNSIGNED, input: () => ({ body: { type: 'checkout.session.completed' } }) },
};

/** For calls about what is the caller's own. */
const OWN = '401 200 200 200 200 200 200 401 401';

const save = {
  expected: OWN,
  input: ({ newName }: AuthorizationFixtures) => ({ body: { fcm_token: newName() } }),
};

/** Everybody has devices and preferences of their own; no call names somebody else. */
export const PUSH_CALLS: Calls = {
  'POST /api/users/fcm-token': save,
  'POST /api/save-fcm-token': save,
  'GET /api/push/config': { expected: '200 200 200 200 200 200 200 200 200' },
  'GET /api/users/message-preferences': { expected: OWN },
  'PUT /api/users/message-preferences': {
    expected: OWN,
    input: () => ({
      body: {
        new_orders: { push: true },
        order_status: { push: true, mail: true },
        order_ends: { push: true, mail: false },
        refunds: { push: true },
      },
    }),
  },
  'PUT /api/users/language': { expected: OWN, input: () => ({ body: { language: 'hi' } }) },
  // The token in the link authorizes the call: it turns off the mails of its own account, without a session.
  'POST /api/unsubscribe': {
    expected: '200 200 200 200 200 200 200 200 200',
    input: ({ owner }) => ({ body: { token: unsubscribeToken(owner.id, 'order_ends') } }),
  },
  'POST /api/unsubscribe with a forged token': {
    expected: '404 404 404 404 404 404 404 404 404',
    input: ({ owner }) => ({ body: { token: `${owner.id}.order_ends.${'x'.repeat(43)}` } }),
  },
};

export const NOTIFICATION_CALLS: Calls = {
  'GET /api/users/notifications': { expected: OWN },
  'GET /api/users/notifications/unread': { expected: OWN },
  'POST /api/users/notifications/read': { expected: OWN, input: () => ({ body: { seq: 1 } }) },
  'GET /api/notifications': { expected: '401 403 403 200 200 200 200 401 401' },
  'GET /api/notifications/acknowledged': { expected: '401 403 403 200 200 200 200 401 401' },
  // The operator of the platform looks on: it is for the shop to take notice of its orders.
  'POST /api/notifications/acknowledge': {
    expected: '401 403 403 200 200 200 403 401 401',
    input: () => ({ body: { seq: 1 } }),
  },
  'POST /api/notifications/stream-ticket': { expected: '401 403 403 200 200 200 200 401 401' },
  'GET /api/notifications/stream': {
    expected: '401 403 403 200 200 200 200 401 401',
    input: (_, { bearer }) => ({
      path: `/api/notifications/stream${bearer === undefined ? '' : `?token=${bearer}`}`,
    }),
  },
};

/** The order, accepted by nobody in particular: without an event there is no grace period. */
/** An accepted order, and what can be sold in place of its line. */
async function acceptedOrder({ newOrder, newProduct }: AuthorizationFixtures) {
  const orderId = await newOrder();
  await Order.query().findById(orderId).patch({ status: 'Accepted' });
  const item = await database().knex('order_items').where({ orderId }).first<{ id: number }>('id');
  return { orderId, line: { item_id: item.id, variant_id: (await newProduct()).variantId, quantity: 1 } };
}

/** A proposal of its shop that waits for the customer. */
async function openProposal(world: AuthorizationFixtures) {
  const { orderId, line } = await acceptedOrder(world);
  const proposal = { orderId, state: 'open', totalPaise: 5_000, answerBy: new Date(Date.now() + 60_000) };
  const [added] = await database().knex('order_proposals').insert(proposal).returning<{ id: number }[]>('id');
  const { item_id, variant_id: variantId, quantity } = line;
  const price = { unitPricePaise: 5_000, amountPaise: 5_000 };
  await database()
    .knex('order_proposal_lines')
    .insert({ proposalId: added!.id, itemId: item_id, kind: 'replace', variantId, quantity, ...price });
  return { path: `/api/orders/${orderId}/proposals/${added!.id}`, item_id };
}

async function acceptedLongAgo(id: number): Promise<number> {
  await Order.query().findById(id).patch({ status: 'Accepted' });
  return id;
}
