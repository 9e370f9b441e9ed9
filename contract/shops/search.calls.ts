import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, rupees, searchText } from '../common.ts';
import { variantView } from '../catalog/products.calls.ts';
import { coordinate, shopCard } from './shops.calls.ts';

const isWhole = ({ lat, lng }: { lat?: number | undefined; lng?: number | undefined }) =>
  (lat === undefined) === (lng === undefined);
const WHOLE = 'lat and lng must be given together';

const wholeRupees = z
  .string()
  .regex(/^\d{1,7}$/, 'must be a whole number of rupees')
  .transform(Number);

export const searchQuery = z
  .object({
    q: searchText(100).meta({ description: 'Words of a name; shorter than two characters finds nothing' }),
    lat: coordinate(90).optional(),
    lng: coordinate(180).optional(),
    limit: z
      .string()
      .regex(/^([1-9]|[1-4]\d|50)$/, 'must be 1 to 50')
      .transform(Number)
      .default(20)
      .meta({ description: 'Most products in the answer; there are at most ten shops' }),
    min_price: wholeRupees.optional().meta({ description: 'The lowest price of the products, in whole rupees' }),
    max_price: wholeRupees.optional().meta({ description: 'The highest price of the products, in whole rupees' }),
  })
  .refine(isWhole, WHOLE);

export const foundProduct = z
  .object({
    id,
    name: z.string(),
    image: z.string().nullable(),
    price: rupees,
    mrp: rupees.nullable(),
    unit: z.string().nullable(),
    in_stock: z.boolean(),
    variant: variantView.meta({
      description: 'The first one in stock, else the first, of the given price; the fields above are its own',
    }),
    variant_count: z.number().int(),
    shop: shopCard,
  })
  .meta({ id: 'FoundProduct' });
export type FoundProduct = z.infer<typeof foundProduct>;

export const searchResults = z
  .object({
    products: z.array(foundProduct),
    shops: z.array(shopCard),
    instead: z
      .object({ missing: z.array(z.string()), showing: z.array(z.string()) })
      .optional()
      .meta({
        description: 'The words of the search that nothing has, and those that the products were found by; only then',
      }),
  })
  .meta({ id: 'SearchResults' });
export type SearchResults = z.infer<typeof searchResults>;

export const searchMarket = endpoint({
  method: 'get',
  path: '/api/search',
  access: 'public',
  summary: 'Search products and shops',
  description:
    'With coordinates, only shops whose reach includes the place are searched. Names in Hindi, spelling mistakes and pack ' +
    'sizes are recognized, and words that nothing has are left out and named. The best matches of the name come first; among equal ones open shops, what is in stock, the nearest and the ' +
    'cheapest. Paused and suspended shops are not searched.',
  query: searchQuery,
  output: searchResults,
  errors: ['rate_limited'],
});

export const listMarketCategories = endpoint({
  method: 'get',
  path: '/api/search/categories',
  access: 'public',
  summary: 'List the categories of goods in stock, over shops',
  description:
    'The names of at most twelve categories, the one of most shops first: of the shops nearest to the place whose reach includes it, ' +
    'or without coordinates of the first shops in the list. A name finds its goods with `GET /api/search`.',
  query: z.object({ lat: coordinate(90).optional(), lng: coordinate(180).optional() }).refine(isWhole, WHOLE),
  output: z.array(z.string()),
  errors: ['rate_limited'],
});
