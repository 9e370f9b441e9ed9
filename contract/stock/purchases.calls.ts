import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { STOCK_PATHS } from '../changes.ts';
import { id, idParam, page, rupees, singleLine, timestamp } from '../common.ts';
import { keptFields, MOST_WRITTEN, writtenUnit } from '../catalog/stock-unit.calls.ts';
import { namedView } from '../catalog/products.calls.ts';

const PURCHASE_STATES = ['draft', 'booked'] as const;
export const MAX_PURCHASE_LINES = 500;

/** A sum of purchases in rupees; negative for a reversal. */
const sum = z.number();
const day = z.iso
  .date('must be a day as YYYY-MM-DD')
  .refine((text) => text >= '2000-01-01' && text < '2200-01-01', 'must be between 2000-01-01 and 2199-12-31');

export const purchasesParams = z.object({ shopId: idParam });
export const purchaseParams = purchasesParams.extend({ id: idParam });

const purchaseLineView = z.object({
  variant_id: id,
  product_id: id,
  name: z.string(),
  option: z.string().nullable(),
  quantity: z.number().int(),
  ...keptFields,
  cost: rupees.meta({ description: 'Of one item' }),
  best_before: z.iso.date().nullable(),
  price: rupees.nullable().meta({ description: 'The new selling price' }),
  mrp: rupees.nullable().meta({ description: 'The new MRP' }),
  now: z.object(keptFields).meta({ description: 'How the stock is kept now; it may have been converted since' }),
});

/** A purchase in a list. `total` of a reversing one is negative. */
export const purchaseSummary = z
  .object({
    id,
    state: z.enum(PURCHASE_STATES),
    supplier: z.string().nullable(),
    invoice_number: z.string().nullable(),
    invoice_date: z.iso.date().nullable(),
    day: z.iso.date(),
    pieces: z.number().int().meta({ description: 'The items of all lines, rounded' }),
    total: sum,
    booked_at: timestamp.nullable(),
    by: z.string().nullable().meta({ description: 'The member who booked the purchase or saved the draft' }),
    reverses_id: id.nullable(),
    reversed_by_id: id.nullable(),
    replaces_id: id.nullable().meta({ description: 'The purchase that is reversed when this draft is booked' }),
  })
  .meta({ id: 'PurchaseSummary' });
export type PurchaseSummary = z.infer<typeof purchaseSummary>;

export const purchaseView = purchaseSummary
  .extend({
    version: z.number().int(),
    same_invoice_id: id.nullable().meta({ description: 'Another purchase with the same invoice of the supplier' }),
    lines: z.array(purchaseLineView),
  })
  .meta({ id: 'Purchase' });
export type PurchaseView = z.infer<typeof purchaseView>;

export const purchaseList = z
  .object({
    count: z.number().int(),
    total: sum.meta({ description: 'The sum of all booked purchases that match' }),
    purchases: z.array(purchaseSummary),
  })
  .meta({ id: 'Purchases' });
export type PurchaseList = z.infer<typeof purchaseList>;

const purchaseFilter = z.object({ supplier_id: idParam.optional(), from: day.optional(), to: day.optional() });

const purchaseLineBody = z.object({
  variant_id: id,
  quantity: z.number().int().min(1).max(MOST_WRITTEN),
  stock_unit: writtenUnit,
  cost: rupees,
  best_before: day.nullish(),
  price: rupees.min(0.01, 'must be more than 0').nullish(),
  mrp: rupees.min(0.01, 'must be more than 0').nullish(),
});

export const purchaseBody = z.object({
  supplier: singleLine(120).nullish().meta({ description: 'A name; a new one is added to the suppliers of the shop' }),
  invoice_number: singleLine(60).nullish(),
  invoice_date: day.nullish(),
  lines: z.array(purchaseLineBody).max(MAX_PURCHASE_LINES),
});
export type PurchaseBody = z.infer<typeof purchaseBody>;

