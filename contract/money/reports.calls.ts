import * as z from 'zod';
import { stockUnit } from '../catalog/stock-unit.calls.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParam, timestamp } from '../common.ts';

export const statsParams = z.object({ shopId: idParam });

const count = z.number().int().min(0);
/** Rupees; a sum may exceed the maximum price. */
const sum = z.number().min(0);
const day = z.iso.date();

export const ordersSum = z.object({ orders: count, amount: sum }).meta({ id: 'OrdersSum' });

/** The sums of money, as every screen shows them; `docs/glossary.md` defines each. */
export const moneySums = z.object({
  orders: count.meta({ description: 'How many orders are in `ordered`' }),
  ordered: sum.meta({ description: 'Totals of the orders placed, without those that ended before their delivery' }),
  received: sum.meta({ description: 'Money that came in: cash, UPI and online payments' }),
  refunded: sum.meta({ description: 'Money that went back: cash and UPI paid out, and refunds of online payments' }),
});
export const dayView = z.object({ day, ...moneySums.shape });

/** The statistics of a shop: money by day in its time zone, open orders, low stock, best sellers. */
export const statsView = z
  .object({
    today: dayView,
    to_collect: ordersSum.meta({ description: 'Cash of all open orders' }),
    open_orders: count.meta({ description: 'Undelivered orders, regardless of when they were placed' }),
    has_products: z.boolean().meta({ description: 'Whether the shop has a published product' }),
    days: z.array(dayView).meta({ description: '14, oldest first, today last' }),
    best_sellers: z
      .array(
        z.object({ product_id: id, name: z.string(), image: z.string().nullable(), quantity: count, ordered: sum }),
      )
      .meta({ description: 'Of the last 14 days, at most 5' }),
    low_stock_count: count,
    low_stock: z
      .array(
        z.object({
          product_id: id,
          variant_id: id,
          name: z.string(),
          option: z.string().nullable(),
          stock: count,
          stock_unit: stockUnit,
        }),
      )
      .meta({ description: 'Lowest stock first, at most 8, published products only' }),
  })
  .meta({ id: 'Stats' });
export type StatsView = z.infer<typeof statsView>;

export const cashReportParams = z.object({ shopId: idParam });

/** A day of the shop's own calendar. */
export const dayOfReport = z.iso
  .date('must be a day as YYYY-MM-DD')
  .refine((text) => text >= '2000-01-01' && text < '2200-01-01', 'must be between 2000-01-01 and 2199-12-31');

/** Without a day, the shop's today. */
export const cashReportQuery = z.object({ day: dayOfReport.optional() });

/** The maximum number of orders in the list of a day. Its sums cover all orders. */
export const MAX_CASH_REPORT_ORDERS = 5_000;

const cashEntry = z.object({
  id,
  orderNumber: z.string(),
  at: timestamp,
  time: z.string().meta({ description: "at in the shop's time zone, HH:MM" }),
  by: z
    .string()
    .nullable()
    .meta({ description: 'Name of the member who took the cash, or recorded the refund; null for the operator' }),
  customer_name: z.string(),
  takeaway: z.boolean(),
  channel: z.enum(['online', 'counter']),
  amount: sum,
});
const cashEntries = z.array(cashEntry).meta({ description: `By time, at most ${MAX_CASH_REPORT_ORDERS}` });

const sumByMethod = ordersSum.extend({ cash: ordersSum, upi: ordersSum, card: ordersSum, online: ordersSum });

/** The money of a shop on one day: cash by its collection, online payments by their arrival, refunds by their payment. */
export const cashReportView = z
  .object({
    day: day,
    today: day.meta({ description: "Today in the shop's time zone" }),
    ordered: ordersSum,
    received: sumByMethod,
    refunded: sumByMethod,
    net: z.number().meta({ description: 'Received less refunded' }),
    to_collect: ordersSum.meta({ description: 'Cash of all open orders, whenever they were placed' }),
    cash: cashEntries,
    payouts: cashEntries,
  })
  .meta({ id: 'CashReport' });
export type CashReportView = z.infer<typeof cashReportView>;

export const getStats = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/stats',
  access: 'money',
  summary: "Get what a shop's customers ordered and paid in the last days, best sellers and low stock",
  params: statsParams,
  output: statsView,
});

export const getCashReport = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/cash-report',
  access: 'money',
  summary: 'Get the cash report of a day: ordered, received, refunded, cash by order, cash to collect',
  params: cashReportParams,
  query: cashReportQuery,
  output: cashReportView,
});

export const exportCashReport = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/cash-report.csv',
  access: 'money',
  summary: 'Export the cash report of a day as CSV, one row for each amount',
  params: cashReportParams,
  query: cashReportQuery,
  file: 'text/csv',
});
