import * as z from 'zod';
import { DIRECTIONS, FIGURE_DAYS, HELP_HOURS, SHOP_SORTS, SHOP_STATES } from './operator-lists.ts';
import { MAX_MINIMUM_ORDER } from '../shops/shop-settings.ts';
import { email, id, idParams, newSlug, page, rupees, searchText, singleLine, slug, timestamp } from '../common.ts';
import { endpoint } from '../endpoint.ts';

const filter = {
  search: searchText(100).optional().meta({ description: 'Part of a name, a slug, an address or a phone number' }),
  state: z.enum(SHOP_STATES).optional(),
  trade: searchText(60).optional().meta({ description: 'The type of the shop, in any case' }),
};
const sorting = {
  sort: z.enum(SHOP_SORTS).optional().meta({ description: '`created` without it' }),
  direction: z
    .enum(DIRECTIONS)
    .optional()
    .meta({ description: 'By default, names are ascending and everything else is descending' }),
};

export const operatorShopFilter = z.object(filter);

/** `after`: the id of the last shop of the previous page. `slug`: the complete slug, in upper or lower case. */
export const operatorShopsQuery = page.extend({ ...filter, ...sorting, slug: slug.optional() });

export const operatorShopsFileQuery = z.object({ ...filter, ...sorting });

const count = z.number().int().min(0);
const money = z.number().min(0);
const recent = `of the last ${FIGURE_DAYS} days`;

export const operatorShopView = z
  .object({
    id,
    slug,
    name: z.string().nullable(),
    trade: z.string().nullable(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    admin: z
      .object({ email: z.string().nullable(), mobile: z.string().nullable() })
      .nullable()
      .meta({ description: 'The first admin' }),
    members: count,
    orders: count.meta({ description: `Orders ${recent} that are part of \`ordered\`` }),
    products: count.meta({ description: 'Published products' }),
    problems: count.meta({ description: 'Reported problems that are not solved' }),
    status: z.enum(SHOP_STATES).meta({
      description: '`getting_ready`: no product is published yet, so the shop is not public',
    }),
    suspended: z.string().optional().meta({ description: 'Why the shop is suspended' }),
    platform: z.boolean(),
    has_place: z.boolean().meta({ description: 'Without a location, customers nearby cannot find the shop' }),
    created_at: timestamp,
    orders_today: count,
    ordered: money.meta({ description: `Totals of the orders placed, ${recent}` }),
    last_order: timestamp.nullable(),
  })
  .meta({ id: 'OperatorShop' });
export type OperatorShopView = z.infer<typeof operatorShopView>;

/** The sums of all shops that match a filter, and the types that any shop has. */
export const operatorShopsSummary = z
  .object({
    shops: count,
    orders: count,
    products: count,
    problems: count,
    trades: z.array(z.string()).meta({ description: 'The types of all shops, by name' }),
    ordered: money,
  })
  .meta({ id: 'OperatorShopsSummary' });
export type OperatorShopsSummary = z.infer<typeof operatorShopsSummary>;

/** A shop with its first admin, who receives an invitation. The location can be set later. */
export const createShopBody = z
  .object({
    slug: newSlug,
    name: singleLine(100),
    trade: singleLine(60).nullable().optional(),
    address: singleLine(200).nullable().optional(),
    minordervalue: rupees.max(MAX_MINIMUM_ORDER).nullable().optional(),
    latitude: z.number().min(-90).max(90).nullable().optional(),
    longitude: z.number().min(-180).max(180).nullable().optional(),
    admin_email: email,
  })
  .refine(({ latitude, longitude }) => ((latitude ?? null) === null) === ((longitude ?? null) === null), {
    path: ['longitude'],
    error: 'is required together with latitude',
  });
export type NewShopFields = z.infer<typeof createShopBody>;

/** Absent fields are unchanged. Former slugs still lead to the shop. */
export const changeShopBody = z.object({ slug: newSlug.optional(), trade: singleLine(60).nullable().optional() });

/** Suspends with a reason, which the shop's members read; or resumes. */
export const suspendShopBody = z
  .object({ suspended: z.boolean(), reason: singleLine(300).optional() })
  .refine(({ suspended, reason }) => !suspended || reason !== undefined, {
    path: ['reason'],
    error: 'is required to suspend a shop',
  });

export const listAllShops = endpoint({
  method: 'get',
  path: '/api/operator/shops',
  access: 'operator',
  summary: 'List all shops of the platform with their statistics, newest first or sorted',
  query: operatorShopsQuery,
  output: z.array(operatorShopView),
});

export const summarizeShops = endpoint({
  method: 'get',
  path: '/api/operator/shops/summary',
  access: 'operator',
  summary: 'Get the sums of the shops that match a filter',
  query: operatorShopFilter,
  output: operatorShopsSummary,
});

export const exportShops = endpoint({
  method: 'get',
  path: '/api/operator/shops.csv',
  access: 'operator',
  summary: 'Export the shops that match a filter as CSV',
  query: operatorShopsFileQuery,
  file: 'text/csv',
});

export const getOperatorShop = endpoint({
  method: 'get',
  path: '/api/operator/shops/:id',
  access: 'operator',
  summary: 'Get a shop with its statistics',
  params: idParams,
  output: operatorShopView,
});

export const createShop = endpoint({
  method: 'post',
  path: '/api/operator/shops',
  access: 'operator',
  changes: ['/api/operator', '/api/shops/:slug'],
  summary: 'Create a shop and invite its first admin',
  body: createShopBody,
  status: 201,
  output: operatorShopView,
  errors: ['slug_taken'],
});

export const suspendShop = endpoint({
  method: 'patch',
  path: '/api/operator/shops/:id',
  access: 'operator',
  changes: ['/api/operator', '/api/shops/:slug'],
  summary: 'Suspend a shop with a reason, or resume it',
  params: idParams,
  body: suspendShopBody,
  output: operatorShopView,
});

export const changeShop = endpoint({
  method: 'patch',
  path: '/api/operator/shops/:id/details',
  access: 'operator',
  changes: ['/api/operator', '/api/shops/:slug'],
  summary: 'Change the slug or the type of a shop; its former slugs still lead to it',
  params: idParams,
  body: changeShopBody,
  output: operatorShopView,
  errors: ['slug_taken'],
});

/** The access token of the session for the shop that it acts for now; the refresh token stays. */
export const helpView = z.object({ token: z.string() });

export const startHelping = endpoint({
  method: 'post',
  path: '/api/operator/shops/:id/help',
  access: 'operator',
  summary: 'Help a shop: act for it like one of its admins',
  description: `Every change is recorded in the activity of the shop. It ends automatically after ${HELP_HOURS} hours.`,
  params: idParams,
  output: helpView,
});

export const stopHelping = endpoint({
  method: 'delete',
  path: '/api/operator/help',
  access: 'operator',
  summary: 'Stop helping the shop that the session acts for',
  output: helpView,
});
