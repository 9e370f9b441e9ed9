import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shopCard, shopView } from '@haat/contract/shops/shops.calls';
import { connectDatabase } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { createMember, createProduct, createShop } from '@haat/core/test/factories';
import { stopServices } from '@haat/core/test/stop-services';
import { clearLimits } from '@haat/core/test/limits';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createPhoto } from '../test/photo.ts';
import { type ApiCaller, startApi, type TestApi } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';

const folders = vi.hoisted(() => {
  const base = `${process.env.TMPDIR ?? '/tmp'}/haat-fronts-${process.pid}-${Date.now()}`;
  process.env.UPLOADS_DIR = `${base}/uploads`;
  process.env.CLIENT_DIR = `${base}/client`;
  return { base, uploads: process.env.UPLOADS_DIR, built: `${base}/client/images/shops` };
});

let api: TestApi;
let shop: Shop;
let admin: ApiCaller;
beforeAll(async () => {
  mkdirSync(folders.uploads, { recursive: true });
  mkdirSync(folders.built, { recursive: true });
  connectDatabase();
  api = await startApi();
});
afterAll(async () => {
  await api.stop();
  await stopServices();
  rmSync(folders.base, { recursive: true, force: true });
});
beforeEach(async () => {
  await clearLimits();
  shop = await createShop();
  admin = api.as(await api.signIn({ user: await createMember({ shop, role: 'admin' }), shop }));
});

const path = () => `/api/shops/${shop.id}/picture`;
const upload = (picture: Blob) => admin.put(path(), { body: formOf({ picture }) });
const see = async (address: string) => {
  const response = await fetch(api.url + address);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};
const redOf = async (bytes: Buffer) => (await sharp(bytes).stats()).channels[0]!.mean;

it('is what every address of the front answers, in its sizes, instead of one that came with the client', async () => {
  writeFileSync(join(folders.built, `${shop.slug}.jpeg`), 'came with the client');
  expect((await see(`/images/shops/${shop.slug}.jpeg`)).bytes.toString()).toBe('came with the client');
  const { status, body } = await upload(await createPhoto({ width: 2000, height: 700 }));
  expect([status, body.picture]).toEqual([200, expect.stringMatching(/^\/uploads\/[\da-f-]{36}-560\.jpeg$/)]);
  for (const [address, width] of [
    [`${shop.slug}.jpeg`, 1040],
    [`${shop.slug}.jpg`, 1040],
    [`${shop.slug}.png`, 1040],
    [`240/${shop.slug}.jpeg`, 240],
    [`560/${shop.slug}.jpeg`, 560],
  ] as const) {
    const { headers, bytes } = await see(`/images/shops/${address}`);
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/jpeg', 'max-age=60']);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width });
  }
  await admin.request('DELETE', path());
  expect((await see(`/images/shops/${shop.slug}.jpeg`)).bytes.toString()).toBe('came with the client');
  expect(readdirSync(folders.uploads)).toEqual([]);
});

it('is served as soon as it is replaced, and answered with 304 for a matching ETag', async () => {
  await upload(await createPhoto({ background: '#ff0000' }));
  const first = await see(`/images/shops/${shop.slug}.jpeg`);
  await upload(await createPhoto({ background: '#0000ff' }));
  const second = await see(`/images/shops/${shop.slug}.jpeg`);
  expect([(await redOf(first.bytes)) > 200, (await redOf(second.bytes)) < 50]).toEqual([true, true]);
  // As a browser asks once its minute is over; by default, this client would not revalidate.
  const headers = { 'cache-control': 'max-age=0', 'if-none-match': second.headers.get('etag') ?? '' };
  expect((await fetch(`${api.url}/images/shops/${shop.slug}.jpeg`, { headers })).status).toBe(304);
  expect(readdirSync(folders.uploads)).toHaveLength(3);
});

it('is in the views of the shop by its address, and null without one', async () => {
  const views = async () => {
    const { body } = await api.as().get(`/api/shops/${shop.slug}`);
    const { body: cards } = await api.as().get('/api/shops?limit=999');
    const card = z
      .array(shopCard)
      .parse(cards)
      .find(({ slug }) => slug === shop.slug);
    return [shopView.parse(body).picture, card?.picture];
  };
  await createProduct({ shop });
  expect(await views()).toEqual([null, null]);
  await upload(await createPhoto());
  const address = `/images/shops/${shop.slug}.jpeg`;
  expect(await views()).toEqual([address, address]);
  await admin.request('DELETE', path());
  expect(await views()).toEqual([null, null]);
});

it.each([
  ['SVG', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' }), 415],
  ['nothing', new Blob([]), 400],
  ['more than 5 MB', new Blob(['x'.repeat(5 * 1024 * 1024 + 1)]), 413],
])('is not replaced by %s, and nothing is left of it', async (_, picture, status) => {
  await upload(await createPhoto());
  const before = readdirSync(folders.uploads).toSorted();
  expect((await upload(picture)).status).toBe(status);
  expect(readdirSync(folders.uploads).toSorted()).toEqual(before);
});

it('of many at once is one, and each is in the log', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(async () => upload(await createPhoto())));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { body } = await admin.get(`/api/shops/${shop.id}/activity?kind=picture`);
  expect(body).toHaveLength(4);
  expect((await see(`/images/shops/${shop.slug}.jpeg`)).status).toBe(200);
});

it.each(['nobody', '%00', '..%2F..%2Fetc', '%E0%A4%A'])('leads nowhere for %s', async (name) => {
  expect((await see(`/images/shops/${name}.jpeg`)).status).toBe(404);
});
