import { articleOf, isSameBarcode } from '@haat/contract/catalog/barcode';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { type RowProblem, type ImportRow, isSame, sameName } from './import-row.ts';
import type { ImportProblem, ProductColumn } from '@haat/contract/catalog/import';

type ShopVariant = ShopProduct['variants'][number];

/** A row and the variant that it matches; null for a new one. */
export type MatchedRow = { row: ImportRow; variantId: number | null };
/** The rows of one product, in their order; `productId` is null for a new one. */
export type RowGroup = { productId: number | null; rows: MatchedRow[] };
export type Matched = { groups: RowGroup[]; problems: RowProblem[] };

type Owner = { product: ShopProduct; variant: ShopVariant };
type Place = { product?: ShopProduct; variant?: ShopVariant | undefined };

class Mismatch extends Error {
  readonly code: ImportProblem;
  readonly column: ProductColumn | null;

  constructor(code: ImportProblem, column: ProductColumn | null) {
    super(code);
    this.code = code;
    this.column = column;
  }
}

/**
 * Matches each row with a variant: by the variant's id, else by barcode, else by name and options; the others are new. Rows
 * of one product are grouped, wherever they are in the file.
 */
export function matchRows(rows: readonly ImportRow[], products: readonly ShopProduct[]): Matched {
  const find = createFinder(products);
  const groups = new Map<string, RowGroup>();
  const problems: RowProblem[] = [];
  const variants = new Set<number>();
  const articles = new Set<string>();
  for (const row of rows) {
    try {
      const { product, variant } = find(row);
      if (isRepeated(variants, variant?.id)) throw new Mismatch('row_twice', null);
      const isNamed = isRepeated(articles, row.barcode && articleOf(row.barcode));
      if (isNamed && !hasBarcode(variant, row)) throw new Mismatch('barcode_twice', 'barcode');
      addToGroup(groups, { row, variantId: variant?.id ?? null }, product);
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      problems.push({ row: row.row, column: error.column, code: error.code });
    }
  }
  return { groups: [...groups.values()], problems };
}

const hasBarcode = (variant: ShopVariant | undefined, { barcode }: ImportRow): boolean =>
  Boolean(variant?.barcode && barcode && isSameBarcode(variant.barcode, barcode));

function isRepeated<Value>(seen: Set<Value>, value: Value | null | undefined): boolean {
  if (value === undefined || value === null) return false;
  const isKnown = seen.has(value);
  seen.add(value);
  return isKnown;
}

function addToGroup(groups: Map<string, RowGroup>, matched: MatchedRow, product: ShopProduct | undefined): void {
  const key = product ? `id ${product.id}` : `name ${sameName(matched.row.name ?? '')}`;
  const group = groups.get(key) ?? { productId: product?.id ?? null, rows: [] };
  group.rows.push(matched);
  groups.set(key, group);
}

function createFinder(products: readonly ShopProduct[]): (row: ImportRow) => Place {
  const owners = products.flatMap((product) => product.variants.map((variant) => ({ product, variant })));
  const byId = new Map(owners.map((owner) => [owner.variant.id, owner]));
  const byArticle = Map.groupBy(
    owners.filter(({ variant }) => variant.barcode !== null),
    ({ variant }) => articleOf(variant.barcode ?? ''),
  );
  const productById = new Map(products.map((product) => [product.id, product]));
  const byName = Map.groupBy(products, ({ name }) => sameName(name));

  return (row) => {
    const coded = row.barcode ? ownerOf(byArticle.get(articleOf(row.barcode)) ?? [], row.barcode) : undefined;
    if (row.variant_id !== undefined) return variantPlace(row, byId.get(row.variant_id), coded);
    if (coded) {
      if (row.product_id !== undefined && row.product_id !== coded.product.id) {
        throw new Mismatch('barcode_taken', 'barcode');
      }
      return coded;
    }
    if (row.product_id !== undefined) {
      const product = productById.get(row.product_id);
      if (!product) throw new Mismatch('product_unknown', 'product_id');
      return { product, variant: findVariant(product, row) };
    }
    if (row.name === undefined && row.shortened) throw new Mismatch('barcode_shortened', 'barcode');
    if (row.name === undefined) throw new Mismatch('name_missing', 'name');
    return placeByName(byName.get(sameName(row.name)) ?? [], row);
  };
}

/** Of products with forms of one number, the first one on sale, as in `find-by-barcode.ts`. */
const ownerOf = (owners: Owner[], barcode: string): Owner | undefined =>
  owners.toSorted(
    (one, other) =>
      Number(other.product.published) - Number(one.product.published) ||
      Number(other.variant.barcode === barcode) - Number(one.variant.barcode === barcode) ||
      one.variant.id - other.variant.id,
  )[0];

function variantPlace(row: ImportRow, owner: Owner | undefined, coded: Owner | undefined): Place {
  if (!owner) throw new Mismatch('variant_unknown', 'variant_id');
  if (row.product_id !== undefined && row.product_id !== owner.product.id) {
    throw new Mismatch('product_unknown', 'product_id');
  }
  if (coded && coded.product !== owner.product && !hasBarcode(owner.variant, row))
    throw new Mismatch('barcode_taken', 'barcode');
  return owner;
}

/** Of several products of one name, the one that has the variant; the first one, when the row adds a variant. */
function placeByName(products: ShopProduct[], row: ImportRow): Place {
  for (const product of products) {
    const variant = findVariant(product, row);
    if (variant) return { product, variant };
  }
  const [product] = products;
  return product ? { product } : {};
}

/** The variant with the options of the row. An option that the row does not name, or clears, matches any, if only one fits. */
function findVariant({ variants }: ShopProduct, row: ImportRow): ShopVariant | undefined {
  const fits = (value: string | null | undefined, option: { name: string } | null) =>
    value === undefined || value === null || isSame(value, option?.name);
  const fitting = variants.filter(
    ({ size, color, unit }) => fits(row.size, size) && fits(row.color, color) && fits(row.unit, unit),
  );
  if (fitting.length <= 1) return fitting[0];
  const exact = fitting.find(
    ({ size, color, unit }) =>
      isSame(row.size, size?.name) && isSame(row.color, color?.name) && isSame(row.unit, unit?.name),
  );
  if (!exact) throw new Mismatch('variant_unclear', null);
  return exact;
}
