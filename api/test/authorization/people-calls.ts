import type { AuthorizationFixtures, Calls } from './fixtures.ts';

const OF_MEMBERS = '401 403 403 200 403 200 200 401 401';

async function newCustomer({ shop, newOrder }: AuthorizationFixtures): Promise<string> {
  return `/api/shops/${shop.id}/customers/${await newOrder()}`;
}

/** Who sees and changes what a shop knows about people. */
export const PEOPLE_CALLS: Calls = {
  'GET /api/shops/:shopId/customers': {
    expected: OF_MEMBERS,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/customers` }),
  },
  'GET /api/shops/:shopId/customers/:id': {
    expected: OF_MEMBERS,
    input: async (world) => ({ path: await newCustomer(world) }),
  },
  'GET /api/shops/:shopId/customers/:id of another shop': {
    expected: '401 403 403 403 404 403 404 401 401',
    input: async ({ elsewhere, newOrder }) => ({ path: `/api/shops/${elsewhere.id}/customers/${await newOrder()}` }),
  },
  'GET /api/shops/:shopId/customers/:id/orders': {
    expected: OF_MEMBERS,
    input: async (world) => ({ path: `${await newCustomer(world)}/orders` }),
  },
  'PATCH /api/shops/:shopId/customers/:id': {
    expected: OF_MEMBERS,
    input: async (world) => ({ path: await newCustomer(world), body: { note: 'Rings twice', blocked: false } }),
  },
};
