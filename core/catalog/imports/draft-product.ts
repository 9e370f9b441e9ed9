import type { ImportPreview } from '@haat/contract/catalog/imports.calls';
import type { ProductChange } from '@haat/contract/catalog/product-forms.calls';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import type { ProductColumn } from '@haat/contract/catalog/import';
import type { PriceQuestion } from '@haat/contract/catalog/unusual-price';
import { tidyLines } from '@haat/contract/tidy-text';
import { type DraftRules, draftVariants } from './draft-variants.ts';
import { applyCell, type ImportRow, isSame, rowCell, type RowProblem, sharesWord, variantCells } from './import-row.ts';
import type { MatchedRow } from './match-rows.ts';

type Given = DraftRules & { rows: readonly MatchedRow[]; product: ShopProduct | undefined };

/** The fields of a product to store. */
export type ProductDraft = Pick<ProductChange, 'name' | 'description' | 'remove_description' | 'variants'> & {
  published: boolean | undefined;
  path: CategoryPath | undefined;
};

/** `product`: undefined when there is nothing to store. `changes`: the rows that are new or change something. */
export type GroupDraft = {
  product: ProductDraft | undefined;
  changes: ImportPreview[];
  unchanged: number;
  problems: RowProblem[];
};

/** The result of the rows of one product, given its current state. Rows with problems are left out. */
export function draftGroup({ rows: matched, ...others }: Given): GroupDraft {
  const rows = matched.map((each) => (each.variantId === null ? { ...each, row: withPrice(each.row) } : each));
  const given = { ...others, rows };
  const { product } = given;
  const facts = draftFacts(
    rows.map(({ row }) => row),
    product,
  );
  const variants = draftVariants(given);
  const misnamed = given.refusesUnusual ? rows.filter(({ row }) => isOfOther(row, product)) : [];
  const renamed = misnamed.map(({ row: { row } }) => ({ row, column: 'name' as const, code: 'name_other' as const }));
  const problems = [...facts.problems, ...renamed, ...variants.problems];
  if (problems.length > 0) {
    const wrong = new Set(problems.map(({ row }) => row));
    const rest = draftGroup({ ...given, rows: rows.filter(({ row }) => !wrong.has(row.row)) });
    return { ...rest, problems: [...problems, ...rest.problems] };
  }
  const changes = rows.flatMap((matched) => {
    const { row } = matched.row;
    const columns = [...(facts.columns.get(row) ?? []), ...(variants.columns.get(row) ?? [])];
    return previewRow(matched, product, { columns, unusual: variants.unusual.get(row) });
  });
  const { name, description, published, path } = facts.facts;
  const described = description === null ? { remove_description: 'true' as const } : { description };
  const draft = { name, published, path, variants: variants.variants, ...described };
  return {
    product: changes.length > 0 ? draft : undefined,
    changes,
    unchanged: rows.length - changes.length,
    problems,
  };
}

const withPrice = ({ price_if_new: price, ...row }: ImportRow): ImportRow =>
  price === undefined ? row : { price, ...row };

type Changing = { columns: ProductColumn[]; unusual: PriceQuestion | undefined };

function previewRow(
  { row, variantId }: MatchedRow,
  product: ShopProduct | undefined,
  { columns, unusual }: Changing,
): ImportPreview[] {
  const variant = product?.variants.find(({ id }) => id === variantId);
  if (variant && columns.length === 0) return [];
  const before = product && variant && variantCells(product, variant);
  const cells = columns.map((column) => ({
    column,
    before: before?.[column] ?? null,
    after: rowCell(row, column) ?? '',
    ...(column === 'price' && unusual && { unusual }),
    ...(column === 'name' && isOfOther(row, product) && { unusual: 'other_product' as const }),
  }));
  return [{ row: row.row, name: product?.name ?? row.name ?? '', kind: variant ? 'changed' : 'created', cells }];
}

/** The outcome of rows: how many variants were created and changed, how many rows change nothing, and the problems. */
export type Outcome = { created: number; changed: number; unchanged: number; problems: RowProblem[] };

/** The outcome of the rows of a product when its draft is stored. */
export function draftOutcome({ changes, unchanged, problems }: GroupDraft): Outcome {
  const created = changes.filter(({ kind }) => kind === 'created').length;
  return { created, changed: changes.length - created, unchanged, problems };
}

