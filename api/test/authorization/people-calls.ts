import { readToken } from '@haat/contract/accounts/decode-token';
import { database } from '@haat/core/db/database';
import { openSession } from '@haat/core/accounts/session-lifecycle';
import { givePin, TEST_PIN } from '@haat/core/test/shared-device';
import { OF_ADMINS, OF_VENDORS } from './expected.ts';
import type { AuthorizationFixtures, Caller, Calls } from './fixtures.ts';

async function newCustomer({ shop, newOrder }: AuthorizationFixtures): Promise<string> {
  return `/api/shops/${shop.id}/customers/${await newOrder()}`;
}

/** The calls for the data that a shop has about people. */
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
  'PUT /api/shops/:shopId/devices/:id/pin': {
    expected: OF_ADMINS.replaceAll('200', '204'),
    input: async (world) => {
      const { shop, people } = world;
      await givePin({ user: people.SA.user, shop });
      return { path: `${await newDevice(world, people.VS.user.id)}/pin`, body: { idle_minutes: 5 } };
    },
  },
  'PUT /api/shops/:shopId/devices/:id/pin of a customer': {
    expected: OF_ADMINS.replaceAll('200', '404'),
    input: async (world) => ({
      path: `${await newDevice(world, world.owner.id)}/pin`,
      body: { idle_minutes: 5 },
    }),
  },
  'GET /api/users/me/pin': { expected: '401 403 403 200 200 200 403 401 401 200 200' },
  'PUT /api/users/me/pin': {
    expected: '401 403 403 204 204 204 403 401 401 204 204',
    input: () => ({ body: { pin: '4071' } }),
  },
  'DELETE /api/shops/:shopId/members/:userId/pin': {
    expected: '401 403 403 403 403 204 204 401 401 403 403',
    input: async ({ shop, people }) => {
      await givePin({ user: people.SA.user, shop });
      return { path: `/api/shops/${shop.id}/members/${people.SA.user.id}/pin` };
    },
  },
  'GET /api/shared-device': { expected: '401 403 403 200 200 200 200 401 401 200 200' },
  'POST /api/shared-device/person': {
    expected: '401 403 403 200 200 200 404 401 401 404 404',
    input: async (world, caller) => {
      await givePins(world);
      await shareOwnDevice(caller);
      return { body: { user_id: caller.userId, pin: TEST_PIN } };
    },
  },
  'DELETE /api/shared-device/person': { expected: '401 403 403 200 200 200 200 401 401 200 200' },
  'POST /api/shared-device/use': {
    expected: '401 403 403 200 200 200 404 401 401 404 404',
    input: async (world, caller) => {
      await givePins(world);
      await shareOwnDevice(caller, caller.userId);
      return {};
    },
  },
};

async function givePins({ people, shop, elsewhere }: AuthorizationFixtures): Promise<void> {
  await givePin({ user: people.SA.user, shop });
  await givePin({ user: people.VS.user, shop });
  await givePin({ user: people.VX.user, shop: elsewhere });
}

/** The device of the caller, if they are a vendor or an admin, asks for a PIN, which `actorId` has entered. */
async function shareOwnDevice({ bearer }: Caller, actorId?: number): Promise<void> {
  const sessionId = readToken(bearer)?.sid;
  if (sessionId === undefined) return;
  await database().pool.query(
    `INSERT INTO shared_devices (session_id, shop_id, idle_minutes, actor_id, acting_until)
     SELECT sessions.id, shop_id, 5, $2::bigint, CASE WHEN $2::bigint IS NOT NULL THEN now() + interval '5 minutes' END
     FROM sessions JOIN shop_members USING (user_id, shop_id)
     WHERE sessions.id = $1 AND role IN ('vendor', 'admin')
     ON CONFLICT DO NOTHING`,
    [sessionId, actorId],
  );
}

async function newDevice({ shop }: AuthorizationFixtures, userId: number): Promise<string> {
  const { sessionId } = await openSession(database().pool, { userId, shopId: shop.id });
  return `/api/shops/${shop.id}/devices/${sessionId}`;
}
