import * as z from 'zod';
import { isItemCode } from './barcode.ts';
import {
  FSSAI_LICENCE,
  HIGHEST_STOCK,
  MAKER_ROLES,
  MAX_PICTURES,
  MAX_STOCK,
  NEW_PICTURE,
  RUPEES_TEXT,
  STOCK_TEXT,
} from './product-input.ts';
import { MOST_WRITTEN, writtenUnit } from './stock-unit.calls.ts';
import { id, idParam, multiLine, singleLine, rupees } from '../common.ts';

// Form fields are texts. Number() would also accept '1e3', '0x10' or ' '.
export const rupeesText = z.string().trim().regex(RUPEES_TEXT).transform(Number).pipe(rupees);
export const stockText = z.string().trim().regex(STOCK_TEXT).transform(Number).pipe(z.number().max(MAX_STOCK));

const typedAmount = z.string().trim().regex(STOCK_TEXT).transform(Number).pipe(z.number().max(MOST_WRITTEN));

const typedRupees = z.union([rupees, rupeesText], 'must be rupees with at most two decimals');
const typedStock = z.union(
  [z.number().int().min(0).max(MOST_WRITTEN), typedAmount],
  `must be a whole number up to ${MAX_STOCK}`,
);

/** A product barcode, or a short code of the shop's own. */
export const barcode = z
  .string()
  .trim()
  .refine(
    isItemCode,
    'must be a valid barcode (8, 12, 13 or 14 digits with a correct check digit) or up to 20 letters, digits and hyphens',
  );

/** A text field with a value in JSON. */
const json = <Value extends z.ZodType>(value: Value, type: 'array' | 'object') =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: `must be a JSON ${type}` });
        return z.NEVER;
      }
    })
    .pipe(value);

export const jsonList = <Item extends z.ZodType>(item: Item, most: number) =>
  json(z.array(item).min(1).max(most), 'array');

/** In an item of a list, an empty field means the same as null. */
const withoutBlanks = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, each === '' ? null : each]))
        : value,
    item,
  );

const seenStock = z.union(
  [
    z.number().int().min(0).max(HIGHEST_STOCK),
    z.string().trim().regex(STOCK_TEXT).transform(Number).pipe(z.number().max(HIGHEST_STOCK)),
  ],
  `must be a whole number up to ${HIGHEST_STOCK}`,
);
const stockFields = { stock: typedStock.nullish(), stock_seen: seenStock.nullish(), stock_unit: writtenUnit };

/**
 * One variant of the complete list. With the `id` of an existing one, absent fields stay unchanged and null clears them;
 * without an `id` it is new. `unit_id` or the unit's name. A new one whose `stock_unit` is `g` or `ml` is kept so, as much of it to
 * an item as its unit says.
 */
const variantDraft = z.object({
  id: id.nullish(),
  size: singleLine(60).nullish(),
  color: singleLine(60).nullish(),
  unit: singleLine(60).nullish(),
  unit_id: id.nullish(),
  price: typedRupees,
  mrp: typedRupees.nullish(),
  barcode: barcode.nullish(),
  ...stockFields,
});
export type VariantDraft = z.infer<typeof variantDraft>;

/** One unit of the edit form: the variant of the product with this unit. */
const unitDraft = z.object({ name: singleLine(60), price: typedRupees, ...stockFields });
export type UnitDraft = z.infer<typeof unitDraft>;

const MOST_VARIANTS = 100;

/** For the page of a product. Absent fields stay unchanged, null and empty ones are cleared. */
const detailsDraft = z.object({
  hindi_name: singleLine(120).nullish(),
  net_quantity: singleLine(60).nullish(),
  maker_role: z.enum(MAKER_ROLES).nullish(),
  maker_name: singleLine(120).nullish(),
  maker_address: singleLine(300).nullish(),
  country_of_origin: singleLine(60).nullish(),
  fssai_licence: z.string().trim().regex(FSSAI_LICENCE, 'must be a licence number of 14 digits').nullish(),
  best_before: singleLine(120).nullish(),
});
export type DetailsDraft = z.infer<typeof detailsDraft>;

/** Their names, which are also the names of their columns. */
export const DETAIL_FIELDS = Object.keys(detailsDraft.shape);

/** The complete list of pictures, the main one first: the paths of stored ones, and `new` for each file. */
const pictureList = z
  .array(singleLine(1000))
  .max(MAX_PICTURES, `A product can have at most ${MAX_PICTURES} pictures.`)
  .refine((list) => {
    const stored = list.filter((each) => each !== NEW_PICTURE);
    return new Set(stored).size === stored.length;
  }, 'must have each picture once');

const yes = z.enum(['true', '1']).optional();

const productFields = z.object({
  name: singleLine(120).optional(),
  description: multiLine(2000).optional(),
  category_id: idParam.optional(),
  category: singleLine(120).optional(),
  subcategory: singleLine(120).optional(),
  barcode: barcode.optional(),
  price: typedRupees.optional(),
  stock: typedStock.optional(),
  stock_unit: writtenUnit,
  unit: singleLine(60).optional(),
  unit_id: idParam.optional(),
  unitPrice: typedRupees.optional(),
  unitStock: typedStock.optional(),
  shop_id: idParam.optional(),
  variants: jsonList(withoutBlanks(variantDraft), MOST_VARIANTS).optional(),
  details: json(withoutBlanks(detailsDraft), 'object').optional(),
  confirm_free: yes.meta({ description: 'Confirms a price of 0, which is otherwise refused' }),
});

/** Without `variants`, one variant is made of price, stock, unit and barcode. */
export const addProductForm = productFields.extend({ name: singleLine(120) });
export type NewProduct = z.infer<typeof addProductForm>;

/**
 * Changes only the fields in the form. Without `pictures`, the first file replaces the main picture and the others are added.
 * `units` are added or changed by name, never removed; `variants` is the complete list. A `stock` is set only if the stored stock
 * still equals `stock_seen`, the value that the editor saw; an equal value is no change. `version`: the version of the product
 * that was edited.
 */
export const changeProductForm = productFields.extend({
  stock_seen: seenStock.optional(),
  units: jsonList(withoutBlanks(unitDraft), MOST_VARIANTS).optional(),
  version: z.string().max(40).optional(),
  pictures: json(pictureList, 'array').optional(),
  remove_image: yes,
  remove_description: yes,
});
export type ProductChange = z.infer<typeof changeProductForm>;

export const publishProductBody = z.object({ published: z.boolean() });

const isPlainZero = (value: number): boolean => !Object.is(value, -0);

/** `seen`: the stock that the editor saw; if it has changed since, the call is a conflict. */
export const setStockBody = z.object({
  stock: z.number().int().min(0).max(MOST_WRITTEN).refine(isPlainZero),
  stock_unit: writtenUnit,
  seen: z.number().int().min(0).max(HIGHEST_STOCK).optional(),
});
/** `seen`: the price that the editor saw; if it has changed since, the call is a conflict. */
export const setPriceBody = z.object({
  price: rupees.refine(isPlainZero),
  seen: rupees.optional(),
  confirm_free: z.boolean().optional().meta({ description: 'Confirms a price of 0, which is otherwise refused' }),
});
