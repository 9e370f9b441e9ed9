import * as z from 'zod';
import { PRICE_ROUNDINGS } from './price-change.ts';
import { MAX_PRODUCTS, MAX_STOCK } from './product-input.ts';
import { isRupees } from '../rupees.ts';
import { id, idParams, rupees } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { PRODUCT_PATHS } from '../changes.ts';
import { shopProductsParams } from './products.calls.ts';

const value = z
  .number()
  .min(-1_000_000)
  .max(1_000_000)
  .refine((number) => number !== 0, 'must not be 0')
  .refine(isRupees, 'must have at most two decimals');

const priceChange = z.object({
  kind: z.literal('price'),
  by: z.enum(['percent', 'amount']),
  value: value.meta({ description: 'Percent, or rupees; negative to lower the prices' }),
  round: z.enum(PRICE_ROUNDINGS).default('none'),
});

/** One change of all variants, or of the products themselves. */
const bulkChange = z.discriminatedUnion('kind', [
  priceChange,
  z.object({ kind: z.literal('stock'), stock: z.number().int().min(0).max(MAX_STOCK) }),
  z.object({ kind: z.literal('published'), published: z.boolean() }),
  z.object({ kind: z.literal('category'), category_id: id }),
  z.object({ kind: z.literal('delete') }),
]);
export type BulkChange = z.infer<typeof bulkChange>;

const products = z
  .array(id)
  .min(1)
  .max(MAX_PRODUCTS)
  .refine((ids) => new Set(ids).size === ids.length, 'must have each product once');

const REFUSALS = ['above_mrp', 'too_high', 'barcode_taken', 'changed_since'] as const;

const row = { product_id: id, variant_id: id.nullable(), name: z.string() };

/** A product or variant that the change did not apply to. */
const refusedRow = z.object({ ...row, reason: z.enum(REFUSALS) }).meta({ id: 'RefusedRow' });
export type RefusedRow = z.infer<typeof refusedRow>;

export const priceRow = z
  .object({
    ...row,
    price: rupees,
    new_price: z.number(),
    mrp: rupees.nullable(),
    refused: z.enum(REFUSALS).nullable(),
    question: z
      .enum(['free', 'higher', 'lower'])
      .nullable()
      .meta({ description: 'Why a person must confirm the price' }),
  })
  .meta({ id: 'PriceRow' });
export type PriceRow = z.infer<typeof priceRow>;

const pricePreview = z.object({ version: z.string(), rows: z.array(priceRow) }).meta({
  id: 'PricePreview',
  description: '`version`: the version of these prices; the change is refused if one of them differs by then',
});
export type PricePreview = z.infer<typeof pricePreview>;

const bulkChangeView = z
  .object({
    id,
    kind: z.enum(['price', 'stock', 'published', 'category', 'delete']),
    products: z.number().int(),
    variants: z.number().int(),
    refused: z.array(refusedRow),
  })
  .meta({ id: 'BulkChange', description: 'How many products and variants were changed, and which were not' });
export type BulkChangeView = z.infer<typeof bulkChangeView>;

export const previewPrices = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/products/price-preview',
  access: 'catalog',
  summary: 'Preview a change of the prices of many products',
  isReadOnly: true,
  params: shopProductsParams,
  body: z.object({ products, change: priceChange }),
  output: pricePreview,
});

export const changeProducts = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/products/bulk-changes',
  access: 'catalog',
  changes: PRODUCT_PATHS,
  summary: 'Change many products at once: prices, stock, visibility or category, or delete them',
  isIdempotent: true,
  params: shopProductsParams,
  body: z.object({
    products,
    change: bulkChange,
    version: z.string().max(64).optional().meta({
      description:
        'The version of the prices in the preview, or the SHA-256 in base64url of the JSON list `[[variant_id, stock], …]` by variant id. The change is refused if prices or stock have changed since',
    }),
    confirm_free: z.boolean().optional().meta({ description: 'Confirms prices of 0, which are otherwise refused' }),
  }),
  status: 201,
  output: bulkChangeView,
  errors: ['edit_conflict', 'stock_changed', 'price_unconfirmed', 'idempotency_conflict'],
});

export const undoBulkChange = endpoint({
  method: 'post',
  path: '/api/bulk-changes/:id/undo',
  access: 'catalog',
  changes: PRODUCT_PATHS,
  summary: 'Undo a change of many products, except for what was changed since; restores deleted ones',
  params: idParams,
  output: bulkChangeView,
  errors: ['catalog_limit_reached'],
});
