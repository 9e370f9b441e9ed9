import type { ProductStatus, ShopProduct } from '@haat/contract/api/products.schema';
import { isProductBarcode } from '@haat/contract/rules/product-barcode';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';

export type ProductFilter = { search: string; status: ProductStatus };

const PAGE_SIZE = 50;

const SHOP_PRODUCT = {
  id: 0,
  name: '',
  published: true,
  version: '',
  variants: [{ id: 0, price: 0, stock: 0 }],
} as const;

/** What every list of a shop's own products is filed under. */
export const shopProductsKey = (shopId: number) => ['shop-products', shopId] as const;

/** A shop's own products by name; the list before stays until another search is answered. */
export const shopProductsQuery = (shopId: number, filter: ProductFilter) =>
  infiniteQueryOptions({
    queryKey: [...shopProductsKey(shopId), filter],
    queryFn: ({ pageParam, signal }) =>
      callApi<ShopProduct[]>(pathOf(shopId, filter, pageParam), { signal, like: [SHOP_PRODUCT] }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
    // What was sold or edited elsewhere while no screen was looking is not told again.
    staleTime: 0,
  });

function pathOf(shopId: number, { search, status }: ProductFilter, after: number | undefined): string {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
  // A scanned code stands for one product, wherever it is.
  if (isProductBarcode(search)) query.set('barcode', search);
  else if (search) query.set('search', search);
  if (status !== 'all') query.set('status', status);
  if (after !== undefined) query.set('after', String(after));
  return `/api/shops/${shopId}/products?${query}`;
}
