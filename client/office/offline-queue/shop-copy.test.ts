import type { Endpoint } from '@haat/contract/endpoint';
import { getShopProduct, listShopProducts } from '@haat/contract/catalog/products.calls';
import { getCustomer, listCustomers } from '@haat/contract/money/customers.calls';
import { listOwnOrders, listShopOrders } from '@haat/contract/orders/orders.calls';
import { getStockTake, listStockTakes } from '@haat/contract/stock/stock-takes.calls';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { callQuery } from '../../lib/call-query.ts';
import { isKept, KEPT } from './shop-copy.ts';

const params = { shopId: 3 };

it.each([
  ['orders', callQuery(listShopOrders, { params, query: { group: 'done' } }), true],
  ['found orders', callQuery(listShopOrders, { params, query: { limit: 50, search: 'ravi' } }), false],
  ['own orders', callQuery(listOwnOrders), false],
  ['products', callQuery(listShopProducts, { params, query: { status: 'low' } }), true],
  ['a scanned product', callQuery(listShopProducts, { params, query: { barcode: '4006381333931' } }), false],
  ['a product to edit', callQuery(getShopProduct, { params: { ...params, id: 4 } }), false],
  ['customers', callQuery(listCustomers, { params, query: { limit: 50 } }), true],
  ['a customer', callQuery(getCustomer, { params: { ...params, id: 4 } }), true],
  ['a stock take', callQuery(getStockTake, { params: { ...params, id: 4 } }), true],
  ['the list of stock takes', callQuery(listStockTakes, { params }), false],
])('of %s', (_, { queryKey }, isExpected) => {
  const queries = new QueryClient();
  queries.setQueryData(queryKey, []);
  const query = queries.getQueryCache().find({ queryKey });
  expect(query && isKept(query)).toBe(isExpected);
});

it('keeps nothing that the contract does not have', () => {
  const files = import.meta.glob<Record<string, Partial<Endpoint>>>('../../../contract/*/*.calls.ts', { eager: true });
  const paths = Object.values(files).flatMap((calls) => Object.values(calls).map(({ path }) => path));
  expect(KEPT.filter((path) => !paths.includes(path))).toEqual([]);
});
