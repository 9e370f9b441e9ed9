import * as z from 'zod';
import { dayCount, MAX_REPORT_DAYS, REPORT_GROUPS, REPORT_PERIODS } from './report-period.ts';
import { endpoint } from '../endpoint.ts';
import { cashReportParams, dayOfReport, dayView, moneySums, ordersSum } from './reports.calls.ts';

const days = {
  period: z.enum(REPORT_PERIODS).optional().meta({ description: 'In place of `from` and `to`; today without them' }),
  from: dayOfReport.optional(),
  to: dayOfReport.optional(),
};

type Days = { period?: string | undefined; from?: string | undefined; to?: string | undefined };

const isWhole = ({ from, to }: Days) => (from === undefined) === (to === undefined);
const inOrder = ({ from, to }: Days) => !from || !to || from <= to;
const isShort = ({ from, to }: Days) => !from || !to || dayCount({ from, to }) <= MAX_REPORT_DAYS;

const withDays = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z
    .object({ ...days, ...fields })
    .refine((query) => isWhole(query as Days), { path: ['to'], message: 'must come together with from' })
    .refine((query) => inOrder(query as Days), { path: ['to'], message: 'must not be before from' })
    .refine((query) => isShort(query as Days), {
      path: ['to'],
      message: `must be at most ${MAX_REPORT_DAYS} days from the first day`,
    });

export const reportQuery = withDays({ by: z.enum(REPORT_GROUPS).default('day') });
export const orderExportQuery = withDays({});

/** The maximum number of groups in a report. Its sums and its CSV cover all groups. */
export const MAX_REPORT_ROWS = 500;

const sum = z.number().min(0);

/** The money of a shop in a period, by day and by a group. A sum that a group does not have is null. */
export const moneyReportView = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    today: z.iso.date().meta({ description: "Today in the shop's time zone" }),
    by: z.enum(REPORT_GROUPS),
    total: moneySums,
    to_collect: ordersSum.meta({ description: 'Cash of all open orders now, whatever the period' }),
    days: z.array(dayView).meta({ description: 'Every day of the period, oldest first' }),
    rows: z
      .array(
        z.object({
          key: z
            .string()
            .meta({ description: 'A day, an id, `cash`, `upi`, `card`, `online` or `counter`; empty for none' }),
          name: z.string().nullable().meta({ description: 'Of a product, category or person; null for the operator' }),
          orders: z.number().int().min(0),
          items: z.number().int().min(0).nullable(),
          ordered: sum.nullable(),
          received: sum.nullable(),
          refunded: sum.nullable(),
        }),
      )
      .meta({ description: `Days in their order, other groups by amount, at most ${MAX_REPORT_ROWS}` }),
    row_count: z.number().int().min(0),
  })
  .meta({ id: 'MoneyReport' });
export type MoneyReportView = z.infer<typeof moneyReportView>;

export const getMoneyReport = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/money-report',
  access: 'money',
  summary: 'Get what was ordered, received and refunded in a period of up to a year, by day and by a group',
  params: cashReportParams,
  query: reportQuery,
  output: moneyReportView,
});

export const exportMoneyReport = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/money-report.csv',
  access: 'money',
  summary: 'Export a report of a period as CSV, one row for each of its groups and one for the total',
  params: cashReportParams,
  query: reportQuery,
  file: 'text/csv',
});

export const exportOrders = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/orders.csv',
  access: 'money',
  summary: 'Export the orders placed in a period as CSV',
  params: cashReportParams,
  query: orderExportQuery,
  file: 'text/csv',
});
