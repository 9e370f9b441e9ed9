import type { ProductView } from '@haat/contract/catalog/products.calls';
import { byPlace } from '@haat/contract/catalog/category-order';
import { productSections } from '@haat/contract/catalog/product';
import type { SearchResult } from './search-products.ts';

export type CatalogSection = { name: string; anchor: string; products: ProductView[] };

/** The translation of product and category names, and its locale. */
export type NameTranslation = { nameOf: (name: string) => string; locale: string };

type Order = NameTranslation & { last?: ReadonlySet<number>; ranks?: SearchResult['ranks'] };

/**
 * Sections in the order of the shop, the others by their translated names; in each, the products in `last` (sold-out ones by
 * default) come last. With `ranks` of a search, the best matches and their section come first.
 */
export function catalogSections(
  products: readonly ProductView[],
  { nameOf, locale, last = soldOutProducts(products), ranks }: Order,
): CatalogSection[] {
  const rankOf = ({ id }: ProductView) => ranks?.get(id) ?? 0;
  const isLast = ({ id }: ProductView) => Number(last.has(id));
  const compare = byPlace(locale);
  return productSections(products)
    .map((section) => ({
      name: nameOf(section.name),
      position: section.position,
      products: section.products.toSorted((a, b) => rankOf(a) - rankOf(b) || isLast(a) - isLast(b)),
      best: Math.min(...section.products.map(rankOf)),
    }))
    .toSorted((a, b) => a.best - b.best || compare(a, b))
    .map(({ name, products: members }, at) => ({ name, anchor: `catalog-${at}`, products: members }));
}

/** Fewer products than this would leave a row of the grid nearly empty. */
const ENOUGH = 3;
/** A grid that several sections share is drawn as a whole, so it stays small. */
const MAX_SHARED = 60;
/** In a shared grid each product says its section, which is noise where nearly all are of the same one. */
const MAX_JOINED = 10;

/**
 * The sections by grid, in their order: small ones that follow each other share a grid, and one that is still too small joins
 * its neighbour, unless that is large.
 */
export function catalogGrids(sections: readonly CatalogSection[]): CatalogSection[][] {
  const grids: CatalogSection[][] = [];
  let hasOnlySmall = false;
  for (const section of sections) {
    const last = grids.at(-1);
    const isSmall = section.products.length < ENOUGH;
    const canJoin = last && productCount([...last, section]) <= MAX_SHARED;
    if (canJoin && isSmall && hasOnlySmall) last.push(section);
    else {
      grids.push([section]);
      hasOnlySmall = isSmall;
    }
  }
  return grids.reduce<CatalogSection[][]>((joined, grid) => {
    const last = joined.at(-1);
    const isTooSmall = productCount(grid) < ENOUGH || (last !== undefined && productCount(last) < ENOUGH);
    if (last && isTooSmall && productCount([...last, ...grid]) <= MAX_JOINED) last.push(...grid);
    else joined.push([...grid]);
    return joined;
  }, []);
}

/** How many products the sections have together. */
export function productCount(sections: readonly CatalogSection[]): number {
  return sections.reduce((count, { products }) => count + products.length, 0);
}

/** The ids of sold-out products. */
export function soldOutProducts(products: readonly ProductView[]): ReadonlySet<number> {
  return new Set(products.filter(isGone).map(({ id }) => id));
}

function isGone({ variants }: ProductView): boolean {
  return variants.every(({ stock }) => stock <= 0);
}
