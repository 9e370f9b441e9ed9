import { listProductIds, listShopProducts, type ShopProduct } from '@haat/contract/catalog/products.calls';
import { reasonOf } from '@haat/contract/reason';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../lib/api.ts';
import { keyOf, metaOf } from '../../../lib/call-query.ts';
import { watchCatalog } from '../../../lib/catalog-updates.ts';
import { categoriesQuery } from '../editor/editor-queries.ts';
import { productCodeIn, type ScannedProduct, scanProduct } from '../scan-product.ts';
import { findKnown, knownProducts } from './known-products.ts';
import { type Cursor, type ProductFilter, productLists, type ProductPage, type ProductPages } from './product-pages.ts';

/** All loaded pages of a shop's products. The unfiltered list by name follows sales and edits of others live. */
export function useShopProducts(shopId: number, filter: ProductFilter) {
  const queries = useQueryClient();
  // In a filtered or sorted list, rows would move or disappear under a finger.
  const isLive = filter.status === 'all' && filter.sort === 'name';
  useEffect(() => {
    if (!isLive) return undefined;
    const lists = productLists(shopId);
    return watchCatalog(shopId, () => void queries.invalidateQueries(lists, { cancelRefetch: false }));
  }, [queries, shopId, isLive]);

  const { data, ...rest } = useInfiniteQuery(shopProductsQuery(shopId, filter));
  const products = useMemo(() => data && distinct(data.pages.flatMap((page) => page.products)), [data]);
  return { ...rest, products, foundAmong: data?.pages[0]?.foundAmong };
}

// A product that was changed meanwhile can be on two pages.
const distinct = (products: readonly ShopProduct[]): ShopProduct[] => [
  ...new Map(products.map((product) => [product.id, product])).values(),
];

const PAGE_SIZE = 50;

/** A shop's own products; the previous list stays until the next one is loaded. */
const shopProductsQuery = (shopId: number, filter: ProductFilter) => {
  const input = { params: { shopId }, query: { limit: PAGE_SIZE, ...queryOf(filter) } };
  return infiniteQueryOptions({
    queryKey: keyOf(listShopProducts, input, ['pages']),
    meta: metaOf(listShopProducts),
    queryFn: async ({ pageParam, signal, client, queryKey }): Promise<ProductPage> => {
      const query = { ...input.query, ...pageParam };
      const code = productCodeIn(filter.search);
      try {
        if (code !== undefined) return pageOf(await scanProduct(shopId, code, signal));
        const products = await call(listShopProducts, { params: { shopId }, query, signal });
        return { products, next: cursorAfter(products, filter) };
      } catch (error) {
        const read = client.getQueryData<ProductPages>(queryKey)?.pages[0];
        // What the server answered before is better than what the device finds.
        const isRead = read !== undefined && read.foundAmong === undefined;
        if (reasonOf(error).code !== 'network' || navigator.onLine || pageParam || isRead) throw error;
        return answerOffline(client, shopId, filter);
      }
    },
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Sales and edits of others are not received while the list is not mounted.
    staleTime: 0,
  });
};

/** A code names one product, whatever the other filters say. */
const pageOf = (scanned: ScannedProduct | undefined): ProductPage => ({
  products: scanned?.product ? [scanned.product] : [],
  next: undefined,
});

/** From what this device knows. Throws where it knows nothing. */
function answerOffline(queries: QueryClient, shopId: number, filter: ProductFilter): ProductPage {
  const known = knownProducts(queries, shopId);
  if (known.length === 0) throw new TypeError('This device knows no products of the shop');
  const categories = queries.getQueryData(categoriesQuery(shopId).queryKey) ?? [];
  return { products: findKnown(known, filter, categories), next: undefined, foundAmong: known.length };
}

function cursorAfter(products: readonly ShopProduct[], { sort, order }: ProductFilter): Cursor | undefined {
  const last = products.at(-1);
  if (!last || products.length < PAGE_SIZE) return undefined;
  if (sort === 'name') return { after: last.id };
  if (sort === 'changed') return { after: last.id, after_value: last.version };
  const values = last.variants.map((variant) => variant[sort]);
  return { after: last.id, after_value: String(order === 'asc' ? Math.min(...values) : Math.max(...values)) };
}

const queryOf = ({ sort, order, ...filter }: ProductFilter) => ({
  ...matchingQuery(filter),
  sort: sort === 'name' ? undefined : sort,
  order: order === 'asc' ? undefined : order,
});

const matchingQuery = ({ search, status, category }: Omit<ProductFilter, 'sort' | 'order'>) => ({
  search: search || undefined,
  status: status === 'all' ? undefined : status,
  category,
});

/** The ids of all products that match the filter, loaded or not. */
export const findProductIds = (shopId: number, filter: ProductFilter): Promise<number[]> =>
  call(listProductIds, { params: { shopId }, query: matchingQuery(filter) });
