import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { InfiniteData } from '@tanstack/react-query';

type Pages = InfiniteData<ShopProduct[], number | undefined>;

/** The pages with a product as it is now, in its place. */
export function withProduct(known: Pages | undefined, product: ShopProduct): Pages | undefined {
  const put = (page: ShopProduct[]) => page.map((each) => (each.id === product.id ? product : each));
  return known && { ...known, pages: known.pages.map(put) };
}

/** The pages without a product. */
export function withoutProduct(known: Pages | undefined, id: number): Pages | undefined {
  return known && { ...known, pages: known.pages.map((page) => page.filter((each) => each.id !== id)) };
}
