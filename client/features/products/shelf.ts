import type { ProductView } from '@haat/contract/api/products.schema';
import { productSections } from '@haat/contract/rules/product-sections';
import { foldText, searchWords } from '../../lib/fold-text.ts';
import { otherNames } from './food-words.ts';

export type ShelfSection = { name: string; anchor: string; products: ProductView[] };

/** How the names of the shared catalogue are said, and in which language. */
export type Naming = { nameOf: (name: string) => string; locale: string };

type Order = Naming & { last?: ReadonlySet<number> };

/** Sections A–Z as they are said; in each, the products in `last`, unless said otherwise what is sold out, stand behind. */
export function shelfSections(
  products: readonly ProductView[],
  { nameOf, locale, last = soldOutProducts(products) }: Order,
): ShelfSection[] {
  return productSections(products)
    .map((section) => ({ name: nameOf(section.name), products: section.products }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
    .map((section, at) => ({
      name: section.name,
      anchor: `shelf-${at}`,
      products: section.products.toSorted((a, b) => Number(last.has(a.id)) - Number(last.has(b.id))),
    }));
}

/**
 * Products whose name, category or description contains every word of the search, or begins a word with another name of
 * the same thing, whatever case and accents.
 */
export function searchProducts(
  products: readonly ProductView[],
  search: string,
  nameOf: Naming['nameOf'],
): readonly ProductView[] {
  const words = searchWords(search).map((word) => ({ word, others: otherNames(word) }));
  if (words.length === 0) return products;
  return products.filter((product) => {
    const text = foldText(wordsOf(product, nameOf).join(' '));
    const starts = ` ${text.replaceAll(/[^\p{L}\p{M}\d]+/gu, ' ')}`;
    return words.every(({ word, others }) => text.includes(word) || others.some((name) => starts.includes(` ${name}`)));
  });
}

/** The ids of what is sold out. */
export function soldOutProducts(products: readonly ProductView[]): ReadonlySet<number> {
  return new Set(products.filter(isGone).map(({ id }) => id));
}

// Under the names that are shown, and under those that the shop knows them by.
function wordsOf({ name, category_name, subcategory, description }: ProductView, nameOf: Naming['nameOf']) {
  const categories = [category_name, subcategory ?? ''];
  return [name, ...categories, ...categories.map(nameOf), description];
}

function isGone({ variants }: ProductView): boolean {
  return variants.every(({ stock }) => stock <= 0);
}
