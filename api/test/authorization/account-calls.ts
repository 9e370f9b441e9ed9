import { database } from '@haat/core/db/database';
import { requestOtp } from '@haat/core/services/auth/request-otp';
import { updateProfile } from '@haat/core/services/users/update-profile';
import { mailedCode } from '@haat/core/test/one-time-code';
import { formOf } from '../form.ts';
import type { Calls } from './call.ts';
import type { World } from './world.ts';

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
  'DELETE /api/users/me': { expected: '405 405 405 405 405 405 405 405 405' },
};

async function mailCode({ newEmail, shop }: World) {
  const email = newEmail();
  await requestOtp({ email, shopSlug: shop.slug, address: email });
  return { email, token: await mailedCode(email), shop_slug: shop.slug };
}

/** The code that this user's new email address waits for. */
async function askForAddress({ newEmail, shop }: World, userId: number): Promise<string> {
  const fields = { name: 'Test Customer', email: newEmail() };
  await updateProfile({ userId, shopId: shop.id, address: fields.email, fields });
  return mailedCode(fields.email);
}
