import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { STOCK_PATHS } from '../changes.ts';
import { DIFFERENCE_REASONS, STOCK_NOTE_MAX, STOCK_TAKE_STATES } from './stock.ts';
import { keptFields, MOST_WRITTEN, writtenUnit } from '../catalog/stock-unit.calls.ts';
import { id, idParam, page, singleLine, timestamp } from '../common.ts';
import { barcode } from '../catalog/product-forms.calls.ts';

const count = z.number().int().min(0);
/** Rupees; a loss is negative. */
const worth = z.number();

export const stockTakesParams = z.object({ shopId: idParam });
export const stockTakeParams = stockTakesParams.extend({ id: idParam });
export const stockTakeLineParams = stockTakeParams.extend({ variantId: idParam });

/** A stock take in a list. `counted` and `differing` are numbers of variants, `pieces` the sum of the differences in items, rounded. */
export const stockTakeSummary = z
  .object({
    id,
    state: z.enum(STOCK_TAKE_STATES),
    category: z.string().nullable().meta({ description: 'null: all products of the shop' }),
    started_at: timestamp,
    started_by: z.string().nullable(),
    ended_at: timestamp.nullable(),
    ended_by: z.string().nullable(),
    counted: count,
    differing: count,
    pieces: z.number().int(),
    value: worth
      .nullable()
      .meta({ description: 'The differences at the selling price, in rupees; null for those who may not see amounts' }),
    cost_value: worth
      .nullable()
      .meta({ description: 'The differences at cost, where it is known; null for those who may not see costs' }),
  })
  .meta({ id: 'StockTakeSummary' });
export type StockTakeSummary = z.infer<typeof stockTakeSummary>;

/** The count of one variant. */
export const stockTakeLine = z
  .object({
    variant_id: id,
    product_id: id,
    name: z.string(),
    option: z.string().nullable(),
    barcode: z.string().nullable(),
    ...keptFields,
    counted: count,
    expected: z.number().int().meta({ description: 'The stock at the last count, and what was still to be packed' }),
    to_pack: count.meta({ description: 'What of it is in orders that were not packed yet' }),
    difference: z.number().int().meta({ description: 'By how much finishing the stock take changed the stock' }),
    moved: z.number().int().meta({
      description: 'How much the stock changed between the first and the last count; if it is not 0, count again',
    }),
    edited: z
      .boolean()
      .meta({ description: 'Whether the stock was set by hand after the last count; if so, count again' }),
    reason: z.enum(DIFFERENCE_REASONS).nullable(),
    note: z.string().nullable(),
    counted_by: z.string().nullable(),
    counted_at: timestamp,
    value: worth.nullable(),
    cost_value: worth.nullable(),
  })
  .meta({ id: 'StockTakeLine' });
export type StockTakeLine = z.infer<typeof stockTakeLine>;

export const stockTakeView = stockTakeSummary
  .extend({
    uncounted: count.meta({ description: 'How many variants in its scope have not been counted' }),
    lines: z.array(stockTakeLine).meta({ description: 'The variant that was counted last comes first' }),
  })
  .meta({ id: 'StockTake' });
export type StockTakeView = z.infer<typeof stockTakeView>;

/** A variant that a stock take has not counted yet. */
export const uncountedVariant = z
  .object({
    variant_id: id,
    product_id: id,
    name: z.string(),
    option: z.string().nullable(),
    barcode: z.string().nullable(),
    ...keptFields,
    expected: z.number().int(),
  })
  .meta({ id: 'UncountedVariant' });
export type UncountedVariant = z.infer<typeof uncountedVariant>;

export const startStockTakeBody = z.object({ category_id: id.nullish() });

const added = z.number().int().min(-1).max(MOST_WRITTEN);

/** How much to add to the count, or the count itself. `seen`: the count that the screen showed before. */
export const countBody = z.union([
  z.object({ barcode, add: added, stock_unit: writtenUnit }),
  z.object({ variant_id: id, add: added, stock_unit: writtenUnit }),
  z.object({
    variant_id: id,
    counted: z.number().int().min(0).max(MOST_WRITTEN),
    seen: z.number().int().min(0).nullable(),
    stock_unit: writtenUnit,
  }),
]);
export type CountBody = z.infer<typeof countBody>;

export const differenceReasonBody = z
  .object({ reason: z.enum(DIFFERENCE_REASONS), note: singleLine(STOCK_NOTE_MAX).nullish() })
  .refine(({ reason, note }) => reason !== 'other' || Boolean(note), {
    path: ['note'],
    message: 'must describe the reason',
  });

export const listStockTakes = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/stock-takes',
  access: 'stock',
  summary: "List a shop's stock takes, newest first",
  params: stockTakesParams,
  query: page,
  output: z.array(stockTakeSummary),
});

export const startStockTake = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/stock-takes',
  access: 'stock',
  changes: ['/api/shops/:shopId/stock-takes'],
  summary: 'Start a stock take; an open one is returned with status 200',
  params: stockTakesParams,
  body: startStockTakeBody,
  status: 201,
  output: stockTakeSummary,
});

export const getStockTake = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/stock-takes/:id',
  access: 'stock',
  summary: 'Get a stock take with everything that was counted',
  params: stockTakeParams,
  output: stockTakeView,
});

export const listUncounted = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/stock-takes/:id/uncounted',
  access: 'stock',
  summary: 'List the variants that a stock take has not counted yet, by name, at most 200',
  params: stockTakeParams,
  output: z.array(uncountedVariant),
});

export const countStock = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/stock-takes/:id/counts',
  access: 'stock',
  summary: 'Add to the count of a variant, or set it',
  description:
    'Several devices may count in one stock take. The difference of a variant is against what was there at its last count; sales before and after do not change it.',
  params: stockTakeParams,
  isIdempotent: true,
  body: countBody,
  output: stockTakeLine,
  errors: ['status_not_allowed', 'edit_conflict'],
});

export const countRestAsZero = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/stock-takes/:id/rest',
  access: 'stock',
  changes: ['/api/shops/:shopId/stock-takes'],
  summary: 'Count as 0 all variants of a stock take that were not counted',
  params: stockTakeParams,
  output: stockTakeView,
  errors: ['status_not_allowed'],
});

export const setDifferenceReason = endpoint({
  method: 'patch',
  path: '/api/shops/:shopId/stock-takes/:id/lines/:variantId',
  access: 'stock',
  changes: ['/api/shops/:shopId/stock-takes/:id'],
  summary: 'Give the reason for the difference of a variant',
  params: stockTakeLineParams,
  body: differenceReasonBody,
  output: stockTakeLine,
  errors: ['status_not_allowed'],
});

export const removeStockTakeLine = endpoint({
  method: 'delete',
  path: '/api/shops/:shopId/stock-takes/:id/lines/:variantId',
  access: 'stock',
  summary: 'Discard the count of a variant',
  params: stockTakeLineParams,
  errors: ['status_not_allowed'],
});

export const finishStockTake = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/stock-takes/:id/finish',
  access: 'stock',
  changes: STOCK_PATHS,
  summary: 'Finish a stock take: all differences are applied to the stock at once',
  description: 'Repeated calls change nothing and return the same response.',
  params: stockTakeParams,
  output: stockTakeView,
  errors: ['status_not_allowed', 'stock_changed'],
});

export const cancelStockTake = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/stock-takes/:id/cancel',
  access: 'stock',
  changes: STOCK_PATHS,
  summary: 'Cancel a stock take; the stock does not change',
  params: stockTakeParams,
  output: stockTakeSummary,
  errors: ['status_not_allowed'],
});