export const sumOutcomes = (all: readonly Outcome[]): Outcome => ({
  created: all.reduce((sum, { created }) => sum + created, 0),
  changed: all.reduce((sum, { changed }) => sum + changed, 0),
  unchanged: all.reduce((sum, { unchanged }) => sum + unchanged, 0),
  problems: all.flatMap(({ problems }) => problems),
});

export type CategoryPath = { category: string; subcategory: string | null };
type Facts = { name?: string; description?: string | null; published?: boolean; path?: CategoryPath };

/** `columns`: the changing cells of each row. */
type FactsDraft = { facts: Facts; problems: RowProblem[]; columns: Map<number, ProductColumn[]> };

type Fact = { column: ProductColumn; value: unknown; as: Partial<Facts> };

/**
 * The changes that the rows of one product make to the product itself. A cell that equals the current value changes nothing; two
 * rows must not change the same field to different values.
 */
function draftFacts(rows: readonly ImportRow[], product: ShopProduct | undefined): FactsDraft {
  const draft: FactsDraft = { facts: {}, problems: [], columns: new Map() };
  const decided = new Map<ProductColumn, string>();
  for (const row of rows) {
    if (applyCell(row.subcategory, null) !== null && !categoryPath(row, product)) {
      draft.problems.push({ row: row.row, column: 'subcategory', code: 'parent_missing' });
    }
    for (const { column, value, as } of changedFacts(row, product)) {
      const text = JSON.stringify(value).toLowerCase();
      if ((decided.get(column) ?? text) !== text) {
        draft.problems.push({ row: row.row, column, code: 'differs' });
        continue;
      }
      decided.set(column, text);
      draft.facts = { ...as, ...draft.facts };
      draft.columns.set(row.row, [...(draft.columns.get(row.row) ?? []), column]);
    }
  }
  return draft;
}

function changedFacts(row: ImportRow, product: ShopProduct | undefined): Fact[] {
  const { name, description, published } = row;
  const path = categoryPath(row, product);
  const facts: Fact[] = [];
  if (name !== undefined && isNewName(row, product)) facts.push({ column: 'name', value: name, as: { name } });
  if (description !== undefined && (description ?? '') !== normalized(product?.description)) {
    facts.push({ column: 'description', value: description, as: { description } });
  }
  if (published !== undefined && published !== (product?.published ?? true)) {
    facts.push({ column: 'published', value: published, as: { published } });
  }
  if (path && isNewPath(path, product)) {
    facts.push({ column: changedPathColumn(row, product), value: path, as: { path } });
  }
  return facts;
}

// As a cell would have it, whichever form stored it.
const normalized = (text: string | null | undefined): string => tidyLines(text ?? '');

// A row that finds its product by name does not rename it.
function isNewName({ name, product_id, variant_id, barcode }: ImportRow, product: ShopProduct | undefined): boolean {
  const isFoundByName = product_id === undefined && variant_id === undefined && !barcode;
  return isFoundByName ? !isSame(name, product?.name) : name !== product?.name;
}

/** Whether the only ID of a row, which another program may have given, belongs to a product whose name has no word in common. */
function isOfOther({ name, product_id, variant_id }: ImportRow, product: ShopProduct | undefined): boolean {
  if (!product || name === undefined || (product_id === undefined) === (variant_id === undefined)) return false;
  return !sharesWord(name, product.name);
}

function categoryPath(
  { category, subcategory }: ImportRow,
  product: ShopProduct | undefined,
): CategoryPath | undefined {
  const parent = category ?? (subcategory === undefined ? undefined : product?.category);
  if (!parent) return undefined;
  const current = isSame(parent, product?.category) ? (product?.subcategory ?? null) : null;
  return { category: parent, subcategory: applyCell(subcategory, current) };
}

const isNewPath = ({ category, subcategory }: CategoryPath, product: ShopProduct | undefined): boolean =>
  !isSame(category, product?.category) || !isSame(subcategory, product?.subcategory);

const changedPathColumn = ({ category }: ImportRow, product: ShopProduct | undefined): ProductColumn =>
  category !== undefined && !isSame(category, product?.category) ? 'category' : 'subcategory';
