import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { createMember, createShop } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createPhoto } from '../test/photo.ts';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';
import { createRequiredOptions, REQUIRED_FIELDS } from '../test/required-fields.ts';
import { startReplyDroppingProxy } from '../test/reply-dropping-proxy.ts';

const folder = vi.hoisted(() => {
  process.env.UPLOADS_DIR = `${process.env.TMPDIR ?? '/tmp'}/haat-once-${process.pid}-${Date.now()}`;
  return process.env.UPLOADS_DIR;
});

const api = apiTest();
let shop: Shop;
let token: string;
let vendor: ApiCaller;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  await createRequiredOptions();
  shop = await createShop();
  const session = await api.signIn({ user: await createMember({ shop }), shop });
  token = session.token;
  vendor = api.as(session);
});

const KEY = 'a-form-that-was-filled-in';
const GHEE = { name: 'Ghee', price: '640', stock: '6', barcode: '2000000000015', ...REQUIRED_FIELDS };
const add = (fields: Record<string, string | Blob>, { key = KEY, who = vendor } = {}) =>
  who.post('/api/products', { body: formOf(fields), headers: { 'idempotency-key': key } });
const count = async (table: string) => {
  const { rows } = await database().pool.query(`SELECT count(*)::int AS count FROM ${table} WHERE shop_id = $1`, [
    shop.id,
  ]);
  return rows[0].count as number;
};
const photo = (background: string) => createPhoto({ background });

it('answers a form that is sent again with the product of the first time, as it stands, and keeps one picture', async () => {
  const image = await photo('#3c3');
  const first = await add({ ...GHEE, image });
  await vendor.patch(`/api/variants/${first.body.variants[0].id}/stock`, { body: { stock: 5 } });
  const again = await add({ ...GHEE, image });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toMatchObject({ id: first.body.id, stock: 5 });
  expect(readdirSync(folder)).toHaveLength(3);
  expect([await count('products'), await count('activity_log')]).toEqual([1, 2]);
});

it('refuses another product under the key, also one with another picture', async () => {
  const first = await add({ ...GHEE, image: await photo('#3c3') });
  for (const other of [{ ...GHEE, price: '650' }, { ...GHEE, image: await photo('#33c') }, GHEE]) {
    const { status, body } = await add(other);
    expect([status, body.code]).toEqual([409, 'idempotency_conflict']);
  }
  expect(readdirSync(folder)).toHaveLength(3);
  expect(first.status).toBe(201);
  expect(await count('products')).toBe(1);
});

it('adds one product for forms that come at once, with and without a barcode', async () => {
  for (const [key, fields] of Object.entries({ 'barcode-1': GHEE, 'no-barcode': { ...GHEE, barcode: '' } })) {
    const form = Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''));
    const image = await photo('#3c3');
    const all = await Promise.all(Array.from({ length: 5 }, () => add({ ...form, image }, { key })));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
  }
  expect(await count('products')).toBe(2);
  expect(readdirSync(folder)).toHaveLength(6);
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

it('keeps the key free when the form was refused, and apart from that of others', async () => {
  expect((await add({ ...GHEE, price: '1e3' })).status).toBe(400);
  expect((await add({ ...GHEE, unit_id: '999999999' })).status).toBe(400);
  const mine = await add(GHEE);
  const other = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  const theirs = await add({ ...GHEE, barcode: '2000000000022' }, { who: other });
  expect([mine.status, theirs.status]).toEqual([201, 201]);
  expect(theirs.body.id).not.toBe(mine.body.id);
});

it.each(['', 'with a\ttab', 'x'.repeat(256), 'caf\u00e9'])('refuses the key %j', async (key) => {
  const { status, body } = await add(GHEE, { key });
  expect([status, body.code]).toEqual([400, 'invalid_input']);
  expect(await count('products')).toBe(0);
});

it('adds thirty products, each once, over a connection that loses every third response', async () => {
  const proxy = await startReplyDroppingProxy(api.url, 0.33);
  const headers = { authorization: `Bearer ${token}` };
  const send = async (nr: number): Promise<number> => {
    for (;;) {
      const response = await fetch(`${proxy.url}/api/products`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': `lost-product-${nr}` },
        body: formOf({ name: `Ghee ${nr}`, price: '640', stock: '6', ...REQUIRED_FIELDS }),
      }).catch(() => undefined);
      if (response) return ((await response.json()) as { id: number }).id;
    }
  };
  const ids = await Promise.all(Array.from({ length: 30 }, (_, nr) => send(nr)));
  await proxy.stop();
  expect(proxy.dropped()).toBeGreaterThan(3);
  expect([new Set(ids).size, await count('products')]).toEqual([30, 30]);
});
