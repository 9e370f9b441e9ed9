import { articleOf, isSameBarcode } from '@haat/contract/catalog/barcode';
import type { VariantDraft } from '@haat/contract/catalog/product-forms.calls';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import type { ProductColumn, ImportProblem } from '@haat/contract/catalog/import';
import { amountInStock, keptBySize } from '@haat/contract/catalog/stock-unit';
import { type PriceQuestion, unusualPrice } from '@haat/contract/catalog/unusual-price';
import { applyCell, type RowProblem, type ImportRow, isSame } from './import-row.ts';
import type { MatchedRow } from './match-rows.ts';

type ShopVariant = ShopProduct['variants'][number];

/** `columns`: the changing cells of each row; `unusual`: why the price of a row is asked about. */
export type VariantsDraft = {
  variants: VariantDraft[];
  problems: RowProblem[];
  columns: Map<number, ProductColumn[]>;
  unusual: Map<number, PriceQuestion>;
};

/** The stock of each variant as the author of the file has seen it. */
export type SeenStock = ReadonlyMap<number, number>;

/** `refusesUnusual`: the user has not confirmed unusual prices. */
export type DraftRules = { seen: SeenStock; refusesUnusual: boolean };

type Given = DraftRules & { rows: readonly MatchedRow[]; product: ShopProduct | undefined };
/** A stored variant, the row that matches it, and the columns that the row changes. */
type Slot = { variant: ShopVariant | undefined; row: ImportRow | undefined; columns: ProductColumn[] };

const MAX_VARIANTS = 100;
const VARIANT_COLUMNS = ['size', 'color', 'unit', 'price', 'mrp', 'stock', 'barcode'] as const;

/** All variants that the product is to have: the stored ones with the changes of the rows, and new ones. */
export function draftVariants({ rows, product, seen, refusesUnusual }: Given): VariantsDraft {
  const existing: Slot[] = (product?.variants ?? []).map((variant) => {
    const row = rows.find(({ variantId }) => variantId === variant.id)?.row;
    return { variant, row, columns: row ? changedColumns(row, variant, seen) : [] };
  });
  const added: Slot[] = rows
    .filter(({ variantId }) => variantId === null)
    .map(({ row }) => ({
      variant: undefined,
      row,
      columns: VARIANT_COLUMNS.filter((each) => applyCell(row[each], null) !== null),
    }));
  const slots = [...existing, ...added];
  const unknown = rows.filter(
    ({ variantId }) => variantId !== null && !existing.some(({ variant }) => variant?.id === variantId),
  );
  const unusual = slots.flatMap((slot) => {
    const question = questionOf(slot);
    return slot.row && question ? [{ slot, row: slot.row.row, question }] : [];
  });
  return {
    variants: slots.map(slotDraft),
    unusual: new Map(unusual.map(({ row, question }) => [row, question])),
    problems: [
      ...(refusesUnusual ? unusual.flatMap(({ slot }) => problem(slot, 'price', 'price_unusual')) : []),
      ...unknown.map(({ row }) => ({ row: row.row, column: 'variant_id' as const, code: 'variant_unknown' as const })),
      ...slots.flatMap((slot) => problemsOf(slot, seen)),
      ...duplicates(slots, optionKey, { columns: ['size', 'color', 'unit'], code: 'choice_twice' }),
      ...duplicates(slots, slotArticle, { columns: ['barcode'], code: 'barcode_taken' }),
      ...slots.slice(MAX_VARIANTS).flatMap((slot) => problem(slot, null, 'variants')),
    ],
    columns: new Map(slots.flatMap(({ row, columns }) => (row ? [[row.row, columns]] : []))),
  };
}

