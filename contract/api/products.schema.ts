import * as z from 'zod';
import { id, idParam, page, rupees } from './common.schema.ts';

export const productsQuery = page.extend({ shopId: idParam });

const option = z.object({ id, name: z.string() });

export const variantView = z
  .object({
    id,
    price: rupees,
    mrp: rupees.nullable(),
    stock: z.number().int(),
    size: option.nullable(),
    color: option.nullable(),
    unit: option.nullable(),
  })
  .meta({ id: 'Variant' });

/** What is sold is a variant; price, stock, unit… of the product are views of its first variant. */
export const productView = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    price: rupees,
    stock: z.number().int(),
    image: z.string().nullable().meta({ description: 'Server-relative; sizes -160, -320 and -640' }),
    category_name: z.string(),
    category: z.string().nullable(),
    subcategory: z.string().nullable(),
    category_id: id.nullable(),
    unit: z.string().nullable(),
    unitPrice: rupees.nullable(),
    unitStock: z.number().int().nullable(),
    units: z.array(z.object({ id, name: z.string(), price: rupees, stock: z.number().int() })),
    variants: z.array(variantView).min(1),
    shopId: id,
  })
  .meta({ id: 'Product' });
export type ProductView = z.infer<typeof productView>;
export type VariantView = z.infer<typeof variantView>;

/** For the edit form: with the barcode for those who manage the shop. */
export const productDetail = productView
  .extend({ barcode: z.string().nullable().optional() })
  .meta({ id: 'ProductDetail' });
export type ProductDetail = z.infer<typeof productDetail>;
