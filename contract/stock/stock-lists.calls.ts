import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { STOCK_PATHS } from '../changes.ts';
import { HIGHEST_STOCK } from '../catalog/product-input.ts';
import { keptFields, MOST_WRITTEN, stockUnit, writtenUnit } from '../catalog/stock-unit.calls.ts';
import { shopProductView } from '../catalog/products.calls.ts';
import { DIFFERENCE_REASONS, LEDGER_REASONS, MAX_REORDER_LEVEL, STOCK_NOTE_MAX, WRITE_OFF_REASONS } from './stock.ts';
import { id, idParam, page, rupees, searchText, singleLine, timestamp } from '../common.ts';

export const stockHistoryParams = z.object({ shopId: idParam, variantId: idParam });

/** One change of a stock. `balance`: the stock after it. */
export const stockChange = z
  .object({
    id,
    reason: z.enum(LEDGER_REASONS),
    cause: z.enum([...new Set([...DIFFERENCE_REASONS, ...WRITE_OFF_REASONS])]).nullable(),
    note: z.string().nullable(),
    delta: z.number().int(),
    balance: z.number().int(),
    stock_unit: stockUnit.meta({ description: 'Which `delta` and `balance` are in: the one that the stock had then' }),
    by: z.string().nullable().meta({ description: 'The member of the shop; customers are not named' }),
    at: timestamp,
    order: z
      .object({ id, number: z.string(), channel: z.enum(['online', 'counter']) })
      .nullable()
      .meta({ description: 'The order, of a sale, a release, a change or a return' }),
    stock_take_id: id.nullable(),
    purchase_id: id.nullable(),
  })
  .meta({ id: 'StockChange' });
export type StockChange = z.infer<typeof stockChange>;

export const stockHistoryView = z
  .object({
    product_id: id,
    name: z.string(),
    option: z.string().nullable(),
    stock: z.number().int(),
    ...keptFields,
    changes: z.array(stockChange),
  })
  .meta({ id: 'StockHistory' });
export type StockHistoryView = z.infer<typeof stockHistoryView>;

export const getStockHistory = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/variants/:variantId/stock-history',
  access: 'stock',
  summary: 'List all changes of the stock of a variant, newest first, 50 or `limit` up to 200 at a time',
  params: stockHistoryParams,
  query: page,
  output: stockHistoryView,
});

const shopParams = z.object({ shopId: idParam });

/** A variant as a search in the stock finds it. */
export const stockItem = z
  .object({
    variant_id: id,
    name: z.string(),
    option: z.string().nullable(),
    barcode: z.string().nullable(),
    stock: z.number().int(),
    ...keptFields,
  })
  .meta({ id: 'StockItem' });
export type StockItem = z.infer<typeof stockItem>;

export const stockItemsQuery = z.object({ search: searchText(100).min(1, 'must not be empty') });

export const findStockItems = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/stock-items',
  access: 'stock',
  summary: 'Find variants by the name of their product or the beginning of their barcode, at most 30, without prices',
  params: shopParams,
  query: stockItemsQuery,
  output: z.array(stockItem),
});
const level = z.number().int().min(0).max(MAX_REORDER_LEVEL);
/** In the unit of a stock. */
const ownLevel = z.number().int().min(0).max(HIGHEST_STOCK);

/** A variant that is low on stock: `level` or less. */
const lowVariant = z.object({
  variant_id: id,
  product_id: id,
  name: z.string(),
  option: z.string().nullable(),
  barcode: z.string().nullable(),
  stock: z.number().int(),
  ...keptFields,
  level: ownLevel,
  own_level: ownLevel.nullable().meta({ description: 'null: that of the shop' }),
  sold: z.number().int().meta({ description: 'How much of the stock was sold in the last 30 days' }),
  cost: rupees.nullable().meta({ description: 'Of the last purchase; null for those who may not see costs' }),
});
export type LowVariant = z.infer<typeof lowVariant>;

