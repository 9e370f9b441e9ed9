import type { CategoryView, ShopProduct } from '@haat/contract/catalog/products.calls';
import { articleOf, articleStart, isSameBarcode } from '@haat/contract/catalog/barcode';
import type { QueryClient } from '@tanstack/react-query';
import { productCodeIn } from '../scan-product.ts';
import { type ProductFilter, productLists, type ProductPages } from './product-pages.ts';

/** The products of a shop that this device has loaded in any list, each as it was read last. */
export function knownProducts(queries: QueryClient, shopId: number): ShopProduct[] {
  const lists = queries
    .getQueryCache()
    .findAll(productLists(shopId))
    .toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  const known = new Map<number, ShopProduct>();
  for (const { state } of lists)
    for (const { products } of (state.data as Partial<ProductPages> | undefined)?.pages ?? [])
      for (const product of products) known.set(product.id, product);
  return [...known.values()];
}

/** Filters and sorts the products as the server would if it had only these. */
export function findKnown(
  products: readonly ShopProduct[],
  filter: ProductFilter,
  categories: readonly CategoryView[],
): ShopProduct[] {
  const code = productCodeIn(filter.search);
  if (code !== undefined)
    return products.filter(({ variants }) =>
      variants.some(({ barcode }) => barcode !== null && isSameBarcode(barcode, code)),
    );
  const inCategory = idsOf(filter.category, categories);
  return products
    .filter(
      (product) =>
        HAS_STATUS[filter.status](product) &&
        (inCategory === undefined || (product.category_id !== null && inCategory.has(product.category_id))) &&
        isFound(product, filter.search),
    )
    .toSorted(compareBy(filter));
}

const HAS_STATUS: Record<ProductFilter['status'], (product: ShopProduct) => boolean> = {
  all: () => true,
  published: ({ published }) => published,
  hidden: ({ published }) => !published,
  low: ({ variants }) => variants.some(({ stock, low_at: lowAt }) => stock <= lowAt),
  no_picture: ({ image }) => image === null,
  no_barcode: ({ variants }) => variants.some(({ barcode }) => barcode === null),
};

function isFound({ name, variants }: ShopProduct, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const hasWords = words.every((word) => name.toLowerCase().includes(word));
  const article = articleStart(search);
  return (
    hasWords || (article !== null && variants.some(({ barcode }) => barcode && articleOf(barcode).startsWith(article)))
  );
}

/** The category and its subcategories. */
function idsOf(id: number | undefined, categories: readonly CategoryView[]): Set<number> | undefined {
  if (id === undefined) return undefined;
  const children = categories.find((category) => category.id === id)?.children ?? [];
  return new Set([id, ...children.map((child) => child.id)]);
}

function compareBy({ sort, order }: ProductFilter): (one: ShopProduct, other: ShopProduct) => number {
  const sign = order === 'asc' ? 1 : -1;
  const compare = (one: ShopProduct, other: ShopProduct): number => {
    if (sort === 'name') return one.name.toLowerCase().localeCompare(other.name.toLowerCase());
    if (sort === 'changed') return Number(one.version) - Number(other.version);
    return extreme(one) - extreme(other);
  };
  const extreme = ({ variants }: ShopProduct): number => {
    const values = variants.map((variant) => (sort === 'price' ? variant.price : variant.stock));
    return order === 'asc' ? Math.min(...values) : Math.max(...values);
  };
  return (one, other) => sign * (compare(one, other) || one.id - other.id);
}