/** `replaces_id`: a booked purchase that is corrected: it is reversed when this one is booked. */
export const newPurchaseBody = purchaseBody.extend({ replaces_id: id.nullish() });
export const changePurchaseBody = purchaseBody.extend({ version: z.number().int() });

/** The usual price and quantity of a shop's purchases of a variant, with its current prices and stock. */
export const usualPurchase = z.object({
  variant_id: id,
  quantity: z.number().int().nullable().meta({ description: 'The median of its last purchases; null without any' }),
  cost: rupees.nullable().meta({ description: 'The median cost of one item; null without any' }),
  price: rupees.meta({ description: 'The selling price of one' }),
  mrp: rupees.nullable(),
  stock: z.number().int(),
  ...keptFields,
});
export type UsualPurchase = z.infer<typeof usualPurchase>;

export const usualPurchasesQuery = z.object({
  variants: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'must be ids, separated by commas')
    .transform((text) => text.split(',').map(Number))
    .refine((ids) => ids.length <= MAX_PURCHASE_LINES, `must be at most ${MAX_PURCHASE_LINES} ids`),
  without: idParam.optional().meta({ description: 'A purchase to leave out because it is being corrected' }),
});

export const listUsualPurchases = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/usual-purchases',
  access: 'purchases',
  summary: 'List the usual quantity and cost of variants, by their last five purchases, with their prices and stock',
  params: purchasesParams,
  query: usualPurchasesQuery,
  output: z.array(usualPurchase),
});

export const listSuppliers = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/suppliers',
  access: 'purchases',
  summary: "List a shop's suppliers by name",
  params: purchasesParams,
  output: z.array(namedView),
});

export const listPurchases = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/purchases',
  access: 'purchases',
  summary: "List a shop's purchases, newest first, with their sum",
  params: purchasesParams,
  query: page.extend(purchaseFilter.shape),
  output: purchaseList,
});

export const exportPurchases = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/purchases.csv',
  access: 'purchases',
  summary: "Export a shop's booked purchases as CSV, one row for each line",
  params: purchasesParams,
  query: purchaseFilter,
  file: 'text/csv',
});

/** What a changed draft shows in. A new supplier is added with it. */
const DRAFT_PATHS = ['/api/shops/:shopId/purchases', '/api/shops/:shopId/suppliers'] as const;

export const addPurchase = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/purchases',
  access: 'purchases',
  changes: DRAFT_PATHS,
  summary: 'Add a draft of a purchase; the stock does not change',
  params: purchasesParams,
  isIdempotent: true,
  body: newPurchaseBody,
  status: 201,
  output: purchaseView,
});

export const getPurchase = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/purchases/:id',
  access: 'purchases',
  summary: 'Get a purchase with its lines',
  params: purchaseParams,
  output: purchaseView,
});

export const changePurchase = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/purchases/:id',
  access: 'purchases',
  changes: DRAFT_PATHS,
  summary: 'Change the draft of a purchase',
  params: purchaseParams,
  body: changePurchaseBody,
  output: purchaseView,
  errors: ['status_not_allowed', 'edit_conflict'],
});

export const deletePurchase = endpoint({
  method: 'delete',
  path: '/api/shops/:shopId/purchases/:id',
  access: 'purchases',
  changes: DRAFT_PATHS,
  summary: 'Delete the draft of a purchase',
  params: purchaseParams,
  errors: ['status_not_allowed'],
});

export const bookPurchase = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/purchases/:id/book',
  access: 'purchases',
  changes: STOCK_PATHS,
  summary: 'Book a purchase: its lines are added to the stock, and its costs and prices set',
  description: 'Repeated calls change nothing and return the same response.',
  params: purchaseParams,
  output: purchaseView,
  errors: ['out_of_stock'],
});

export const reversePurchase = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/purchases/:id/reverse',
  access: 'purchases',
  changes: STOCK_PATHS,
  summary: 'Reverse a booked purchase with another one, which is returned',
  description: 'Repeated calls change nothing and return the same response.',
  params: purchaseParams,
  output: purchaseView,
  errors: ['status_not_allowed', 'out_of_stock'],
});
