import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProduct, createShop } from '../../core/test/factories.ts';
import { startApi, type TestApi } from '../test/api-client.ts';
import { knownEncoding } from './route.ts';

let api: TestApi;
let catalog: string;
beforeAll(async () => {
  connectDatabase();
  api = await startApi();
  const shop = await createShop();
  await createProduct({ shop });
  catalog = `${api.url}/api/products?shopId=${shop.id}`;
});
afterAll(async () => {
  await api.stop();
  await closeDatabase();
});

const ask = async (accepted: string) => (await fetch(catalog, { headers: { 'accept-encoding': accepted } })).status;

it('knows what browsers accept, and remembers what is new, however many made-up values were sent', async () => {
  for (let nr = 0; nr < 150; nr += 1) expect(await ask(`made-up-${nr}, gzip;q=0.5`)).toBe(200);
  expect(knownEncoding('gzip, deflate, br, zstd')).toBe('br');
  expect(knownEncoding('gzip, deflate')).toBe('gzip');

  const next = 'br;q=1.0, gzip;q=0.8, *;q=0.1';
  expect(knownEncoding(next)).toBeUndefined();
  expect(await ask(next)).toBe(200);
  expect(knownEncoding(next)).toBe('br');

  // No more than a hundred are kept.
  expect(knownEncoding('made-up-0, gzip;q=0.5')).toBeUndefined();
  expect(knownEncoding('made-up-149, gzip;q=0.5')).toBe('gzip');
});
