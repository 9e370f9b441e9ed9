import * as z from 'zod';
import { shopProductView } from '../catalog/products.calls.ts';
import { id, idParam, rupees, searchText } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { shopView } from '../shops/shops.calls.ts';
import { stockItem } from '../stock/stock-lists.calls.ts';
import { MAX_CODE_LENGTH } from './scanner.ts';

export const scanQuery = z.object({
  code: searchText(MAX_CODE_LENGTH).min(1, 'must not be empty').meta({ description: 'What was scanned or typed' }),
  shopId: idParam.optional().meta({
    description:
      'Where products and pickup codes are looked up, for its members; by default in the shop of the session',
  }),
});

/** What a code is for the one who asks. */
export const scanAnswer = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('shop'), shop: shopView }),
    z.object({
      kind: z.literal('product'),
      variant: stockItem.meta({ description: 'What has the barcode' }),
      label: z
        .object({ grams: z.number().int().optional(), price: rupees.optional() })
        .optional()
        .meta({ description: "What the label of the shop's scale says of the parcel: its weight or its price" }),
      product: shopProductView.optional().meta({ description: 'Missing for those who may not see prices' }),
    }),
    z.object({ kind: z.literal('order'), order_id: id }),
    z.object({ kind: z.literal('unknown') }),
    z.object({ kind: z.literal('foreign') }),
  ])
  .meta({
    id: 'ScanAnswer',
    description:
      '`foreign`: none of our codes; `unknown`: one that names nothing, or nothing that the caller may know of',
  });
export type ScanAnswer = z.infer<typeof scanAnswer>;

export const scan = endpoint({
  method: 'get',
  path: '/api/scan',
  access: 'anyone',
  summary: 'Find out what a scanned or typed code is: a shop, a product, an order, or none of ours',
  description:
    'The link or slug of a shop needs no session. A barcode is looked up among the products of a shop, for its members. The QR ' +
    'code of an order, or the pickup code of an open takeaway, is known to its customer and to the team of its shop. The pickup ' +
    'code in a QR code is not compared: that happens at the handover.',
  query: scanQuery,
  output: scanAnswer,
  errors: ['forbidden', 'rate_limited'],
});
