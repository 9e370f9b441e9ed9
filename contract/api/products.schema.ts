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

/** A product as those who manage its shop see it; `version` changes with every edit, but not when something is sold. */
export const shopProductView = productView
  .extend({
    variants: z.array(variantView.extend({ barcode: z.string().nullable() }).meta({ id: 'ShopVariant' })).min(1),
    barcode: z.string().nullable().meta({ description: 'That of the first variant' }),
    published: z.boolean(),
    version: z.string(),
  })
  .meta({ id: 'ShopProduct' });
export type ShopProduct = z.infer<typeof shopProductView>;

/** One product: what everybody sees, and for those who manage the shop what the edit form needs. */
export const productDetail = productView
  .extend(shopProductView.pick({ barcode: true, published: true, version: true }).partial().shape)
  .meta({ id: 'ProductDetail' });
export type ProductDetail = z.infer<typeof productDetail> | ShopProduct;

/** What a shop's own list can be narrowed to. */
export const PRODUCT_STATUSES = ['all', 'published', 'hidden', 'low'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

export const shopProductsParams = z.object({ shopId: idParam });
export const shopProductsQuery = page.extend({
  search: z
    .string()
    .trim()
    .max(120)
    .optional()
    .meta({ description: 'Words of the name, or the beginning of a barcode' }),
  status: z.enum(PRODUCT_STATUSES).default('all').meta({ description: 'low: a variant has few or none left' }),
  barcode: z
    .string()
    .trim()
    .max(40)
    .optional()
    .meta({ description: 'Exactly this one; the other filters are left aside' }),
});
