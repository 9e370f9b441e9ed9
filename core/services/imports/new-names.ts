import type { ProductDraft } from './draft-group.ts';

/** The categories (`Dairy`, and `Dairy › Ghee` for a subcategory) and units that the shop sees. */
export type Names = { categories: readonly string[]; units: readonly string[] };

const pathName = (category: string, subcategory: string | null): string =>
  subcategory === null ? category : `${category} › ${subcategory}`;

/** The categories and units that do not exist yet, in the order in which the drafts name them. */
export function newNames(
  drafts: readonly ProductDraft[],
  known: Names,
): { newCategories: string[]; newUnits: string[] } {
  const categories = drafts.flatMap(({ path }) =>
    path ? [path.category, ...(path.subcategory === null ? [] : [pathName(path.category, path.subcategory)])] : [],
  );
  const units = drafts.flatMap(({ variants }) => variants?.flatMap(({ unit }) => unit ?? []) ?? []);
  return { newCategories: without(categories, known.categories), newUnits: without(units, known.units) };
}

/** The names that are not among those that are known, each once, whatever its capitals. */
function without(names: readonly string[], known: readonly string[]): string[] {
  const seen = new Set(known.map((name) => name.toLowerCase()));
  return names.filter((name) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}
