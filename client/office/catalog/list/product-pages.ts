import {
  listShopProducts,
  type ProductSort,
  type ProductStatus,
  type ShopProduct,
  type SortOrder,
} from '@haat/contract/catalog/products.calls';
import type { InfiniteData } from '@tanstack/react-query';
import { readsFrom } from '../../../lib/reload.ts';

export type ProductFilter = {
  search: string;
  status: ProductStatus;
  category: number | undefined;
  sort: ProductSort;
  order: SortOrder;
};

export const ALL_PRODUCTS: ProductFilter = {
  search: '',
  status: 'all',
  category: undefined,
  sort: 'name',
  order: 'asc',
};

/**
 * `next`: where the next page begins, by what the last product was sorted by when it was read. `foundAmong`: without a
 * connection, how many products this device knew when it answered by itself.
 */
export type ProductPage = { products: ShopProduct[]; next: Cursor | undefined; foundAmong?: number };
export type Cursor = { after: number; after_value?: string | undefined };
export type ProductPages = InfiniteData<ProductPage, Cursor | undefined>;

/** All lists of a shop's products that were read, but no single product: a form that is open for one goes on with what it began with. */
export const productLists = (shopId: number) => ({
  queryKey: [listShopProducts.path],
  ...readsFrom(listShopProducts.path, { shopId }),
});
