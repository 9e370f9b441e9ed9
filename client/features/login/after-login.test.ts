import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isKnownRoute } from '../../lib/route-table.ts';
import { afterLogin, insteadOfLogin } from './after-login.ts';

const dairy = { shopSlug: 'dairy', isMainShop: false, redirect: null };
const main = { shopSlug: 'haat', isMainShop: true, redirect: null };

it('leads to the order of a shop, or to the dashboard of the platform', () => {
  expect(afterLogin(dairy)).toBe('/dairy/order');
  expect(afterLogin(main)).toBe('/haat/dashboard');
});

it('leads who is signed in already to the products, or to the dashboard', () => {
  expect(insteadOfLogin(dairy)).toBe('/dairy/products');
  expect(insteadOfLogin(main)).toBe('/haat/dashboard');
});

it.each([
  ['/dairy/order', '/dairy/order'],
  ['/order-history', '/dairy/order-history'],
  ['/order?from=cart', '/dairy/order?from=cart'],
  ['/vendor/dashboard', '/vendor/dashboard'],
  ['/admin/dashboard', '/dairy/admin/dashboard'],
  ['/dairyland/order', '/dairyland/order'],
])('leads to the wanted %s', (redirect, place) => {
  expect(afterLogin({ ...dairy, redirect })).toBe(place);
  expect(insteadOfLogin({ ...dairy, redirect })).toBe(place);
});

it.each([
  '',
  '/',
  'order',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/.//evil.example',
  '/..//evil.example/order',
  '%2f%2fevil.example',
  '/%2f%2fevil.example',
  '/%2fevil.example/order',
  '/%252f%252fevil.example/order',
  '/\t/evil.example',
  '/\n/evil.example/order',
  ' //evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//order',
  'data:text/html,x',
  '/javascript:alert(1)/order',
  '/dairyland/unknown',
  '/dairy/login?redirect=/dairy/login',
  '/login',
])('leads to the order for %j', (redirect) => expect(afterLogin({ ...dairy, redirect })).toBe('/dairy/order'));

const MARKS = ['/', '\\', '\t', '\n', '.', '..', ':', '@', '#', '?', '%2f', '%5c', '%252f', '%09', '%00', '%', ' '];
const WORDS = ['evil.example', 'https:', 'javascript:', 'dairy', 'order', 'vendor', 'dashboard', 'ä', 'login'];

it('leads to screens of ours only, whatever it is given', () => {
  const pieces = fc.array(fc.constantFrom(...MARKS, ...WORDS), { maxLength: 12 });
  const origin = 'https://haat.example';
  fc.assert(
    fc.property(pieces, (each) => {
      const place = afterLogin({ ...dairy, redirect: each.join('') });
      expect(isKnownRoute(place)).toBe(true);
      // As the address of the hash, and as one that a page without a hash would make of it.
      expect(new URL(`#${place}`, origin).origin).toBe(origin);
      expect(new URL(place, origin).origin).toBe(origin);
    }),
    { numRuns: 5000 },
  );
});
