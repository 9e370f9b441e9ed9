import type { ProductView } from '@haat/contract/api/products.schema';
import { productSections } from '@haat/contract/rules/product-sections';
import type { Found } from './search-products.ts';

export type ShelfSection = { name: string; anchor: string; products: ProductView[] };

/** How the names of the shared catalogue are said, and in which language. */
export type Naming = { nameOf: (name: string) => string; locale: string };

type Order = Naming & { last?: ReadonlySet<number>; ranks?: Found['ranks'] };

/**
 * Sections A–Z as they are said; in each, the products in `last`, unless said otherwise what is sold out, stand behind. Of
 * what a search has found, the best answers come first, and the section that has them.
 */
export function shelfSections(
  products: readonly ProductView[],
  { nameOf, locale, last = soldOutProducts(products), ranks }: Order,
): ShelfSection[] {
  const rankOf = ({ id }: ProductView) => ranks?.get(id) ?? 0;
  const isLast = ({ id }: ProductView) => Number(last.has(id));
  return productSections(products)
    .map((section) => ({
      name: nameOf(section.name),
      products: section.products.toSorted((a, b) => rankOf(a) - rankOf(b) || isLast(a) - isLast(b)),
      best: Math.min(...section.products.map(rankOf)),
    }))
    .toSorted((a, b) => a.best - b.best || a.name.localeCompare(b.name, locale))
    .map(({ name, products: members }, at) => ({ name, anchor: `shelf-${at}`, products: members }));
}

/** The ids of what is sold out. */
export function soldOutProducts(products: readonly ProductView[]): ReadonlySet<number> {
  return new Set(products.filter(isGone).map(({ id }) => id));
}

function isGone({ variants }: ProductView): boolean {
  return variants.every(({ stock }) => stock <= 0);
}
