import { Shop } from '@haat/core/db/shop.model';
import { ShopMember } from '@haat/core/db/shop-member.model';
import { createMember } from '@haat/core/test/factories';
import { aPhoto } from '../a-photo.ts';
import { formOf } from '../form.ts';
import { settingsBody } from '../settings-body.ts';
import type { Calls } from './call.ts';
import type { World } from './world.ts';

const OF_MEMBERS = '401 403 403 200 403 200 200 401 401';
const OF_ADMINS = '401 403 403 403 403 200 200 401 401';
const OF_OPERATOR = '401 403 403 403 403 403 200 401 401';

const at = ({ shop }: World, path: string) => ({ path: `/api/shops/${shop.id}/${path}` });

export const DESK_CALLS: Calls = {
  'GET /api/shops/:shopId/settings': { expected: OF_MEMBERS, input: (world) => at(world, 'settings') },
  'PUT /api/shops/:shopId/settings': {
    expected: OF_ADMINS,
    input: async (world) => ({
      ...at(world, 'settings'),
      body: settingsBody(await Shop.query().findById(world.shop.id).throwIfNotFound()),
    }),
  },
  'PUT /api/shops/:shopId/pause': {
    expected: OF_MEMBERS,
    input: (world) => ({ ...at(world, 'pause'), body: { paused: false } }),
  },
  'PUT /api/shops/:shopId/picture': {
    expected: OF_ADMINS,
    input: async (world) => ({ ...at(world, 'picture'), body: formOf({ picture: await aPhoto() }) }),
  },
  'DELETE /api/shops/:shopId/picture': { expected: OF_ADMINS, input: (world) => at(world, 'picture') },
  'GET /api/shops/:shopId/activity': { expected: OF_ADMINS, input: (world) => at(world, 'activity') },
  'GET /api/shops/:shopId/members': { expected: OF_MEMBERS, input: (world) => at(world, 'members') },
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
  'GET /api/operator/shops': { expected: OF_OPERATOR },
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
  'GET /api/operator/activity': { expected: OF_OPERATOR },
};

const newMember = async ({ shop }: World): Promise<number> => (await createMember({ shop })).id;

async function newInvited(world: World): Promise<number> {
  const userId = await newMember(world);
  await ShopMember.query().where({ userId, shopId: world.shop.id }).patch({ joinedAt: null });
  return userId;
}
