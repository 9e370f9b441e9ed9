import { database } from '@haat/core/db/database';
import { Order } from '@haat/core/db/orders.models';
import { createAddress } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import type { AuthorizationFixtures, Calls } from './fixtures.ts';

const home = { name: 'Home', street: '1, 2nd Cross', city: 'Bengaluru', zip: '560041', phone: '9000000001' };

export const ORDER_CALLS: Calls = {
  'GET /api/address': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'POST /api/address': { expected: '401 200 200 200 200 200 200 401 401 200 200', input: () => ({ body: home }) },
  'POST /api/address with the id of CO': {
    expected: '401 200 404 404 404 404 404 401 401 404 404',
    input: ({ address }) => ({ body: { ...home, id: address.id } }),
  },
  'DELETE /api/address/:id of CO': {
    expected: '401 204 404 404 404 404 404 401 401 404 404',
    input: async ({ people }) => ({ path: `/api/address/${(await createAddress({ user: people.CO.user })).id}` }),
  },
  'POST /api/orders': {
    expected: '401 201 201 201 201 201 201 401 401 201 201',
    input: ({ variant }) => ({ body: orderBody([{ variant }]) }),
  },
  'POST /api/orders to the address of CO': {
    expected: '401 201 404 404 404 404 404 401 401 404 404',
    input: ({ variant, address }) => ({
      body: orderBody([{ variant, quantity: 2 }], { takeaway: false, address: { id: address.id } }),
    }),
  },
  'GET /api/orders/user': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'GET /api/orders/user of a group, shop and period with a search': {
    expected: '401 200 200 200 200 200 200 401 401 200 200',
    input: ({ shop }) => ({
      path: `/api/orders/user?group=past&shop=${shop.slug}&period=1-year&search=milk&limit=5`,
    }),
  },
  'GET /api/orders/user/shops': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'GET /api/orders/shop/:shopId': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/orders/shop/${shop.id}` }),
  },
  'GET /api/orders/shop/:shopId of a status with a search': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/orders/shop/${shop.id}?status=Pending&search=12` }),
  },
  'GET /api/orders/shop/:shopId/counts': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/orders/shop/${shop.id}/counts` }),
  },
  'GET /api/orders/:id/invoice': {
    expected: '401 200 404 200 404 200 200 401 401 404 404',
    input: async ({ newOrder }) => ({ path: `/api/orders/${await newOrder()}/invoice` }),
  },
  'GET /api/orders/:id/invoice of an unpaid order': {
    expected: '401 404 404 404 404 404 404 401 401 404 404',
    input: async ({ newHeldOrder }) => ({ path: `/api/orders/${(await newHeldOrder()).orderId}/invoice` }),
  },
  'GET /api/orders/:id/timeline': {
    expected: '401 200 404 200 404 200 200 401 401 404 404',
    input: async ({ newOrder }) => ({ path: `/api/orders/${await newOrder()}/timeline` }),
  },
  'GET /api/orders/:id/timeline of an unpaid order': {
    expected: '401 200 404 404 404 404 200 401 401 404 404',
    input: async ({ newHeldOrder }) => ({ path: `/api/orders/${(await newHeldOrder()).orderId}/timeline` }),
  },
  'PATCH /api/orders/:id/status': {
    expected: '401 403 403 200 404 200 200 401 401 403 403',
    input: async ({ newOrder }) => ({
      path: `/api/orders/${await newOrder()}/status`,
      body: { status: 'Accepted' },
    }),
  },
  'POST /api/orders/:id/decline': {
    expected: '401 403 403 200 404 200 403 401 401 403 403',
    input: async ({ newOrder }) => ({ path: `/api/orders/${await newOrder()}/decline`, body: { reason: 'closing' } }),
  },
  'POST /api/orders/:id/cancel while it is pending': {
    expected: '401 200 404 409 404 409 200 401 401 404 404',
    input: async ({ newOrder }) => ({
      path: `/api/orders/${await newOrder()}/cancel`,
      body: { reason: 'other', text: 'A test' },
    }),
  },
  'POST /api/orders/:id/cancellation-request after the grace period': {
    expected: '401 200 404 404 404 404 404 401 401 404 404',
    input: async ({ newOrder }) => ({
      path: `/api/orders/${await acceptedLongAgo(await newOrder())}/cancellation-request`,
      body: { reason: 'too_late' },
    }),
  },
  'POST /api/orders/:id/cancellation-request/answer': {
    expected: '401 403 403 200 404 200 200 401 401 403 403',
    input: async ({ newOrder }) => {
      const id = await acceptedLongAgo(await newOrder());
      await database().knex('cancellation_requests').insert({ orderId: id, reason: 'too_late', answerBy: new Date() });
      return { path: `/api/orders/${id}/cancellation-request/answer`, body: { cancel: true } };
    },
  },
  'POST /api/orders/:id/proposals': {
    expected: '401 403 403 200 404 200 403 401 401 403 403',
    input: async (world) => {
      const { orderId, line } = await acceptedOrder(world);
      const body = { revision: 1, lines: [{ kind: 'replace', ...line }] };
      return { path: `/api/orders/${orderId}/proposals`, body };
    },
  },
  'POST /api/orders/:id/proposals/:proposalId/answer': {
    expected: '401 200 404 404 404 404 404 401 401 404 404',
    input: async (world) => {
      const { path, item_id } = await openProposal(world);
      return { path: `${path}/answer`, body: { lines: [{ item_id, accept: true }] } };
    },
  },
  'POST /api/orders/:id/proposals/:proposalId/withdraw': {
    expected: '401 403 403 200 404 200 403 401 401 403 403',
    input: async (world) => ({ path: `${(await openProposal(world)).path}/withdraw` }),
  },
  'POST /api/orders/:id/refunds': {
    expected: '401 403 403 200 404 200 200 401 401 403 403',
    input: async ({ newOrder }) => {
      const id = await newOrder();
      await Order.query()
        .findById(id)
        .patch({ status: 'Delivered', paymentStatus: 'collected', collectedAt: new Date() });
      return { path: `/api/orders/${id}/refunds`, body: { amount: 1, reason: 'A test' } };
    },
  },
  'POST /api/orders/:id/prints': {
    expected: '401 403 403 204 404 204 204 401 401 403 403',
    input: async ({ newOrder }) => ({ path: `/api/orders/${await newOrder()}/prints`, body: { revision: 1 } }),
  },
  'POST /api/orders/:id/promise': {
    expected: '401 403 403 200 404 200 200 401 401 403 403',
    input: async ({ newOrder }) => {
      const id = await newOrder();
      await Order.query().findById(id).patch({ status: 'Accepted' });
      return { path: `/api/orders/${id}/promise`, body: { ready_in_minutes: 30 } };
    },
  },
  'POST /api/orders/:id/return': {
    expected: '401 403 403 200 404 200 200 401 401 403 403',
    input: async ({ newOrder }) => {
      const id = await newOrder();
      await Order.query().findById(id).patch({ status: 'In Transit' });
      return { path: `/api/orders/${id}/return`, body: { reason: 'refused' } };
    },
  },
  'PATCH /api/orders/:id/status of no order': {
    expected: '401 403 403 404 404 404 404 401 401 403 403',
    input: () => ({
      path: '/api/orders/999999999/status',
      body: { status: 'Accepted' },
    }),
  },
};

/** An accepted order, and a variant that can replace its line. */
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

/** Accepts the order without recording who did: without an event there is no grace period. */
async function acceptedLongAgo(id: number): Promise<number> {
  await Order.query().findById(id).patch({ status: 'Accepted' });
  return id;
}
