import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import type { Session } from '../../shared/session/SessionProvider.tsx';
import { readForOffline } from './offline-reads.ts';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

it.each([
  ['vendor', ['/api/orders/shop/3', '/api/shops/3/counter-items', '/api/shops/3/settings']],
  ['helper', ['/api/shops/3/packing']],
  ['rider', ['/api/shops/3/deliveries']],
] as const)('reads for a %s what their screens need without a connection', async (role, paths) => {
  const calls = stubServer({});
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await readForOffline(queries, { userId: 7, claims: { role: role satisfies ShopRole } } as Session, 3);
  expect(calls.map(({ path }) => path.split('?')[0])).toEqual(paths);
});

it('asks nothing more of a shop that this browser has left', async () => {
  const calls = stubServer({});
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const reading = readForOffline(queries, { userId: 7, claims: { role: 'vendor' } } as Session, 3);
  localStorage.setItem('authToken', tokenFor({ sub: '7', shop_id: 4 }));
  await reading;
  expect(calls).toHaveLength(1);
});
