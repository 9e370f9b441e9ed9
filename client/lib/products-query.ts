import { listProducts } from '@haat/contract/catalog/products.calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { QUERY_KEYS } from './queries.ts';

/** The products of a shop. Apart from `queries.ts`, which belongs to the first load. */
export const productsQuery = (shopId: number) =>
  queryOptions({
    queryKey: QUERY_KEYS.products(shopId),
    queryFn: ({ signal }) => call(listProducts, { query: { shopId }, signal }),
  });
