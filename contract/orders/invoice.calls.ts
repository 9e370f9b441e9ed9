import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { REFUND_STATES } from '../payments/payment.ts';
import { idParams, rupees, timestamp } from '../common.ts';
import { packedGrams } from './order-lines.calls.ts';
import { cashExtra, handover, orderFacts, revision } from './orders.calls.ts';

/** An order as its invoice shows it: seller, names and prices as they were when it was placed. */
export const invoiceView = z
  .object({
    ...orderFacts,
    earlier_totals: z.array(rupees).meta({ description: 'Before each change of the items, oldest first' }),
    saved: rupees.meta({ description: 'How much less than the printed maximum prices (MRP) was paid' }),
    cash_extra: cashExtra,
    revision,
    ...handover,
    shop: z.object({
      slug: z.string(),
      name: z.string().nullable(),
      address: z.string().nullable(),
      phone: z.string().nullable(),
      gstin: z.string().nullable(),
      fssai_licence: z.string().nullable(),
    }),
    items: z.array(
      z.object({
        name: z.string(),
        size: z.string().nullable(),
        color: z.string().nullable(),
        unit: z.string().nullable(),
        quantity: z.number().int(),
        packed_grams: packedGrams,
        price: rupees,
        amount: rupees,
        mrp: rupees.nullable(),
      }),
    ),
    refunds: z
      .array(
        z.object({
          by: z.enum(['cash', 'upi', 'card', 'online']),
          state: z.enum(REFUND_STATES),
          of_change: z
            .boolean()
            .meta({ description: 'Whether it went back because the items cost less than was paid' }),
          amount: rupees,
          at: timestamp,
        }),
      )
      .meta({ description: 'What was or is being refunded to the customer, oldest first' }),
  })
  .meta({ id: 'Invoice' });
export type InvoiceView = z.infer<typeof invoiceView>;

export const getInvoice = endpoint({
  method: 'get',
  path: '/api/orders/:id/invoice',
  access: 'user',
  onSharedDevice: 'acting',
  summary: 'Get the invoice of an order that is a sale, as its customer, a member of its shop or the operator',
  params: idParams,
  output: invoiceView,
  errors: ['status_not_allowed'],
});
