import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { DIFFERENCE_REASONS, LEDGER_REASONS, WRITE_OFF_REASONS } from '../rules/stock.ts';
import { id, idParam, page, timestamp } from './common.ts';

export const stockHistoryParams = z.object({ shopId: idParam, variantId: idParam });

/** One change of a stock. `balance`: the stock after it. */
export const stockChange = z
  .object({
    id,
    at: timestamp,
    reason: z.enum(LEDGER_REASONS),
    cause: z.enum([...new Set([...DIFFERENCE_REASONS, ...WRITE_OFF_REASONS])]).nullable(),
    note: z.string().nullable(),
    delta: z.number().int(),
    balance: z.number().int(),
    by: z.string().nullable().meta({ description: 'The member of the shop; customers are not named' }),
    order: z
      .object({ id, number: z.string(), channel: z.enum(['online', 'counter']) })
      .nullable()
      .meta({ description: 'The order, of a sale, a release, a change or a return' }),
    stock_take_id: id.nullable(),
  })
  .meta({ id: 'StockChange' });
export type StockChange = z.infer<typeof stockChange>;

export const stockHistoryView = z
  .object({
    product_id: id,
    name: z.string(),
    option: z.string().nullable(),
    stock: z.number().int(),
    changes: z.array(stockChange),
  })
  .meta({ id: 'StockHistory' });
export type StockHistoryView = z.infer<typeof stockHistoryView>;

export const getStockHistory = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/variants/:variantId/stock-history',
  access: 'member',
  summary: 'List all changes of the stock of a variant, newest first, 50 or `limit` up to 200 at a time',
  params: stockHistoryParams,
  query: page,
  output: stockHistoryView,
});
