import { matchPath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { BACK_OFFICE_ROUTES } from './back-office-routes.ts';
import { isKnownRoute, reasonOf } from './RedirectingLoginScreen.tsx';
import { BACK_OFFICE_AREAS, STOREFRONT_ROUTES } from './routes.ts';

const routes = [...STOREFRONT_ROUTES, ...BACK_OFFICE_ROUTES];

it('has each path once', () => {
  const paths = routes.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

it.each(routes.map(({ path, screen }) => [path, screen] as const))('finds the screen of %s', async (_, screen) => {
  expect(await screen.preload()).toBeTypeOf('function');
});

it('covers every screen of the back office, and no other, by an area of the router', () => {
  const isInArea = (path: string) => BACK_OFFICE_AREAS.some((area) => matchPath(area, path.replace(':id', '7')));
  expect(BACK_OFFICE_ROUTES.filter(({ path }) => !isInArea(path))).toEqual([]);
  expect(STOREFRONT_ROUTES.filter(({ path }) => isInArea(path))).toEqual([]);
});

it.each(['/haat/dashboard', '/dairy/order?x=1', '/a&b/products', '/about', '/dairy/admin/edit-product/4'])(
  'knows %s',
  (path) => expect(isKnownRoute(path)).toBe(true),
);

it.each([
  '/',
  '/dairy',
  '/dairy/dashboard',
  '/dairy/unknown',
  '/vendor/order',
  '/undefined/order',
  '/%2f%2fevil.example/order',
  '/.//evil.example',
  '/../order',
  '/dairy/order/more',
  '',
])('does not know %s', (path) => expect(isKnownRoute(path)).toBe(false));

it.each([
  ['/dairy/order-history', 'login.forOrders'],
  ['/dairy/shop-orders', 'shopOrders.noToken'],
  ['/dairy/admin/team?x=1', 'login.forBackOffice'],
  ['/dairy/poster', undefined],
  ['/dairy/products', undefined],
  ['/nowhere/at/all', undefined],
])('gives the reason for the login at %s: %s', (path, reason) => expect(reasonOf(path)).toBe(reason));
