import { expect, it } from 'vitest';
import { isKnownRoute, ROUTES } from './route-table.ts';

it('knows every screen of the app', () => {
  const sources = import.meta.glob<string>('../app/AppRoutes.tsx', { query: '?raw', import: 'default', eager: true });
  const source = Object.values(sources).join('');
  const drawn = [...source.matchAll(/path="(\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(drawn.length).toBeGreaterThan(10);
  expect(drawn.filter((path) => !(ROUTES as readonly string[]).includes(path))).toEqual([]);
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
