import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { ProductColumn } from '@haat/contract/rules/import-columns';
import { type FoundProblem, type ImportRow, isSame, leaves } from './import-row.ts';

export type CategoryPath = { category: string; subcategory: string | null };
type Facts = { name?: string; description?: string | null; published?: boolean; path?: CategoryPath };

/** `columns`: which cells of a row say something new. */
export type FactsDraft = { facts: Facts; problems: FoundProblem[]; columns: Map<number, ProductColumn[]> };

type Fact = { column: ProductColumn; value: unknown; as: Partial<Facts> };

/**
 * What the rows of one product change of the product itself. A cell that says what is so already changes nothing; two
 * rows may not change the same to different things.
 */
export function draftFacts(rows: readonly ImportRow[], product: ShopProduct | undefined): FactsDraft {
  const draft: FactsDraft = { facts: {}, problems: [], columns: new Map() };
  const decided = new Map<ProductColumn, string>();
  for (const row of rows) {
    if (leaves(row.subcategory, null) !== null && !pathOf(row, product)) {
      draft.problems.push({ row: row.row, column: 'subcategory', code: 'parent_missing' });
    }
    for (const { column, value, as } of newsOf(row, product)) {
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

function newsOf(row: ImportRow, product: ShopProduct | undefined): Fact[] {
  const { name, description, published } = row;
  const path = pathOf(row, product);
  const all: (Fact & { isNews: boolean })[] = [
    { column: 'name', value: name, as: { name: name ?? '' }, isNews: name !== undefined && isNewName(row, product) },
    {
      column: 'description',
      value: description,
      as: { description: description ?? null },
      isNews: description !== undefined && (description ?? '') !== plain(product?.description),
    },
    {
      column: 'published',
      value: published,
      as: { published: published === true },
      isNews: published !== undefined && published !== (product?.published ?? true),
    },
  ];
  if (path) all.push({ column: columnOf(row, product), value: path, as: { path }, isNews: isNewPath(path, product) });
  return all.filter(({ isNews }) => isNews);
}

// As a cell has it, whoever stored it.
const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\r\n', '\n').trim();

// Whoever finds a product by its name does not rename it.
function isNewName({ name, product_id, variant_id, barcode }: ImportRow, product: ShopProduct | undefined): boolean {
  const isFoundByName = product_id === undefined && variant_id === undefined && !barcode;
  return isFoundByName ? !isSame(name, product?.name) : name !== product?.name;
}

function pathOf({ category, subcategory }: ImportRow, product: ShopProduct | undefined): CategoryPath | undefined {
  const parent = category ?? (subcategory === undefined ? undefined : product?.category);
  if (!parent) return undefined;
  const kept = isSame(parent, product?.category) ? (product?.subcategory ?? null) : null;
  return { category: parent, subcategory: leaves(subcategory, kept) };
}

const isNewPath = ({ category, subcategory }: CategoryPath, product: ShopProduct | undefined): boolean =>
  !isSame(category, product?.category) || !isSame(subcategory, product?.subcategory);

const columnOf = ({ category }: ImportRow, product: ShopProduct | undefined): ProductColumn =>
  category !== undefined && !isSame(category, product?.category) ? 'category' : 'subcategory';
