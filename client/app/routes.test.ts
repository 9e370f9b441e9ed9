import { matchPath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { BACK_OFFICE_ROUTES } from './back-office-routes.ts';
import { isKnownRoute, reasonsOf } from './RedirectingLoginScreen.tsx';
import { BACK_OFFICE_AREAS, isBackOffice, STOREFRONT_ROUTES } from './routes.ts';

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
  ['/dairy/order-history', ['login.forOrders']],
  ['/dairy/shop-orders', ['login.forPlace.orders']],
  ['/dairy/admin/products', ['login.forPlace.products']],
  ['/vendor/dashboard', ['login.forPlace.money']],
  ['/dairy/admin/team?x=1', ['login.forPlace.shop']],
  ['/operator/shops', ['login.forBackOffice']],
  ['/dairy/poster', []],
  ['/dairy/products', []],
  ['/nowhere/at/all', []],
])('gives the reason for the login at %s: %j', (path, reasons) => expect(reasonsOf(path, 'dairy')).toEqual(reasons));

it('names no shop at the login of the platform', () => {
  expect(reasonsOf('/vendor/dashboard', 'haat')).toEqual(['login.forBackOffice']);
});

it.each([
  ['/dairy/shop-orders', '', true],
  ['/operator/payments/7', '', true],
  ['/dairy/login', '?redirect=%2Fdairy%2Fadmin%2Fteam%3Fx%3D1', true],
  ['/dairy/login', '?redirect=%2Fdairy%2Forder', false],
  ['/dairy/login', '', false],
  ['/dairy/products', '?redirect=%2Fdairy%2Fshop-orders', false],
])('%s%s is in the frame of the back office: %s', (path, search, isInFrame) => {
  expect(isBackOffice(path, search)).toBe(isInFrame);
});
