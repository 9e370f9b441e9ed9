import { expect, it } from 'vitest';
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
  ['/dairyland/order', '/dairy/dairyland/order'],
])('leads to the wanted %s', (redirect, place) => {
  expect(afterLogin({ ...dairy, redirect })).toBe(place);
  expect(insteadOfLogin({ ...dairy, redirect })).toBe(place);
});

it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
  'does not leave the app for %j',
  (redirect) => expect(afterLogin({ ...dairy, redirect })).toBe('/dairy/order'),
);
