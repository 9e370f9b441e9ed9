import type { CategoryView, NamedView } from '@haat/contract/api/categories.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import type { Sample } from '../../lib/answer-sample.ts';

const PRODUCT: Sample<ShopProduct> = {
  id: 0,
  name: '',
  shopId: 0,
  variants: [{ id: 0, price: 0, stock: 0 }, 'never empty'],
};
/** What an answer with a product of the own shop is like. */
export const OWN_PRODUCT: Sample<ShopProduct> = { ...PRODUCT, version: '' };
export const NAMED: Sample<NamedView> = { id: 0, name: '' };

const KEYS = {
  categories: (shopId: number) => ['categories', shopId] as const,
  units: (shopId: number) => ['units', shopId] as const,
};

/** Categories with their subcategories, the shop's own among them. */
export const categoriesQuery = (shopId: number) =>
  queryOptions({
    queryKey: KEYS.categories(shopId),
    queryFn: ({ signal }) =>
      callApi<CategoryView[]>('/api/categories', { signal, like: [{ ...NAMED, children: [NAMED] }] }),
  });

/** Units, the shop's own among them. */
export const unitsQuery = (shopId: number) =>
  queryOptions({
    queryKey: KEYS.units(shopId),
    queryFn: ({ signal }) => callApi<NamedView[]>('/api/units', { signal, like: [NAMED] }),
  });

/** The product to be edited, read anew each time it is opened; one of another shop is answered as customers see it. */
export const ownProductQuery = (shopId: number, id: string) =>
  queryOptions({
    queryKey: ['own-product', shopId, id] as const,
    queryFn: ({ signal }) => callApi<ShopProduct>(`/api/products/${encodeURIComponent(id)}`, { signal, like: PRODUCT }),
    staleTime: 0,
    gcTime: 0,
    // What is typed belongs to the product as it was when the form was opened.
    refetchOnReconnect: false,
  });

/** The product of the shop that has this barcode; undefined when none has. */
export async function findByBarcode(shopId: number, barcode: string): Promise<ShopProduct | undefined> {
  const path = `/api/shops/${shopId}/products?barcode=${encodeURIComponent(barcode)}`;
  const [product] = await callApi<ShopProduct[]>(path, { like: [OWN_PRODUCT] });
  return product;
}
