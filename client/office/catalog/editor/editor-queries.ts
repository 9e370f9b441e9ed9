import { listSizesAndColors } from '@haat/contract/catalog/catalog.calls';
import { getShopProduct, listCategories, listUnits } from '@haat/contract/catalog/products.calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

const KEYS = {
  categories: (shopId: number) => ['categories', shopId] as const,
  units: (shopId: number) => ['units', shopId] as const,
};

/** Categories with their subcategories, the shop's own among them. */
export const categoriesQuery = (shopId: number) =>
  queryOptions({
    queryKey: KEYS.categories(shopId),
    queryFn: ({ signal }) => call(listCategories, { signal }),
  });

/** Units, the shop's own among them. */
export const unitsQuery = (shopId: number) =>
  queryOptions({
    queryKey: KEYS.units(shopId),
    queryFn: ({ signal }) => call(listUnits, { signal }),
  });

/** The names of the shared sizes and colours. */
export const sizesAndColorsQuery = queryOptions({
  queryKey: ['sizes-and-colors'] as const,
  queryFn: ({ signal }) => call(listSizesAndColors, { signal }),
  staleTime: 10 * 60_000,
});

/** The product to edit, fetched each time it is opened. */
export const ownProductQuery = (shopId: number, id: string) =>
  queryOptions({
    queryKey: ['own-product', shopId, id] as const,
    queryFn: ({ signal }) => call(getShopProduct, { params: { shopId, id }, signal }),
    staleTime: 0,
    gcTime: 0,
    // The form is based on the version that was loaded when it was opened.
    refetchOnReconnect: false,
  });
