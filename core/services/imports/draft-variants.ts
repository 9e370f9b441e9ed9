import type { VariantDraft } from '@haat/contract/api/product-forms.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { ProductColumn } from '@haat/contract/rules/import-columns';
import type { ImportProblem } from '@haat/contract/rules/import-problem';
import { type FoundProblem, type ImportRow, isSame, leaves } from './import-row.ts';
import type { MatchedRow } from './match-rows.ts';

type ShopVariant = ShopProduct['variants'][number];

/** `columns`: which cells of a row say something new. */
export type VariantsDraft = {
  variants: VariantDraft[];
  problems: FoundProblem[];
  columns: Map<number, ProductColumn[]>;
};

/** `seen`: the stock that whoever made the file could have seen, where that is not the one of now. */
export type SeenStock = ReadonlyMap<number, number>;

type Given = { rows: readonly MatchedRow[]; product: ShopProduct | undefined; seen: SeenStock };
/** A variant as it is, the row about it, and what the row changes. */
type Slot = { variant: ShopVariant | undefined; row: ImportRow | undefined; columns: ProductColumn[] };

const MOST_VARIANTS = 100;
const VARIANT_COLUMNS = ['size', 'color', 'unit', 'price', 'mrp', 'stock', 'barcode'] as const;

/** All variants that the product shall have: those that are there with what the rows change, and new ones. */
export function draftVariants({ rows, product, seen }: Given): VariantsDraft {
  const there: Slot[] = (product?.variants ?? []).map((variant) => {
    const row = rows.find(({ variantId }) => variantId === variant.id)?.row;
    return { variant, row, columns: row ? changedColumns(row, variant, seen) : [] };
  });
  const added: Slot[] = rows
    .filter(({ variantId }) => variantId === null)
    .map(({ row }) => ({
      variant: undefined,
      row,
      columns: VARIANT_COLUMNS.filter((each) => leaves(row[each], null) !== null),
    }));
  const slots = [...there, ...added];
  const gone = rows.filter(
    ({ variantId }) => variantId !== null && !there.some(({ variant }) => variant?.id === variantId),
  );
  return {
    variants: slots.map(draftOf),
    problems: [
      ...gone.map(({ row }) => ({ row: row.row, column: 'variant_id' as const, code: 'variant_unknown' as const })),
      ...slots.flatMap((slot) => problemsOf(slot, seen)),
      ...twins(slots, choiceOf, { columns: ['size', 'color', 'unit'], code: 'choice_twice' }),
      ...twins(slots, barcodeOf, { columns: ['barcode'], code: 'barcode_taken' }),
      ...slots.slice(MOST_VARIANTS).flatMap((slot) => problem(slot, null, 'variants')),
    ],
    columns: new Map(slots.flatMap(({ row, columns }) => (row ? [[row.row, columns]] : []))),
  };
}

function changedColumns(row: ImportRow, variant: ShopVariant, seen: SeenStock): ProductColumn[] {
  const isNews: Record<(typeof VARIANT_COLUMNS)[number], boolean> = {
    size: !isSame(row.size, variant.size?.name),
    color: !isSame(row.color, variant.color?.name),
    unit: !isSame(row.unit, variant.unit?.name),
    price: row.price !== variant.price,
    mrp: row.mrp !== variant.mrp,
    // A stock that is what its writer saw is none that they wrote: what was sold since stays sold.
    stock: row.stock !== variant.stock && row.stock !== seen.get(variant.id),
    barcode: row.barcode !== variant.barcode,
  };
  return VARIANT_COLUMNS.filter((column) => row[column] !== undefined && isNews[column]);
}

function problemsOf(slot: Slot, seen: SeenStock): FoundProblem[] {
  const { variant, row, columns } = slot;
  const price = row?.price ?? variant?.price;
  if (price === undefined) return problem(slot, 'price', 'price_missing');
  const mrp = leaves(row?.mrp, variant?.mrp) ?? price;
  if (mrp < price && columns.includes('price')) return problem(slot, 'price', 'price_high');
  if (mrp < price && columns.includes('mrp')) return problem(slot, 'mrp', 'mrp_low');
  const seenStock = variant && seen.get(variant.id);
  const isStale = columns.includes('stock') && seenStock !== undefined && seenStock !== variant?.stock;
  return isStale ? problem(slot, 'stock', 'stock_changed') : [];
}

type Twice = { columns: readonly ProductColumn[]; code: ImportProblem };

/** The rows that make two variants the same in what must differ; of several new ones that are the same, the first is right. */
function twins(slots: Slot[], keyOf: (slot: Slot) => string | null, { columns, code }: Twice): FoundProblem[] {
  const isCause = (slot: Slot) => slot.variant === undefined || slot.columns.some((each) => columns.includes(each));
  const shared = [...Map.groupBy(slots, keyOf)].flatMap(([key, same]) =>
    key === null || same.length < 2 ? [] : [same],
  );
  return shared.flatMap((same) => {
    const causes = same.filter(isCause);
    const wrong = causes.length === same.length ? causes.slice(1) : causes;
    return wrong.flatMap((slot) => problem(slot, columns.length === 1 ? (columns[0] ?? null) : null, code));
  });
}

const problem = ({ row }: Slot, column: ProductColumn | null, code: ImportProblem): FoundProblem[] =>
  row ? [{ row: row.row, column, code }] : [];

const choiceOf = ({ variant, row }: Slot): string =>
  (['size', 'color', 'unit'] as const)
    .map((option) => leaves(row?.[option], variant?.[option]?.name)?.toLowerCase() ?? '')
    .join('\n');

const barcodeOf = ({ variant, row }: Slot): string | null => leaves(row?.barcode, variant?.barcode) ?? null;

function draftOf({ variant, row, columns }: Slot): VariantDraft {
  const price = row?.price ?? variant?.price ?? 0;
  if (!row) return { id: variant?.id, price };
  const news: Partial<ImportRow> = Object.fromEntries(columns.map((column) => [column, row[column]]));
  const { size, color, unit, mrp, barcode, stock } = news;
  return {
    id: variant?.id,
    price,
    size,
    color,
    unit,
    mrp,
    barcode,
    stock,
    stock_seen: stock === undefined ? undefined : variant?.stock,
  };
}