function changedColumns(row: ImportRow, variant: ShopVariant, seen: SeenStock): ProductColumn[] {
  const differs: Record<(typeof VARIANT_COLUMNS)[number], boolean> = {
    size: !isSame(row.size, variant.size?.name),
    color: !isSame(row.color, variant.color?.name),
    unit: !isSame(row.unit, variant.unit?.name),
    price: row.price !== variant.price,
    mrp: row.mrp !== variant.mrp,
    stock: isStockChanged(row, variant, seen),
    barcode: !isSameBarcode(row.barcode ?? '', variant.barcode ?? ''),
  };
  return VARIANT_COLUMNS.filter((column) => row[column] !== undefined && differs[column]);
}

/** A stock equal to the seen one was not edited, so later sales are kept. */
function isStockChanged(row: ImportRow, variant: ShopVariant, seen: SeenStock): boolean {
  const stock = stockOf(row, variant);
  return stock === undefined || (stock !== variant.stock_amount && stock !== seen.get(variant.id));
}

function problemsOf(slot: Slot, seen: SeenStock): RowProblem[] {
  const { variant, row, columns } = slot;
  const price = row?.price ?? variant?.price;
  if (price === undefined) return problem(slot, 'price', 'price_missing');
  const mrp = applyCell(row?.mrp, variant?.mrp) ?? price;
  if (mrp < price && columns.includes('price')) return problem(slot, 'price', 'price_high');
  if (mrp < price && columns.includes('mrp')) return problem(slot, 'mrp', 'mrp_low');
  if (columns.includes('stock') && stockOf(row, variant) === undefined) return problem(slot, 'stock', 'stock_unit');
  const seenStock = variant && seen.get(variant.id);
  const isStale = columns.includes('stock') && seenStock !== undefined && seenStock !== variant?.stock_amount;
  return isStale ? problem(slot, 'stock', 'stock_changed') : [];
}

/** The stock of a row in the unit of its variant; undefined where that is in pieces, or a new one does not say what an item weighs. */
function stockOf(row: ImportRow | undefined, variant: ShopVariant | undefined): number | undefined {
  const { stock, unit, size } = row ?? {};
  if (!stock) return undefined;
  if (variant) return amountInStock(stock, { stockUnit: variant.stock_unit, content: variant.content });
  const isKept = stock.unit === 'piece' || keptBySize(unit ?? size)?.stockUnit === stock.unit;
  return isKept ? stock.amount : undefined;
}

/** Why the price of a slot is asked about, if it changes. */
function questionOf({ variant, row, columns }: Slot): PriceQuestion | undefined {
  if (row?.price === undefined || !columns.includes('price')) return undefined;
  return unusualPrice(variant?.price, row.price);
}

type Unique = { columns: readonly ProductColumn[]; code: ImportProblem };

/** Problems of rows that give two variants the same value where it must be unique. The first of several new ones is accepted. */
function duplicates(slots: Slot[], keyOf: (slot: Slot) => string | null, { columns, code }: Unique): RowProblem[] {
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

const problem = ({ row }: Slot, column: ProductColumn | null, code: ImportProblem): RowProblem[] =>
  row ? [{ row: row.row, column, code }] : [];

const optionKey = ({ variant, row }: Slot): string =>
  (['size', 'color', 'unit'] as const)
    .map((option) => applyCell(row?.[option], variant?.[option]?.name)?.toLowerCase() ?? '')
    .join('\n');

const slotArticle = ({ variant, row }: Slot): string | null =>
  articleOf(applyCell(row?.barcode, variant?.barcode) ?? '') || null;

function slotDraft({ variant, row, columns }: Slot): VariantDraft {
  const price = row?.price ?? variant?.price ?? 0;
  if (!row) return { id: variant?.id, price };
  const changed: Partial<ImportRow> = Object.fromEntries(columns.map((column) => [column, row[column]]));
  const { size, color, unit, mrp, barcode } = changed;
  const stock = columns.includes('stock') ? stockOf(row, variant) : undefined;
  return {
    id: variant?.id,
    price,
    size,
    color,
    unit,
    mrp,
    barcode,
    stock,
    stock_seen: stock === undefined ? undefined : variant?.stock_amount,
    stock_unit: variant ? variant.stock_unit : row.stock?.unit,
  };
}
