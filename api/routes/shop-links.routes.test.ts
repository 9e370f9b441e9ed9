import { expect, it } from 'vitest';
import { apiTest } from '../test/api-client.ts';

const api = apiTest();

const redirectOf = async (path: string) => {
  const { status, headers } = await fetch(`${api.url}${path}`, { redirect: 'manual' });
  return [status, headers.get('location')];
};

it.each([
  ['/malnad-dairy/products', '/#/malnad-dairy/products'],
  ['/malnad-dairy/login?from=poster', '/#/malnad-dairy/products'],
  ['/breadButter/products/', '/#/breadButter/products'],
  ['/bread%26butter/products', '/#/bread%26butter/products'],
])('opens the shop of the printed link %s', async (path, location) => {
  expect(await redirectOf(path)).toEqual([302, location]);
});

it.each(['/about/products', '/8901234567890/products', '/%2e%2e%2fadmin/login', '/evil.example/products', '/%/login'])(
  'leads from %s, which names no shop, to the landing page',
  async (path) => expect(await redirectOf(path)).toEqual([302, '/']),
);

it.each([
  '/api/login',
  '/dev/login',
  '/images/products',
  '/static/login',
  '/uploads/products',
  '/malnad-dairy/admin/products',
  '/products',
])('does not find %s', async (path) => expect(await redirectOf(path)).toEqual([404, null]));
