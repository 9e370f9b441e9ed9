import type { CategoryView } from '@haat/contract/api/categories.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import { hasDetails, type ChoiceEntry, type ProductEntries } from './product-entries.ts';

/** The texts of the form that is sent; empty ones are left out. Spec sections 5 and 7. */
export type ProductFields = Record<string, string>;

/** What Add Product sends: the spec's own fields, and all choices where there is more to tell. */
export function newProductFields(entries: ProductEntries): ProductFields {
  const { name, description, subcategoryId, unitPrice, unitStock, choices } = entries;
  const [first, ...more] = choices;
  const { price, stock, barcode, unit } = first;
  const fields = {
    name,
    description,
    category_id: text(subcategoryId),
    price,
    stock,
    barcode,
    unit,
    unitPrice,
    unitStock,
  };
  if (more.length === 0 && !hasDetails(first)) return withoutEmpty(fields);
  // What the unit costs is what the first choice costs.
  const counted = { ...first, price: unitPrice.trim() || price, stock: unitStock.trim() || stock };
  return withoutEmpty({ ...fields, variants: JSON.stringify([counted, ...more].map((each) => draftOf(each))) });
}

type Edit = { entries: ProductEntries; seen: ShopProduct; categories: readonly CategoryView[] };

/**
 * What Update Product sends: the spec's fields, and beside them all choices with what the editor saw of each, so that
 * the server can tell a change from what was sold meanwhile.
 */
export function changedProductFields({ entries, seen, categories }: Edit): ProductFields {
  const { name, description, categoryId, subcategoryId, choices, picture, isPictureRemoved } = entries;
  const [{ price, stock, barcode }] = choices;
  const category = categories.find(({ id }) => id === categoryId);
  const subcategory = category?.children.find(({ id }) => id === subcategoryId);
  const drafts = choices.map((each) => draftOf(each, seen));
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
    stock,
    shop_id: text(seen.shopId),
    units: units.length > 0 ? JSON.stringify(units) : '',
    variants: JSON.stringify(drafts),
    version: seen.version,
    remove_image: isPictureRemoved && !picture && seen.image ? '1' : '',
  });
}

/** A choice as the server takes it; what is emptied of one that is there is taken away, but price and stock. */
function draftOf(choice: ChoiceEntry, seen?: ShopProduct) {
  const { id, size, color, unit, price, mrp, stock, barcode } = choice;
  const before = seen?.variants.find((each) => each.id === id);
  return {
    ...(before ? { id, stock_seen: before.stock } : {}),
    size: orNull(size),
    color: orNull(color),
    unit: orNull(unit),
    price: price.trim() || String(before?.price ?? ''),
    mrp: orNull(mrp),
    stock: stock.trim() || (before ? String(before.stock) : null),
    barcode: orNull(barcode),
  };
}

const unitOf = ({ unit, price, stock }: ReturnType<typeof draftOf>) => ({ name: unit, price, stock });

const orNull = (typed: string): string | null => typed.trim() || null;
const text = (number: number | undefined): string => (number === undefined ? '' : String(number));

function withoutEmpty(fields: ProductFields): ProductFields {
  const kept = Object.entries(fields).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== ''));
}
