import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParam, timestamp } from './common.ts';

export const statsParams = z.object({ shopId: idParam });

const count = z.number().int().min(0);
/** Rupees; a sum may be beyond what one price may be. */
const sum = z.number().min(0);
const day = z.iso.date();

/**
 * The statistics of a shop: today in its time zone, open orders, low stock, best sellers. Revenue is the sum of the totals of the orders placed that day, without what was or will be refunded.
 */
export const statsView = z
  .object({
    today: z.object({ day, orders: count, revenue: sum }),
    open_orders: count.meta({ description: 'Undelivered orders, regardless of when they were placed' }),
    days: z.array(z.object({ day, orders: count, revenue: sum })).meta({ description: '14, oldest first, today last' }),
    best_sellers: z
      .array(
        z.object({ product_id: id, name: z.string(), image: z.string().nullable(), quantity: count, revenue: sum }),
      )
      .meta({ description: 'Of the last 14 days, at most 5' }),
    low_stock_count: count,
    low_stock: z
      .array(
        z.object({ product_id: id, variant_id: id, name: z.string(), option: z.string().nullable(), stock: count }),
      )
      .meta({ description: 'Lowest stock first, at most 8, published products only' }),
  })
  .meta({ id: 'Stats' });
export type StatsView = z.infer<typeof statsView>;

export const cashReportParams = z.object({ shopId: idParam });

/** A day of the shop's own calendar; without one, its today. */
export const cashReportQuery = z.object({
  day: z.iso
    .date('must be a day as YYYY-MM-DD')
    .refine((text) => text >= '2000-01-01' && text < '2200-01-01', 'must be between 2000-01-01 and 2199-12-31')
    .optional(),
});

const ordersSum = z.object({ orders: z.number().int().min(0), amount: sum });

/** The most orders that one day's list has; its sums are those of all. */
export const MAX_CASH_REPORT_ORDERS = 5_000;

/**
 * The cash that a shop must have collected on a day: cash counts on the day the order was delivered, online payment on the day it was
 * placed, as in the stats. What was or will be refunded does not count.
 */
export const cashReportView = z
  .object({
    day: day,
    today: day.meta({ description: "Today in the shop's time zone" }),
    cash: ordersSum.extend({
      list: z
        .array(
          z.object({
            id,
            orderNumber: z.string(),
            delivered_at: timestamp,
            time: z.string().meta({ description: "delivered_at in the shop's time zone, HH:MM" }),
            by: z.string().nullable().meta({ description: 'Name of the member who marked the order as delivered' }),
            customer_name: z.string(),
            takeaway: z.boolean(),
            amount: z.number().min(0),
          }),
        )
        .meta({ description: `By the time of delivery, at most ${MAX_CASH_REPORT_ORDERS}` }),
    }),
    online: ordersSum,
    total: z.number().meta({ description: 'Sum of cash and online payments, less what was paid out in cash' }),
    paid_out: ordersSum
      .extend({
        list: z.array(
          z.object({
            id,
            orderNumber: z.string(),
            paid_at: timestamp,
            time: z.string().meta({ description: "paid_at in the shop's time zone, HH:MM" }),
            by: z.string().nullable().meta({ description: 'Name of the member who recorded it' }),
            customer_name: z.string(),
            amount: z.number().min(0),
          }),
        ),
      })
      .meta({ description: 'Cash that went back to customers on the day, whenever it was collected' }),
    due: ordersSum.meta({
      description: 'Cash of all undelivered orders, regardless of when they were placed',
    }),
  })
  .meta({ id: 'CashReport' });
export type CashReportView = z.infer<typeof cashReportView>;

export const getStats = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/stats',
  access: 'member',
  summary: "Get a shop's orders and revenue of the last days, best sellers and low stock",
  params: statsParams,
  output: statsView,
});

export const getCashReport = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/cash-report',
  access: 'member',
  summary: 'Get the cash report of a day: cash by order, online payments, cash still to collect',
  params: cashReportParams,
  query: cashReportQuery,
  output: cashReportView,
});

export const exportCashReport = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/cash-report.csv',
  access: 'member',
  summary: 'Export the cash report of a day as CSV, one row for each order',
  params: cashReportParams,
  query: cashReportQuery,
  file: 'text/csv',
});
