import { database } from '@haat/core/db/database';
import { requestOtp } from '@haat/core/accounts/one-time-code';
import { openSession } from '@haat/core/accounts/session-lifecycle';
import { applyForShop } from '@haat/core/platform/apply-for-shop';
import { sendMobileCode } from '@haat/core/accounts/login-mobile';
import { updateProfile } from '@haat/core/accounts/profile';
import { mailedCode } from '@haat/core/test/one-time-code';
import { clearLimits } from '@haat/core/test/limits';
import type { AuthorizationFixtures, Calls } from './fixtures.ts';
import { formOf } from '../form.ts';

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
    expected: '200 200 200 200 200 200 200 200 200 200 200',
    input: ({ newEmail, shop }) => ({ body: { email: newEmail(), shop_slug: shop.slug } }),
  },
  'POST /api/auth/login-with-token': {
    expected: '200 200 200 200 200 200 200 200 200 200 200',
    input: async (world) => ({ body: await mailCode(world) }),
  },
  'POST /api/auth/refresh-token': {
    expected: '200 200 200 200 200 200 200 200 200 200 200',
    input: (_, { refreshToken }) => ({ body: { refreshToken } }),
  },
  'POST /api/auth/logout': { expected: '401 204 204 204 204 204 204 401 401 204 204' },
  'POST /api/auth/logout with the refresh token': {
    expected: '204 204 204 204 204 204 204 204 204 204 204',
    input: (_, { refreshToken }) => ({ body: { refreshToken } }),
  },
  'GET /api/auth/shops': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'POST /api/auth/shop': {
    expected: '401 403 403 200 403 200 403 401 401 200 200',
    input: ({ shop }) => ({ body: { shop_slug: shop.slug } }),
  },
  'POST /api/shop-applications': {
    expected: '401 201 201 201 201 201 201 401 401 201 201',
    input: ({ newName }) => ({ body: newShop(newName()) }),
  },
  'GET /api/shop-applications': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'POST /api/shop-applications/:id/withdraw of CO': {
    expected: '401 200 404 404 404 404 404 401 401 404 404',
    input: async ({ owner, newName }) => {
      await database().pool.query('DELETE FROM shop_applications');
      const { id } = await applyForShop({ userId: owner.id, fields: newShop(newName()) });
      return { path: `/api/shop-applications/${id}/withdraw` };
    },
  },
  'GET /api/users/me': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'POST /api/users/update-profile': {
    expected: '401 200 200 200 200 200 200 401 401 200 200',
    input: ({ newEmail }) => ({ body: formOf({ name: 'Test Customer', email: newEmail() }) }),
  },
  'POST /api/users/send-email-code': {
    expected: '401 200 200 200 200 200 200 401 401 200 200',
    input: async (world, { userId }) => {
      await askForAddress(world, userId);
      await clearLimits();
      return {};
    },
  },
  'POST /api/users/send-email-code without a new address': {
    expected: '401 404 404 404 404 404 404 401 401 404 404',
    input: async () => {
      await database().pool.query('UPDATE users SET pending_email = NULL');
      return {};
    },
  },
  'POST /api/users/confirm-email': {
    expected: '401 200 200 200 200 200 200 401 401 200 200',
    input: async (world, { userId }) => ({ body: { code: await askForAddress(world, userId) } }),
  },
  'POST /api/users/send-mobile-code': {
    expected: '401 200 200 200 200 200 200 401 401 200 200',
    input: ({ newMobile }) => ({ body: { mobile: newMobile() } }),
  },
  'POST /api/users/confirm-mobile': {
    expected: '401 200 200 200 200 200 200 401 401 200 200',
    input: async (world, { userId }) => {
      const mobile = world.newMobile();
      await sendMobileCode({ userId, shopId: world.shop.id, address: mobile, mobile });
      return { body: { code: await mailedCode(mobile) } };
    },
  },
  'DELETE /api/users/login-mobile': { expected: '401 204 204 204 204 204 204 401 401 204 204' },
  'GET /api/users/me/consents': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'POST /api/users/me/consents': {
    expected: '401 200 200 200 200 200 200 401 401 200 200',
    input: () => ({ body: { purposes: ['account', 'orders'] } }),
  },
  'GET /api/users/me/sessions': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'DELETE /api/users/me/sessions': { expected: '401 204 204 204 204 204 204 401 401 204 204' },
  'DELETE /api/users/me/sessions/:id of CO': {
    expected: '401 204 404 404 404 404 404 401 401 404 404',
    input: async ({ owner, shop }) => {
      const session = await openSession(database().pool, { userId: owner.id, shopId: shop.id });
      return { path: `/api/users/me/sessions/${session.sessionId}` };
    },
  },
  'GET /api/users/me/place-request': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'PUT /api/users/me/place-request': {
    expected: '401 204 204 204 204 204 204 401 401 204 204',
    input: () => ({ body: { latitude: 12.2958, longitude: 76.6394 } }),
  },
  'DELETE /api/users/me/place-request': { expected: '401 204 204 204 204 204 204 401 401 204 204' },
  'GET /api/users/me/export': {
    expected: '401 200 200 200 200 200 200 401 401 200 200',
    input: async () => {
      await clearLimits();
      return {};
    },
  },
  'POST /api/users/send-deletion-code': {
    expected: '401 200 200 200 200 200 409 401 401 200 200',
    input: async () => {
      await clearLimits();
      return {};
    },
  },
  'POST /api/users/delete-account without a code': { expected: '401 400 400 400 400 400 400 401 401 400 400' },
  'DELETE /api/users/me': { expected: '405 405 405 405 405 405 405 405 405 405 405' },
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

export const FAVOURITE_CALLS: Calls = {
  'GET /api/favourites': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'GET /api/favourites/shops': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'GET /api/favourites/products': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'PUT /api/favourites/shops/:id': {
    expected: '401 204 204 204 204 204 204 401 401 204 204',
    input: ({ shop }) => ({ path: `/api/favourites/shops/${shop.id}` }),
  },
  'DELETE /api/favourites/shops/:id': {
    expected: '401 204 204 204 204 204 204 401 401 204 204',
    input: ({ shop }) => ({ path: `/api/favourites/shops/${shop.id}` }),
  },
  'PUT /api/favourites/products/:id': {
    expected: '401 204 204 204 204 204 204 401 401 204 204',
    input: ({ product }) => ({ path: `/api/favourites/products/${product.id}` }),
  },
  'PUT /api/favourites/products/:id of an unpublished product': {
    expected: '401 404 404 404 404 404 404 401 401 404 404',
    input: ({ unpublished }) => ({ path: `/api/favourites/products/${unpublished.id}` }),
  },
  'DELETE /api/favourites/products/:id': {
    expected: '401 204 204 204 204 204 204 401 401 204 204',
    input: ({ product }) => ({ path: `/api/favourites/products/${product.id}` }),
  },
  'GET /api/bought-products': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'GET /api/shops/:shopId/bought-products': {
    expected: '401 200 200 200 200 200 200 401 401 200 200',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/bought-products` }),
  },
};
