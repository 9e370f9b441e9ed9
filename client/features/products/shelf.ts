import type { ProductView } from '@haat/contract/api/products.schema';
import { productSections } from '@haat/contract/rules/product-sections';

export type ShelfSection = { name: string; anchor: string; products: ProductView[] };

/** Sections A–Z; in each, what can be had stands before what is sold out. */
export function shelfSections(products: readonly ProductView[]): ShelfSection[] {
  return productSections(products).map((section, at) => ({
    name: section.name,
    anchor: `shelf-${at}`,
    products: section.products.toSorted((a, b) => Number(isGone(a)) - Number(isGone(b))),
  }));
}

/** Products whose name, category or description contains every word of the search, whatever its case. */
export function searchProducts(products: readonly ProductView[], search: string): readonly ProductView[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return products;
  return products.filter((product) => {
    const { name, category_name, subcategory, description } = product;
    const text = [name, category_name, subcategory, description].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function isGone({ variants }: ProductView): boolean {
  return variants.every(({ stock }) => stock <= 0);
}
