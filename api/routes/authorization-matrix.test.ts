import { ENDPOINTS } from '@haat/contract/api/endpoints';
import { connectDatabase, database } from '@haat/core/db/database';
import type { Address } from '@haat/core/db/address.model';
import type { Product } from '@haat/core/db/product.model';
import type { Shop } from '@haat/core/db/shop.model';
import type { User } from '@haat/core/db/user.model';
import type { Variant } from '@haat/core/db/variant.model';
import { dispatched } from '@haat/core/outbox/dispatch-soon';
import { requestOtp } from '@haat/core/services/auth/request-otp';
import { updateProfile } from '@haat/core/services/users/update-profile';
import { placeOrder } from '@haat/core/services/orders/place-order';
import { everyRow } from '@haat/core/test/every-row';
import { createAddress, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { mailedCode } from '@haat/core/test/one-time-code';
import { orderBody } from '@haat/core/test/order-body';
import { stopServices } from '@haat/core/test/stop-services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignedIn, startApi, type TestApi } from '../test/api-client.ts';
import { IDENTITIES, type Identity, MATRIX, type MatrixCall } from '../test/authorization-matrix.ts';
import { formOf } from '../test/form.ts';
import { hostileTokens } from '../test/hostile-tokens.ts';

let api: TestApi;
let shop: Shop;
let elsewhere: Shop;
let owner: User;
let address: Address;
let variant: Variant;
let unpublished: Product;
let people: Record<Exclude<Identity, 'AN'>, { user: User; shop: Shop }>;
beforeAll(async () => {
  connectDatabase();
  api = await startApi();
  [shop, elsewhere, owner] = await Promise.all([createShop(), createShop(), createUser()]);
  const [vendor, other, admin] = await Promise.all([
    createMember({ shop }),
    createMember({ shop: elsewhere }),
    createMember({ shop, role: 'admin' }),
  ]);
  address = await createAddress({ user: owner });
  variant = (await createProduct({ shop, variants: [{ pricePaise: 50_000, stock: 1000 }] })).variants[0]!;
  unpublished = (await createProduct({ shop, isPublished: false })).product;
  // The tokens of both customers carry this very shop: what counts is who works there.
  people = {
    CO: { user: owner, shop },
    CX: { user: await createUser(), shop },
    VS: { user: vendor, shop },
    VX: { user: other, shop: elsewhere },
    SA: { user: admin, shop },
    PA: { user: await createUser({ isPlatformAdmin: true }), shop: elsewhere },
    EX: { user: vendor, shop },
    GB: { user: vendor, shop },
  };
});
afterAll(async () => {
  await api.stop();
  await stopServices();
});

type Arrived = { userId: number; bearer: string | undefined; refreshToken: string };

/** The bearer of a new session of theirs, with its refresh token. */
async function arrive(who: Identity): Promise<Arrived> {
  const person = people[who === 'AN' ? 'CO' : who];
  const signedIn: SignedIn = await api.signIn(person);
  const hostile = await hostileTokens(signedIn);
  const bearers: Partial<Record<Identity, string | undefined>> = {
    AN: undefined,
    EX: hostile['expired'],
    GB: hostile['no algorithm'],
  };
  const userId = person.user.id;
  return { userId, bearer: who in bearers ? bearers[who] : signedIn.token, refreshToken: signedIn.refreshToken };
}

type Input = { path?: string; body?: object };

let made = 0;
const nextEmail = () => `matrix-${(made += 1)}@haat.example`;
const home = { name: 'Home', street: '1, 2nd Cross', city: 'Bengaluru', zip: '560041', phone: '9000000001' };

async function newOrder(): Promise<number> {
  const request = { userId: owner.id, body: orderBody([{ variant }]), idempotencyKey: `matrix-${(made += 1)}-order` };
  return (await placeOrder(request)).id;
}

async function mailCode(): Promise<{ email: string; token: string; shop_slug: string }> {
  const email = nextEmail();
  await requestOtp({ email, shopSlug: shop.slug, address: email });
  return { email, token: await mailedCode(email), shop_slug: shop.slug };
}

/** The code that this user's new email address waits for. */
async function askForAddress(userId: number): Promise<string> {
  const fields = { name: 'Test Customer', email: nextEmail() };
  await updateProfile({ userId, shopId: shop.id, address: fields.email, fields });
  return mailedCode(fields.email);
}

const forget = (what: string) => database().pool.query(what);

/** Valid input of each call that needs any, made anew for each caller. */
const INPUTS: Partial<Record<MatrixCall, (caller: Arrived) => Input | Promise<Input>>> = {
  'POST /api/auth/send-token': () => ({ body: { email: nextEmail(), shop_slug: shop.slug } }),
  'POST /api/auth/login-with-token': async () => ({ body: await mailCode() }),
  'POST /api/auth/refresh-token': ({ refreshToken }) => ({ body: { refreshToken } }),
  'POST /api/auth/logout with the refresh token': ({ refreshToken }) => ({ body: { refreshToken } }),
  'POST /api/users/update-profile': () => ({ body: formOf({ name: 'Test Customer', email: nextEmail() }) }),
  'POST /api/users/send-email-code': async ({ userId }) => {
    await askForAddress(userId);
    await forget('DELETE FROM rate_limits');
    return {};
  },
  'POST /api/users/send-email-code without a new address': async () => {
    await forget('UPDATE users SET pending_email = NULL');
    return {};
  },
  'POST /api/users/confirm-email': async ({ userId }) => ({ body: { code: await askForAddress(userId) } }),
  'GET /api/shops/:slug': () => ({ path: `/api/shops/${shop.slug}` }),
  'GET /api/products': () => ({ path: `/api/products?shopId=${shop.id}` }),
  'GET /api/products/:id': () => ({ path: `/api/products/${variant.productId}` }),
  'GET /api/products/:id unpublished': () => ({ path: `/api/products/${unpublished.id}` }),
  'POST /api/address': () => ({ body: home }),
  'POST /api/address with the id of CO': () => ({ body: { ...home, id: address.id } }),
  'POST /api/orders': () => ({ body: orderBody([{ variant }]) }),
  'POST /api/orders to the address of CO': () => ({
    body: orderBody([{ variant, quantity: 2 }], { takeaway: false, address: { id: address.id } }),
  }),
  'GET /api/orders/shop/:shopId': () => ({ path: `/api/orders/shop/${shop.id}` }),
  'PATCH /api/orders/:id/status': async () => ({
    path: `/api/orders/${await newOrder()}/status`,
    body: { status: 'Accepted' },
  }),
  'PATCH /api/orders/:id/status of no order': () => ({
    path: '/api/orders/999999999/status',
    body: { status: 'Accepted' },
  }),
  'GET /api/notifications/stream': ({ bearer }) => ({
    path: `/api/notifications/stream${bearer === undefined ? '' : `?token=${bearer}`}`,
  }),
};

async function statusOf(call: MatrixCall, { bearer }: Arrived, { path, body }: Input): Promise<number> {
  const [method = '', known = ''] = call.split(' ');
  const cancel = new AbortController();
  const { status } = await fetch(api.url + (path ?? known), {
    method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    signal: cancel.signal,
  });
  // A stream would not end by itself.
  cancel.abort();
  return status;
}

it('has a row for every call of the contract', () => {
  const calls = MATRIX.map(([, call]) => call.split(' ').slice(0, 2).join(' '));
  const promised = ENDPOINTS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(promised.filter((call) => !calls.includes(call))).toEqual([]);
});

it.each(MATRIX)('%s %s', async (expected, call) => {
  const statuses: number[] = [];
  for (const who of IDENTITIES) {
    const caller = await arrive(who);
    const input = (await INPUTS[call]?.(caller)) ?? {};
    await dispatched();
    const before = await everyRow();
    const status = await statusOf(call, caller, input);
    statuses.push(status);
    if (status >= 400) expect({ who, ...(await everyRow()) }).toEqual({ who, ...before });
  }
  expect(statuses.join(' ')).toBe(expected);
});

it('sees a row that was written', async () => {
  const before = await everyRow();
  await database().pool.query('UPDATE users SET name = name WHERE id = $1', [owner.id]);
  expect(await everyRow()).not.toEqual(before);
});
