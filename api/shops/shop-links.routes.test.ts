import { readdir } from 'node:fs/promises';
import { ENDPOINTS } from '@haat/contract/endpoints';
import { slugProblem } from '@haat/contract/shops/shop-settings';
import { expect, it } from 'vitest';
import { DASHBOARD_PATH } from '../queue-dashboard/dashboard-session.ts';
import { apiTest } from '../test/api-client.ts';
import { devMailRoutes } from '../dev/dev-mail.routes.ts';
import { docsRoutes } from '../docs/docs.routes.ts';
import { createHealthRoutes } from '../http/health.routes.ts';
import { unsubscribeLinksRoutes } from '../accounts/unsubscribe-links.routes.ts';

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

it('gives no new shop a slug that leads to the server itself', async () => {
  const routers = [createHealthRoutes(() => true), docsRoutes, devMailRoutes, unsubscribeLinksRoutes];
  const paths = [
    ...ENDPOINTS.map(({ path }) => path),
    ...routers.flatMap(({ stack }) => stack.map(({ path }) => String(path))),
    ...(await readdir('client/public')).map((name) => `/${name}`),
    DASHBOARD_PATH,
    '/uploads/x',
    '/static/x',
    '/images/x',
    '/metrics',
  ];
  const first = new Set(paths.map((path) => path.split('/')[1] ?? ''));
  expect(first.size).toBeGreaterThan(8);
  for (const segment of first) expect([segment, slugProblem(segment)]).not.toEqual([segment, undefined]);
});
