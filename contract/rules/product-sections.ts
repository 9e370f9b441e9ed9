export const UNCATEGORIZED = 'Uncategorized';

/** Products by category, categories sorted alphabetically, products as they came. Spec section 2, products. */
export function productSections<P extends { category_name?: string | null }>(
  products: readonly P[],
): { name: string; products: P[] }[] {
  const sections = new Map<string, P[]>();
  for (const product of products) {
    const name = product.category_name?.trim() || UNCATEGORIZED;
    const members = sections.get(name);
    if (members) members.push(product);
    else sections.set(name, [product]);
  }
  return [...sections]
    .map(([name, members]) => ({ name, products: members }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
