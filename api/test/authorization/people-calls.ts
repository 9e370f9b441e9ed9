import { database } from '@haat/core/db/database';
import { openSession } from '@haat/core/services/auth/session-lifecycle';
import { OF_VENDORS } from './expected.ts';
import type { AuthorizationFixtures, Calls } from './fixtures.ts';

async function newCustomer({ shop, newOrder }: AuthorizationFixtures): Promise<string> {
  return `/api/shops/${shop.id}/customers/${await newOrder()}`;
}

/** Who sees and changes what a shop knows about people. */
export const PEOPLE_CALLS: Calls = {
  'GET /api/shops/:shopId/customers': {
    expected: OF_VENDORS,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/customers` }),
  },
  'GET /api/shops/:shopId/customers/:id': {
    expected: OF_VENDORS,
    input: async (world) => ({ path: await newCustomer(world) }),
  },
  'GET /api/shops/:shopId/customers/:id of another shop': {
    expected: '401 403 403 403 404 403 404 401 401 403 403',
    input: async ({ elsewhere, newOrder }) => ({ path: `/api/shops/${elsewhere.id}/customers/${await newOrder()}` }),
  },
  'GET /api/shops/:shopId/customers/:id/orders': {
    expected: OF_VENDORS,
    input: async (world) => ({ path: `${await newCustomer(world)}/orders` }),
  },
  'PATCH /api/shops/:shopId/customers/:id': {
    expected: OF_VENDORS,
    input: async (world) => ({ path: await newCustomer(world), body: { note: 'Rings twice', blocked: false } }),
  },
  'GET /api/shops/:shopId/devices': {
    expected: '401 403 403 200 403 200 200 401 401 200 200',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/devices` }),
  },
  'DELETE /api/shops/:shopId/devices/:id': {
    expected: '401 403 403 204 403 204 204 401 401 404 404',
    input: async (world) => ({ path: await newDevice(world, world.people.VS.user.id) }),
  },
  'DELETE /api/shops/:shopId/devices/:id of an admin': {
    expected: '401 403 403 404 403 204 204 401 401 404 404',
    input: async (world) => ({ path: await newDevice(world, world.people.SA.user.id) }),
  },
  'DELETE /api/shops/:shopId/devices/:id of a customer': {
    expected: '401 403 403 404 403 404 404 401 401 404 404',
    input: async (world) => ({ path: await newDevice(world, world.owner.id) }),
  },
};

async function newDevice({ shop }: AuthorizationFixtures, userId: number): Promise<string> {
  const { sessionId } = await openSession(database().pool, { userId, shopId: shop.id });
  return `/api/shops/${shop.id}/devices/${sessionId}`;
}
