import { randomUUID } from 'node:crypto';
import type { SetupStep } from '@haat/contract/shops/setup-steps';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase } from '../db/database.ts';
import { Shop } from '../db/shops.models.ts';
import { createMember, createProduct, createShop, createUser, type UserWithEmail } from '../test/factories.ts';
import { orderBody } from '../test/order-body.ts';
import { stopServices } from '../test/stop-services.ts';
import { listActivity } from '../activity/activity-log.ts';
import { endOrder } from '../orders/life/end-order.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { changeSetupStep, closeSetup } from './change-setup.ts';
import { readSetup } from './read-setup.ts';

let shop: Shop;
let admin: UserWithEmail;
beforeAll(() => void connectDatabase());
afterAll(stopServices);
beforeEach(async () => {
  shop = await createShop({ latitude: null, longitude: null });
  admin = await createMember({ shop, role: 'admin' });
});

const stateOf = async (step: SetupStep) =>
  (await readSetup({ shopId: shop.id })).steps.find(({ id }) => id === step)?.state;
const change = (step: SetupStep, state: 'open' | 'done' | 'skipped') =>
  changeSetupStep({ shopId: shop.id, actorId: admin.id, step, state });
const patch = (fields: object) => Shop.query().findById(shop.id).patch(fields);

it.each<[SetupStep, object]>([
  ['place', { latitude: 12.9, longitude: 77.6 }],
  ['hours', { openTime: '09:00', closeTime: '21:00' }],
  ['phone', { phone: '9000000001' }],
  ['picture', { picture: 'shop-320.webp' }],
  ['payment', { upiVpa: 'shop@upi' }],
])('reads from the shop that the step %s is done', async (step, fields) => {
  expect(await stateOf(step)).toBe('open');
  await patch(fields);
  expect(await stateOf(step)).toBe('done');
});

it('has products once one of them is published', async () => {
  await createProduct({ shop, isPublished: false });
  expect(await stateOf('products')).toBe('open');
  await createProduct({ shop });
  expect(await readSetup({ shopId: shop.id })).toMatchObject({ products: 1 });
  expect(await stateOf('products')).toBe('done');
  await Promise.all(Array.from({ length: 20 }, () => createProduct({ shop })));
  expect(await readSetup({ shopId: shop.id })).toMatchObject({ products: 21 });
});

it('takes the order of a member that was declined as a test, and no other open order', async () => {
  const { variants } = await createProduct({ shop });
  const body = orderBody([{ variant: variants[0]! }]);
  const place = (userId: number) => placeOrder({ userId, body, idempotencyKey: `setup-${userId}-${shop.id}` });
  await place((await createUser()).id);
  expect(await readSetup({ shopId: shop.id })).toMatchObject({ testOrder: null });
  const { id: orderId } = await place(admin.id);
  expect(await readSetup({ shopId: shop.id })).toMatchObject({ testOrder: { id: orderId, isOpen: true } });
  expect(await stateOf('test_order')).toBe('open');
  const member = {
    userId: admin.id,
    actorId: admin.id,
    role: 'admin',
    shopId: shop.id,
    isPlatformAdmin: false,
  } as const;
  const by = { ...member, sessionId: randomUUID(), email: admin.email, shopSlug: shop.slug };
  await endOrder({ orderId, by, exit: 'decline', reason: 'other', text: 'A test' });
  expect(await stateOf('test_order')).toBe('done');
});

it('skips what is optional, takes it back, and records both', async () => {
  await change('picture', 'skipped');
  await change('picture', 'skipped');
  expect(await stateOf('picture')).toBe('skipped');
  await change('picture', 'open');
  expect(await stateOf('picture')).toBe('open');
  await change('poster', 'done');
  expect(await stateOf('poster')).toBe('done');
  const log = await listActivity({ shopId: shop.id });
  expect(log.map(({ subject, after }) => [subject, after?.['first_step']])).toEqual([
    ['poster', 'done'],
    ['picture', 'open'],
    ['picture', 'skipped'],
  ]);
});

it('refuses to skip what is required, and to call done what is not', async () => {
  for (const step of ['place', 'phone', 'products'] as const)
    await expect(change(step, 'skipped')).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(change('hours', 'done')).rejects.toMatchObject({ code: 'invalid_input' });
});

it('closes when all that is required is done, and not before', async () => {
  const close = () => closeSetup({ shopId: shop.id, actorId: admin.id });
  await expect(close()).rejects.toMatchObject({ code: 'status_not_allowed' });
  await patch({ latitude: 12.9, longitude: 77.6, phone: '9000000001' });
  await createProduct({ shop });
  await expect(close()).rejects.toMatchObject({ code: 'status_not_allowed' });
  await change('hours', 'skipped');
  expect(await close()).toMatchObject({ isClosed: true });
  expect(await close()).toMatchObject({ isClosed: true });
  expect((await listActivity({ shopId: shop.id })).length).toBe(2);
});

it('is closed for the platform, and not found where there is no shop', async () => {
  const platform = await createShop({ isPlatform: true });
  expect(await readSetup({ shopId: platform.id })).toMatchObject({ isClosed: true });
  await expect(readSetup({ shopId: 999_999_999 })).rejects.toMatchObject({ code: 'not_found' });
});
