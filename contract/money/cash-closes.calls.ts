import * as z from 'zod';
import { DENOMINATIONS } from './cash-close.ts';
import { endpoint } from '../endpoint.ts';
import { id, multiLine, rupees, timestamp } from '../common.ts';
import { cashReportParams, dayOfReport } from './reports.calls.ts';

const entry = z.number().int().min(1).max(1_000);

export const cashCloseBody = z
  .object({
    day: dayOfReport,
    person_id: id.nullable().meta({ description: 'The person whose cash was counted; null for all cash of the shop' }),
    entry: entry.meta({ description: '1 for the first count of the day, one more than the latest to correct it' }),
    opening: rupees.default(0).meta({ description: 'Cash in the drawer at the start' }),
    paid_out: rupees.default(0).meta({ description: 'Cash taken out for anything but refunds, e.g. to the bank' }),
    counted: rupees,
    denominations: z
      .array(z.object({ value: z.literal(DENOMINATIONS), count: z.number().int().min(0).max(100_000) }))
      .max(DENOMINATIONS.length)
      .optional()
      .meta({ description: 'Notes and coins; they must be worth `counted`' }),
    note: multiLine(500).min(1, 'must not be empty').optional(),
  })
  .meta({ id: 'CashCloseBody' });
export type CashCloseBody = z.infer<typeof cashCloseBody>;

const amount = z.number();

export const cashCloseView = z
  .object({
    id,
    day: z.iso.date(),
    person_id: id.nullable(),
    entry,
    opening: amount,
    received: amount.meta({ description: 'Cash received when it was counted' }),
    refunded: amount,
    paid_out: amount,
    expected: amount.meta({ description: 'Opening and received, less refunded and paid out' }),
    counted: amount,
    difference: amount.meta({ description: 'Counted less expected: negative if cash is missing' }),
    note: z.string().nullable(),
    by: z.string().nullable().meta({ description: 'Name of the member who counted; null for the operator' }),
    at: timestamp,
  })
  .meta({ id: 'CashClose' });
export type CashCloseView = z.infer<typeof cashCloseView>;

/** Cash of one person, or of all; `close`: the latest count. */
const cashView = z.object({
  person_id: id.nullable(),
  name: z.string().nullable().meta({ description: 'Null for all cash, and for the operator' }),
  received: amount,
  refunded: amount,
  expected: amount.meta({ description: 'Received less refunded' }),
  close: cashCloseView.nullable(),
  earlier: z
    .object({ day: z.iso.date(), counted: amount })
    .nullable()
    .meta({ description: 'The latest count of the seven days before' }),
});

export const cashClosesView = z
  .object({ all: cashView, people: z.array(cashView) })
  .meta({ id: 'CashCloses', description: 'The cash of a day, of the whole shop and of each person, with its counts' });
export type CashClosesView = z.infer<typeof cashClosesView>;
export type CashView = z.infer<typeof cashView>;

export const listCashCloses = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/cash-closes/:day',
  access: 'money',
  summary: 'Get the expected cash of a day, of the shop and of each person, and what was counted',
  params: cashReportParams.extend({ day: dayOfReport }),
  output: cashClosesView,
});

export const closeCash = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/cash-closes',
  access: 'money',
  changes: ['/api/shops/:shopId/cash-closes'],
  summary: 'Record the cash counted at the end of a day, or correct an earlier count',
  params: cashReportParams,
  isIdempotent: true,
  body: cashCloseBody,
  status: 201,
  output: cashCloseView,
  errors: ['edit_conflict', 'idempotency_conflict'],
});
