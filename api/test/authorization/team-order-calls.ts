import { database } from '@haat/core/db/database';
import { Order } from '@haat/core/db/orders.models';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { orderBody } from '@haat/core/test/order-body';
import { clearLimits } from '@haat/core/test/limits';
import { OF_STOCK } from './expected.ts';
import type { AuthorizationFixtures, Caller, Calls } from './fixtures.ts';

const OF_RIDERS = '401 403 403 200 403 200 200 401 401 403 200';

const at = ({ shop }: AuthorizationFixtures, path: string) => `/api/shops/${shop.id}/${path}`;

async function acceptedTakeaway({ newOrder }: AuthorizationFixtures): Promise<number> {
  const id = await newOrder();
  await Order.query().findById(id).patch({ status: 'Accepted' });
  return id;
}

/** A delivery that waits in the shop. */
async function acceptedDelivery({ owner, variant, address, newName }: AuthorizationFixtures): Promise<number> {
  await clearLimits();
  const body = orderBody([{ variant, quantity: 1 }], { takeaway: false, address: { id: address.id } });
  const { id } = await placeOrder({ userId: owner.id, body, idempotencyKey: newName() });
  await Order.query().findById(id).patch({ status: 'Accepted' });
  return id;
}

/** A delivery that this user has picked up. */
async function ownDelivery(world: AuthorizationFixtures, { userId }: Caller): Promise<number> {
  const orderId = await acceptedDelivery(world);
  await Order.query().findById(orderId).patch({ status: 'In Transit' });
  const event = { orderId, kind: 'status', fromStatus: 'Accepted', toStatus: 'In Transit', actor: 'shop' };
  await database()
    .knex('order_events')
    .insert({ ...event, actorId: userId });
  return orderId;
}

/** Orders as helpers pack and riders deliver them. */
export const TEAM_ORDER_CALLS: Calls = {
  'GET /api/shops/:shopId/packing': {
    expected: OF_STOCK,
    input: async (world) => {
      await acceptedTakeaway(world);
      return { path: at(world, 'packing') };
    },
  },
  'PATCH /api/shops/:shopId/packing/:id': {
    expected: OF_STOCK,
    input: async (world) => ({
      path: at(world, `packing/${await acceptedTakeaway(world)}`),
      body: { status: 'Ready' },
    }),
  },
  'PATCH /api/shops/:shopId/packing/:id of a delivery': {
    expected: '401 403 403 409 403 409 409 401 401 409 403',
    input: async (world, caller) => ({
      path: at(world, `packing/${await ownDelivery(world, caller)}`),
      body: { status: 'Delivered' },
    }),
  },
  'GET /api/shops/:shopId/deliveries': {
    expected: OF_RIDERS,
    input: async (world, caller) => {
      await ownDelivery(world, caller);
      return { path: at(world, 'deliveries') };
    },
  },
  'PATCH /api/shops/:shopId/deliveries/:id that waits': {
    expected: OF_RIDERS,
    input: async (world) => ({
      path: at(world, `deliveries/${await acceptedDelivery(world)}`),
      body: { status: 'In Transit' },
    }),
  },
  'PATCH /api/shops/:shopId/deliveries/:id of the caller': {
    expected: OF_RIDERS,
    input: async (world, caller) => ({
      path: at(world, `deliveries/${await ownDelivery(world, caller)}`),
      body: { status: 'Delivered' },
    }),
  },
  'PATCH /api/shops/:shopId/deliveries/:id of another rider': {
    expected: '401 403 403 404 403 404 404 401 401 403 404',
    input: async (world, caller) => ({
      path: at(world, `deliveries/${await ownDelivery(world, { ...caller, userId: world.owner.id })}`),
      body: { status: 'Delivered' },
    }),
  },
  'POST /api/shops/:shopId/deliveries/:id/return': {
    expected: OF_RIDERS,
    input: async (world, caller) => ({
      path: at(world, `deliveries/${await ownDelivery(world, caller)}/return`),
      body: { reason: 'nobody_there' },
    }),
  },
};
