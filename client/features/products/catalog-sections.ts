import type { ProductView } from '@haat/contract/api/products';
import { productSections } from '@haat/contract/rules/product';
import type { SearchResult } from './search-products.ts';

export type CatalogSection = { name: string; anchor: string; products: ProductView[] };

/** The translation of product and category names, and its locale. */
export type NameTranslation = { nameOf: (name: string) => string; locale: string };

type Order = NameTranslation & { last?: ReadonlySet<number>; ranks?: SearchResult['ranks'] };

/**
 * Sections sorted by their translated names; in each, the products in `last` (sold-out ones by default) come last. With
 * `ranks` of a search, the best matches and their section come first.
 */
export function catalogSections(
  products: readonly ProductView[],
  { nameOf, locale, last = soldOutProducts(products), ranks }: Order,
): CatalogSection[] {
  const rankOf = ({ id }: ProductView) => ranks?.get(id) ?? 0;
  const isLast = ({ id }: ProductView) => Number(last.has(id));
  return productSections(products)
    .map((section) => ({
      name: nameOf(section.name),
      products: section.products.toSorted((a, b) => rankOf(a) - rankOf(b) || isLast(a) - isLast(b)),
      best: Math.min(...section.products.map(rankOf)),
    }))
    .toSorted((a, b) => a.best - b.best || a.name.localeCompare(b.name, locale))
    .map(({ name, products: members }, at) => ({ name, anchor: `catalog-${at}`, products: members }));
}

/** The ids of sold-out products. */
export function soldOutProducts(products: readonly ProductView[]): ReadonlySet<number> {
  return new Set(products.filter(isGone).map(({ id }) => id));
}

function isGone({ variants }: ProductView): boolean {
  return variants.every(({ stock }) => stock <= 0);
}
