import type { SearchResults } from '@haat/contract/shops/search.calls';
import type { ShopCard } from '@haat/contract/shops/shops.calls';

/** The customer's wishes for the results: only open shops, and which ones come first. */
export type Wish = { isOpen: boolean; order?: 'price' | 'distance' | undefined };

/** As the server sorted them: by what fits the search best. */
export const NO_WISH: Wish = { isOpen: false };

/** The results as wished; equal ones keep the server's order, and sold-out ones come last. */
export function arrange({ products, shops }: SearchResults, { isOpen, order }: Wish): SearchResults {
  const isShown = (shop: ShopCard) => !isOpen || shop.open;
  const found = products.filter(({ shop }) => isShown(shop));
  const open = shops.filter(isShown);
  if (!order) return { products: found, shops: open };
  const far = ({ distance_km: km = Infinity }: ShopCard) => km;
  return {
    products: found.toSorted(
      (a, b) =>
        Number(b.in_stock) - Number(a.in_stock) ||
        (order === 'price' ? a.price - b.price : compare(far(a.shop), far(b.shop))),
    ),
    shops: order === 'distance' ? open.toSorted((a, b) => compare(far(a), far(b))) : open,
  };
}

/** Two infinities have no difference. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
