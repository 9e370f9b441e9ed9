import type { ImportPreview } from '@haat/contract/api/imports.schema';
import type { ProductChange } from '@haat/contract/api/product-forms.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { ProductColumn } from '@haat/contract/rules/import-columns';
import { type CategoryPath, draftFacts } from './draft-facts.ts';
import { draftVariants, type SeenStock } from './draft-variants.ts';
import type { FoundProblem } from './import-row.ts';
import type { MatchedRow } from './match-rows.ts';
import { cellOfRow, cellsOfVariant } from './product-cells.ts';

type Given = { rows: readonly MatchedRow[]; product: ShopProduct | undefined; seen: SeenStock };

/** What is to be stored of a product. */
export type ProductDraft = Pick<ProductChange, 'name' | 'description' | 'remove_description' | 'variants'> & {
  published: boolean | undefined;
  path: CategoryPath | undefined;
};

/** `product`: undefined when nothing is to be stored. `changes`: the rows that are new or change something. */
export type GroupDraft = {
  product: ProductDraft | undefined;
  changes: ImportPreview[];
  unchanged: number;
  problems: FoundProblem[];
};

/** What the rows of one product come to, given the product as it is now. Rows with problems are left out. */
export function draftGroup(given: Given): GroupDraft {
  const { rows, product, seen } = given;
  const facts = draftFacts(
    rows.map(({ row }) => row),
    product,
  );
  const variants = draftVariants({ rows, product, seen });
  const problems = [...facts.problems, ...variants.problems];
  if (problems.length > 0) {
    const wrong = new Set(problems.map(({ row }) => row));
    const rest = draftGroup({ ...given, rows: rows.filter(({ row }) => !wrong.has(row.row)) });
    return { ...rest, problems: [...problems, ...rest.problems] };
  }
  const columnsOf = (row: number) => [...(facts.columns.get(row) ?? []), ...(variants.columns.get(row) ?? [])];
  const changes = rows.flatMap((matched) => changeOf(matched, product, columnsOf(matched.row.row)));
  const { name, description, published, path } = facts.facts;
  const draft = { name, published, path, variants: variants.variants };
  return {
    product: changes.length > 0 ? { ...draft, ...descriptionOf(description) } : undefined,
    changes,
    unchanged: rows.length - changes.length,
    problems,
  };
}

const descriptionOf = (said: string | null | undefined): Pick<ProductChange, 'description' | 'remove_description'> =>
  said === null ? { remove_description: 'true' } : { description: said };

function changeOf(
  { row, variantId }: MatchedRow,
  product: ShopProduct | undefined,
  columns: ProductColumn[],
): ImportPreview[] {
  const variant = product?.variants.find(({ id }) => id === variantId);
  if (variant && columns.length === 0) return [];
  const before = product && variant && cellsOfVariant(product, variant);
  const cells = columns.map((column) => ({
    column,
    before: before?.[column] ?? null,
    after: cellOfRow(row, column) ?? '',
  }));
  return [{ row: row.row, name: product?.name ?? row.name ?? '', kind: variant ? 'changed' : 'created', cells }];
}
