import { listMembers } from '@haat/contract/accounts/team.calls';
import { listProducts, getProduct } from '@haat/contract/catalog/products.calls';
import type { ApiPath } from '@haat/contract/endpoint';
import { getOrderTimeline } from '@haat/contract/orders/order-timeline.calls';
import { type QueryKey, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { callQuery } from './call-query.ts';
import { reload } from './reload.ts';

const TEAM = callQuery(listMembers, { params: { shopId: 3 } }).queryKey;
const OTHER_TEAM = callQuery(listMembers, { params: { shopId: 31 } }).queryKey;
const PRODUCTS = callQuery(listProducts, { query: { shopId: 3 } }).queryKey;
const PRODUCT = callQuery(getProduct, { params: { id: 5 } }).queryKey;
const TIMELINE = callQuery(getOrderTimeline, { params: { id: 8 } }, { owner: 7 }).queryKey;
const BY_HAND = ['/api/products'];

async function outdated(paths: readonly ApiPath[], params?: Record<string, number>) {
  const queries = new QueryClient();
  const keys: QueryKey[] = [TEAM, OTHER_TEAM, PRODUCTS, PRODUCT, TIMELINE, BY_HAND];
  for (const key of keys) queries.setQueryData(key, []);
  await reload(queries, paths, params);
  return keys.filter((key) => queries.getQueryState(key)?.isInvalidated);
}

it('reloads what reads from a path and from the paths below it', async () => {
  expect(await outdated(['/api/products'])).toEqual([PRODUCTS, PRODUCT]);
  expect(await outdated(['/api/orders', '/api/products/:id'])).toEqual([PRODUCT, TIMELINE]);
});

it('tells paths with the same beginning apart', async () => {
  expect(await outdated(['/api/shops/:shopId/member', '/api/product'])).toEqual([]);
});

it('takes the parameters that it is given, and else any', async () => {
  expect(await outdated(['/api/shops/:shopId/members'], { shopId: 3, id: 9 })).toEqual([TEAM]);
  expect(await outdated(['/api/shops/:shopId/members'])).toEqual([TEAM, OTHER_TEAM]);
});
