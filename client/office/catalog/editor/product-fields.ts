import type { CategoryView, ShopProduct } from '@haat/contract/catalog/products.calls';
import type { StockUnit } from '@haat/contract/catalog/stock-unit';
import { NEW_PICTURE } from '@haat/contract/catalog/product-input';
import {
  DETAIL_FIELDS,
  hasDetails,
  isSamePictures,
  typedStock,
  type VariantValues,
  type ProductFormValues,
} from './product-form-values.ts';

/** The fields of the request; empty ones are left out. */
type ProductFields = Record<string, string>;

/**
 * The request of Add Product: the plain fields, and `variants` where these are not enough. It names the shop of the form: another
 * tab may have switched the session to another shop.
 */
export function newProductFields(values: ProductFormValues, shopId: number): ProductFields {
  const { name, description, subcategoryId, unitPrice, unitStock, variants } = values;
  const [first, ...more] = variants;
  const { price, stock, barcode, unit } = first;
  const fields = {
    name,
    description,
    category_id: text(subcategoryId),
    price,
    ...stockOf(first),
    barcode,
    unit,
    unitPrice,
    unitStock: stockOf(first, unitStock).stock,
    details: detailsOf(values),
    shop_id: text(shopId),
  };
  if (more.length === 0 && !hasDetails(first)) return withoutEmpty(fields);
  // The unit price is stored as the first variant's price.
  const counted = { ...first, price: unitPrice.trim() || price, stock: unitStock.trim() || stock };
  return withoutEmpty({ ...fields, variants: JSON.stringify([counted, ...more].map((each) => draftOf(each))) });
}

type Edit = { values: ProductFormValues; seen: ShopProduct; categories: readonly CategoryView[] };

/**
 * The request of Update Product: the plain fields, and all variants with the stock that the editor saw, so that the server
 * can distinguish an edit from a sale in between.
 */
export function changedProductFields({ values, seen, categories }: Edit): ProductFields {
  const { name, description, categoryId, subcategoryId, variants, pictures } = values;
  const [first] = variants;
  const { price, barcode } = first;
  const category = categories.find(({ id }) => id === categoryId);
  const subcategory = category?.children.find(({ id }) => id === subcategoryId);
  const drafts = variants.map((each) => draftOf(each, seen));
  const units = drafts.filter(({ unit }) => unit !== null).map((draft) => unitOf(draft));
  return withoutEmpty({
    name,
    description,
    remove_description: description.trim() === '' && seen.description ? '1' : '',
    category: category?.name ?? '',
    subcategory: subcategory?.name ?? '',
    category_id: text(subcategoryId),
    barcode,
    price,
    ...stockOf(first),
    shop_id: text(seen.shopId),
    units: units.length > 0 ? JSON.stringify(units) : '',
    variants: JSON.stringify(drafts),
    version: seen.version,
    details: detailsOf(values, seen),
    pictures: isSamePictures(pictures, seen.pictures) ? '' : picturesOf(pictures),
  });
}

/** The typed stock as the request has it: in pieces unless it says its unit. */
function stockOf(variant: VariantValues, text = variant.stock): { stock: string; stock_unit?: StockUnit } {
  const typed = typedStock(variant, text);
  if (!typed) return { stock: text.trim() };
  const { amount, unit } = typed;
  return { stock: String(amount), ...(unit !== 'piece' && { stock_unit: unit }) };
}

/** The details that differ from the stored ones; emptied ones are removed. */
function detailsOf(values: ProductFormValues, seen?: ShopProduct): string {
  const changed = DETAIL_FIELDS.flatMap((field) => {
    const typed = orNull(values[field]);
    return typed === (seen?.details[field] ?? null) ? [] : [[field, typed] as const];
  });
  return changed.length > 0 ? JSON.stringify(Object.fromEntries(changed)) : '';
}

const picturesOf = (pictures: ProductFormValues['pictures']): string =>
  JSON.stringify(pictures.map((each) => (typeof each === 'string' ? each : NEW_PICTURE)));

/** A variant of the request. Emptied fields of a stored one are removed, except for price and stock. */
function draftOf(variant: VariantValues, seen?: ShopProduct) {
  const { id, size, color, unit, price, mrp, barcode } = variant;
  const before = seen?.variants.find((each) => each.id === id);
  return {
    ...(before ? { id, stock_seen: before.stock_amount } : {}),
    size: orNull(size),
    color: orNull(color),
    unit: orNull(unit),
    price: price.trim() || String(before?.price ?? ''),
    mrp: orNull(mrp),
    ...(variant.stock.trim() === '' ? unchangedStock(before) : stockOf(variant)),
    barcode: orNull(barcode),
  };
}

function unchangedStock(before: ShopProduct['variants'][number] | undefined) {
  if (!before) return { stock: null };
  const { stock_amount: amount, stock_unit: unit } = before;
  return { stock: String(amount), ...(unit !== 'piece' && { stock_unit: unit }) };
}

const unitOf = ({ unit, price, stock, stock_unit }: ReturnType<typeof draftOf> & { stock_unit?: StockUnit }) => ({
  name: unit,
  price,
  stock,
  ...(stock_unit && { stock_unit }),
});

const orNull = (typed: string): string | null => typed.trim() || null;
const text = (number: number | undefined): string => (number === undefined ? '' : String(number));

function withoutEmpty(fields: ProductFields): ProductFields {
  const kept = Object.entries(fields).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== ''));
}
