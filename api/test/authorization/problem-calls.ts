import { database } from '@haat/core/db/database';
import { Order } from '@haat/core/db/orders.models';
import { reportProblem } from '@haat/core/orders/problems/report-problem';
import { clearLimits } from '@haat/core/test/limits';
import { formOf } from '../form.ts';
import { createPhoto } from '../photo.ts';
import type { AuthorizationFixtures, Calls } from './fixtures.ts';

/** An order of CO that was handed over, and its line. */
async function deliveredOrder({ newOrder }: AuthorizationFixtures): Promise<{ orderId: number; itemId: number }> {
  const orderId = await newOrder();
  const at = new Date();
  const { knex } = database();
  await knex('orderEvents').insert({ orderId, fromStatus: 'Ready', toStatus: 'Delivered', actor: 'clock', at });
  await Order.query().findById(orderId).patch({ status: 'Delivered', paymentStatus: 'collected', collectedAt: at });
  const { id: itemId } = (await knex('orderItems').where({ orderId }).first('id')) as { id: number };
  return { orderId, itemId };
}

/** A problem with that order. */
async function reportedProblem(world: AuthorizationFixtures, pictures: Buffer[] = []) {
  const { orderId, itemId } = await deliveredOrder(world);
  const { user, shop } = world.people.CO;
  const session = { sessionId: '00000000-0000-0000-0000-000000000000', email: user.email, role: undefined };
  const by = {
    ...session,
    userId: user.id,
    actorId: user.id,
    shopId: shop.id,
    shopSlug: shop.slug,
    isPlatformAdmin: false,
  };
  const lines = [{ item_id: itemId, quantity: 1, kind: 'damaged' as const }];
  await clearLimits();
  return reportProblem({ orderId, lines, pictures, by, key: undefined });
}

const OF_SIDES = '401 200 404 200 404 200 200 401 401 404 404';
const OF_STAFF = '401 403 403 200 404 200 200 401 401 403 403';

/** Problems that customers report after the delivery. */
export const PROBLEM_CALLS: Calls = {
  'POST /api/orders/:id/problems': {
    expected: '401 201 404 404 404 404 404 401 401 404 404',
    input: async (world) => {
      const { orderId, itemId } = await deliveredOrder(world);
      const lines = JSON.stringify([{ item_id: itemId, quantity: 1, kind: 'damaged' }]);
      return { path: `/api/orders/${orderId}/problems`, body: formOf({ lines }) };
    },
  },
  'GET /api/orders/:id/problems': {
    expected: OF_SIDES,
    input: async (world) => ({ path: `/api/orders/${(await reportedProblem(world)).order.id}/problems` }),
  },
  'GET /api/problems/:id': {
    expected: OF_SIDES,
    input: async (world) => ({ path: `/api/problems/${(await reportedProblem(world)).id}` }),
  },
  'GET /api/problems/:id/pictures/:picture': {
    expected: OF_SIDES,
    input: async (world) => {
      const picture = Buffer.from(await (await createPhoto()).arrayBuffer());
      const { id, pictures } = await reportedProblem(world, [picture]);
      return { path: `/api/problems/${id}/pictures/${pictures[0]}` };
    },
  },
  'POST /api/problems/:id/messages': {
    expected: OF_SIDES,
    input: async (world) => ({
      path: `/api/problems/${(await reportedProblem(world)).id}/messages`,
      body: { text: 'A test' },
    }),
  },
  'POST /api/problems/:id/acknowledge': {
    expected: OF_STAFF,
    input: async (world) => ({ path: `/api/problems/${(await reportedProblem(world)).id}/acknowledge`, body: {} }),
  },
  'POST /api/problems/:id/answer': {
    expected: OF_STAFF,
    input: async (world) => ({
      path: `/api/problems/${(await reportedProblem(world)).id}/answer`,
      body: { answer: 'refusal', text: 'A test' },
    }),
  },
  'GET /api/shops/:shopId/problems': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/problems?solved=true&limit=5` }),
  },
  'GET /api/shops/:shopId/problems/counts': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/problems/counts` }),
  },
  'GET /api/operator/problems': { expected: '401 403 403 403 403 403 200 401 401 403 403' },
  'GET /api/operator/problems/counts': { expected: '401 403 403 403 403 403 200 401 401 403 403' },
};
