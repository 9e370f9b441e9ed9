import { Shop } from '@haat/core/db/shops.models';
import { ShopMember } from '@haat/core/db/accounts.models';
import { createMember } from '@haat/core/test/factories';
import { OF_ADMINS, OF_VENDORS } from './expected.ts';
import type { AuthorizationFixtures, Calls } from './fixtures.ts';
import { formOf } from '../form.ts';
import { createPhoto } from '../photo.ts';
import { settingsBody } from '../settings-body.ts';

const at = ({ shop }: AuthorizationFixtures, path: string) => ({ path: `/api/shops/${shop.id}/${path}` });

export const BACK_OFFICE_CALLS: Calls = {
  'GET /api/shops/:shopId/settings': { expected: OF_VENDORS, input: (world) => at(world, 'settings') },
  'PUT /api/shops/:shopId/settings': {
    expected: OF_ADMINS,
    input: async (world) => ({
      ...at(world, 'settings'),
      body: settingsBody(await Shop.query().findById(world.shop.id).throwIfNotFound()),
    }),
  },
  'PUT /api/shops/:shopId/rush': {
    expected: OF_VENDORS,
    input: (world) => ({ ...at(world, 'rush'), body: { minutes: 0 } }),
  },
  'PUT /api/shops/:shopId/hours': {
    expected: OF_ADMINS,
    input: async (world) => {
      const { updatedAt } = await Shop.query().findById(world.shop.id).throwIfNotFound();
      return { ...at(world, 'hours'), body: { hours: null, updated: updatedAt.toISOString() } };
    },
  },
  'PUT /api/shops/:shopId/pause': {
    expected: OF_VENDORS,
    input: (world) => ({ ...at(world, 'pause'), body: { paused: false } }),
  },
  'PUT /api/shops/:shopId/picture': {
    expected: OF_ADMINS,
    input: async (world) => ({ ...at(world, 'picture'), body: formOf({ picture: await createPhoto() }) }),
  },
  'DELETE /api/shops/:shopId/picture': { expected: OF_ADMINS, input: (world) => at(world, 'picture') },
  'GET /api/shops/:shopId/setup': { expected: OF_VENDORS, input: (world) => at(world, 'setup') },
  'PUT /api/shops/:shopId/setup/steps/:step': {
    expected: OF_VENDORS,
    input: (world) => ({ ...at(world, 'setup/steps/picture'), body: { state: 'skipped' } }),
  },
  'POST /api/shops/:shopId/setup/close': {
    expected: OF_ADMINS,
    input: async (world) => {
      await Shop.query().findById(world.shop.id).patch({ phone: '9000000001', openTime: '09:00', closeTime: '21:00' });
      return at(world, 'setup/close');
    },
  },
  'GET /api/shops/:shopId/activity': { expected: OF_ADMINS, input: (world) => at(world, 'activity') },
  'GET /api/shops/:shopId/members': { expected: OF_VENDORS, input: (world) => at(world, 'members') },
  'POST /api/shops/:shopId/members': {
    expected: OF_ADMINS.replaceAll('200', '201'),
    input: (world) => ({ ...at(world, 'members'), body: { email: world.newEmail(), role: 'vendor' } }),
  },
  'PATCH /api/shops/:shopId/members/:userId': {
    expected: OF_ADMINS,
    input: async (world) => ({ ...at(world, `members/${await newMember(world)}`), body: { role: 'admin' } }),
  },
  'POST /api/shops/:shopId/members/:userId/invitation': {
    expected: OF_ADMINS,
    input: async (world) => at(world, `members/${await newInvited(world)}/invitation`),
  },
  'DELETE /api/shops/:shopId/members/:userId': {
    expected: OF_ADMINS.replaceAll('200', '204'),
    input: async (world) => at(world, `members/${await newMember(world)}`),
  },
  'DELETE /api/shops/:shopId/members/:userId of nobody': {
    expected: OF_ADMINS.replaceAll('200', '404'),
    input: (world) => at(world, 'members/999999999'),
  },
};

const newMember = async ({ shop }: AuthorizationFixtures): Promise<number> => (await createMember({ shop })).id;

async function newInvited(world: AuthorizationFixtures): Promise<number> {
  const userId = await newMember(world);
  await ShopMember.query().where({ userId, shopId: world.shop.id }).patch({ joinedAt: null });
  return userId;
}
