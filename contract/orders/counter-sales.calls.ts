import * as z from 'zod';
import { keptFields } from '../catalog/stock-unit.calls.ts';
import { endpoint } from '../endpoint.ts';
import { ORDER_PATHS } from '../changes.ts';
import { itemQuantities } from './order-lines.calls.ts';
import { orderView, paymentParts } from './orders.calls.ts';
import { MAX_LINES, MAX_QUANTITY } from './cart.ts';
import {
  COUNTER_METHODS,
  COUNTER_PAYMENTS,
  COUNTER_PHONE_DAYS,
  MAX_SALE_AGE_DAYS,
  MAX_SALE_GRAMS,
  SALE_SEARCH_MAX,
} from './counter-sale.ts';
import { id, idParam, idParams, mobile, page, rupees, searchText, singleLine, timestamp } from '../common.ts';

export const counterSaleParams = z.object({ shopId: idParam });

const counterLine = z.object({
  variant_id: id,
  quantity: z.number().int().min(1).max(MAX_QUANTITY),
  grams: z.number().int().min(1).max(MAX_SALE_GRAMS).nullish().meta({
    description:
      'The weight of an item that is sold by weight; `quantity` is then the number of packs that leave the stock',
  }),
  price: rupees.meta({ description: 'The price of one on the screen, compared with that of the catalog' }),
  charged: rupees.nullish().meta({ description: 'The price of one, if it is not that of the catalog' }),
});

export const counterSaleBody = z
  .object({
    lines: z
      .array(counterLine)
      .min(1)
      .max(MAX_LINES)
      .refine((all) => new Set(all.map((line) => line.variant_id)).size === all.length, 'must have each variant once'),
    discount: rupees.nullish().meta({ description: 'The discount on the whole sale' }),
    total: rupees.meta({ description: 'What the customer pays, as the screen showed it' }),
    payment_method: z.enum(COUNTER_PAYMENTS).meta({
      description: "cod is cash; upi reached the shop's UPI address, card its card machine; split: see payments",
    }),
    payments: paymentParts.optional(),
    phone: mobile.nullish().meta({ description: "The customer's mobile number, if they want a receipt" }),
    sells_anyway: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the stock is raised first where it is less than the quantity sold' }),
    provisional_number: singleLine(20).optional().meta({
      description:
        'The provisional number on the receipt of a sale without a connection; stored as the note of the order',
    }),
    age_ms: z
      .number()
      .int()
      .optional()
      .meta({
        description: `How long ago a sale without a connection was made, in ms by the clock of the device alone. It is recorded as it was made, whatever prices, stock and rights are now. What is older than ${MAX_SALE_AGE_DAYS} days, or in the future, is dated now; the activity of the shop names what to check`,
      }),
    sold_at: timestamp.optional().meta({
      description: 'The time of a sale without a connection by the device, which counts where it sends no `age_ms`',
    }),
    sold_by: singleLine(120).optional().meta({
      description: 'Who made a sale without a connection, where another member sends it',
    }),
  })
  .meta({ id: 'CounterSale' });
export type CounterSaleBody = z.infer<typeof counterSaleBody>;

/** A variant that is sold over the counter; the best-selling ones of the last month come first. */
export const counterItem = z
  .object({
    variant_id: id,
    name: z.string(),
    hindi_name: z.string().nullable(),
    size: z.string().nullable(),
    color: z.string().nullable(),
    unit: z.string().nullable(),
    price: rupees,
    mrp: rupees.nullable(),
    stock: z.number().int().meta({ description: 'In the unit of the stock' }),
    ...keptFields,
    barcode: z.string().nullable(),
    image: z.string().nullable(),
    category: z.string().nullable(),
  })
  .meta({ id: 'CounterItem' });
export type CounterItem = z.infer<typeof counterItem>;

/** The details of a 409 `price_changed` or `out_of_stock`: the lines at the shop's current prices and stock. */
export const counterConflict = z.object({
  lines: z.array(z.object({ variant_id: id, name: z.string(), price: rupees, stock: z.number().int() })),
});
export type CounterConflict = z.infer<typeof counterConflict>;

export const returnSaleBody = z.object({
  lines: itemQuantities.min(1),
  to_stock: z.boolean().meta({ description: 'Whether the items can be sold again' }),
  paid_by: z.enum(COUNTER_METHODS).optional().meta({
    description:
      'How the money is paid back; `cod` is cash. By default as the sale was paid; of a split payment first what was paid by card, then by UPI, then in cash',
  }),
});

/** `after`: the id of the last sale of the previous page. */
export const counterSalesQuery = page.extend({
  search: searchText(SALE_SEARCH_MAX)
    .min(1, 'must not be empty')
    .optional()
    .meta({ description: 'Digits of the receipt number, the total in rupees, or part of the name of an item' }),
  day: z.iso.date().optional().meta({ description: "When it was sold, in the shop's time zone" }),
});

export const listCounterItems = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/counter-items',
  access: 'sales',
  summary:
    'List all that a shop sells over the counter, hidden products included, the best sellers of the last month first',
  params: counterSaleParams,
  output: z.array(counterItem),
});

export const listCounterSales = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/counter-sales',
  access: 'sales',
  summary: `List the counter sales of a shop of the last ${COUNTER_PHONE_DAYS} days, the latest first`,
  params: counterSaleParams,
  query: counterSalesQuery,
  output: z.array(orderView),
});

export const sellAtCounter = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/counter-sales',
  access: 'sales',
  summary: 'Sell over the counter of a shop: an order that is paid and handed over at once',
  params: counterSaleParams,
  isIdempotent: true,
  // Sales from before the suspension are paid; the service refuses new ones.
  servesOrders: true,
  body: counterSaleBody,
  status: 201,
  output: orderView,
  errors: ['shop_suspended', 'price_changed', 'out_of_stock', 'idempotency_conflict'],
});

export const returnCounterSale = endpoint({
  method: 'post',
  path: '/api/orders/:id/counter-return',
  access: 'sales',
  changes: [...ORDER_PATHS, '/api/shops/:shopId/counter-items', '/api/shops/:shopId/stats'],
  summary: 'Return items of a counter sale, and record the amount paid back',
  params: idParams,
  isIdempotent: true,
  body: returnSaleBody,
  output: orderView,
  errors: ['refund_too_high', 'idempotency_conflict'],
});