export const lowStockView = z
  .object({
    level: level.meta({ description: 'So many items; of variants without a level of their own' }),
    count: z.number().int(),
    variants: z.array(lowVariant).meta({ description: 'Sold out first, at most 200, published products only' }),
  })
  .meta({ id: 'LowStock' });
export type LowStockView = z.infer<typeof lowStockView>;

export const expiringQuery = z.object({
  days: z
    .string()
    .regex(/^\d{1,3}$/, 'must be 0 to 999')
    .transform(Number)
    .optional(),
});

/** The probable rest of a purchased batch. */
const expiringBatch = z.object({
  id,
  name: z.string(),
  option: z.string().nullable(),
  barcode: z.string().nullable(),
  bought: z.number().int(),
  left: z.number().int().meta({ description: 'If what expires first was sold first, undated stock before it' }),
  stock: z.number().int(),
  ...keptFields,
  variant_id: id,
  product_id: id,
  best_before: z.iso.date(),
  days_left: z.number().int().meta({ description: 'Negative once it has expired' }),
  supplier: z.string().nullable().meta({ description: 'null, too, for those who may not see purchases' }),
});
export type ExpiringBatch = z.infer<typeof expiringBatch>;

export const expiringView = z.object({ today: z.iso.date(), batches: z.array(expiringBatch) }).meta({ id: 'Expiring' });
export type ExpiringView = z.infer<typeof expiringView>;

export const writeOffBody = z
  .object({
    variant_id: id,
    batch_id: id.nullish(),
    quantity: z.number().int().min(1).max(MOST_WRITTEN),
    stock_unit: writtenUnit,
    reason: z.enum(WRITE_OFF_REASONS),
    note: singleLine(STOCK_NOTE_MAX).nullish(),
  })
  .refine(({ reason, note }) => reason !== 'other' || Boolean(note), {
    path: ['note'],
    message: 'must describe the reason',
  });
export type WriteOffBody = z.infer<typeof writeOffBody>;

export const setLevelBody = z.object({ level });
export const setOwnLevelBody = z.object({ level: ownLevel.nullable(), stock_unit: writtenUnit });

/** `content`: how much of its stock one item takes; 1 for pieces. */
export const convertStockBody = z.object({
  stock_unit: stockUnit,
  content: keptFields.content,
});
export type ConvertStockBody = z.infer<typeof convertStockBody>;

export const convertStock = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/variants/:variantId/stock-unit',
  access: 'catalog',
  changes: STOCK_PATHS,
  summary: 'Keep the stock of a variant in grams, millilitres or pieces',
  description:
    'Existing amounts are converted. From grams to millilitres only through pieces. Repeated calls change nothing.',
  params: stockHistoryParams,
  body: convertStockBody,
  output: shopProductView,
});

export const getLowStock = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/low-stock',
  access: 'stock',
  summary: 'List the variants of a shop that are low on stock or sold out',
  params: shopParams,
  output: lowStockView,
});

export const setLowStockLevel = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/low-stock',
  access: 'catalog',
  changes: ['/api/shops/:shopId/low-stock'],
  summary: 'Set the stock at which a variant of the shop is low, if it has no level of its own',
  params: shopParams,
  body: setLevelBody,
  output: lowStockView,
});

export const setReorderLevel = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/variants/:variantId/reorder-level',
  access: 'catalog',
  changes: ['/api/shops/:shopId/low-stock'],
  summary: 'Set the stock at which one variant is low; null for that of the shop',
  params: stockHistoryParams,
  body: setOwnLevelBody,
  output: lowStockView,
});

export const listExpiring = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/expiring',
  access: 'stock',
  summary: 'List the batches of a shop that expire within 30 days, or `days`, or have expired, at most 200',
  params: shopParams,
  query: expiringQuery,
  output: expiringView,
});

export const writeOffStock = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/write-offs',
  access: 'stock',
  changes: STOCK_PATHS,
  summary: 'Take something out of the stock for a reason',
  params: shopParams,
  isIdempotent: true,
  body: writeOffBody,
  output: z.object({ variant_id: id, stock: z.number().int() }),
  errors: ['not_found', 'out_of_stock'],
});
