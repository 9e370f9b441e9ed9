import { listShopCategories, listShopUnits } from '@haat/contract/catalog/categories-and-units.calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { categoriesQuery, unitsQuery } from '../editor/editor-queries.ts';
import { shopProductsKey } from '../list/product-pages.ts';
import { QUERY_KEYS } from '../../../lib/queries.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../../lib/back-office-query-keys.ts';

/** The categories of a shop in its order, with the number of products in each. */
export const shopCategoriesQuery = (shopId: number) =>
  queryOptions({
    queryKey: [...categoriesQuery(shopId).queryKey, 'counted'] as const,
    queryFn: ({ signal }) => call(listShopCategories, { params: { shopId }, signal }),
    staleTime: 0,
  });

/** The units of a shop, most used first, with the number of products that have each. */
export const shopUnitsQuery = (shopId: number) =>
  queryOptions({
    queryKey: [...unitsQuery(shopId).queryKey, 'counted'] as const,
    queryFn: ({ signal }) => call(listShopUnits, { params: { shopId }, signal }),
    staleTime: 0,
  });

/** The queries to reload after a change of categories or units. */
export const outdatedBy = (shopId: number) => [
  categoriesQuery(shopId).queryKey,
  unitsQuery(shopId).queryKey,
  shopProductsKey(shopId),
  QUERY_KEYS.products(shopId),
  BACK_OFFICE_QUERY_KEYS.activity(shopId),
];
