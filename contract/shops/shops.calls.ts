import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { PAYMENT_PROVIDERS } from '../payments/payment.ts';
import { id, pausedFulfilment, pausedUntil, rupees, slug } from '../common.ts';
import { shopHours } from './shop-hours.ts';

export const coordinate = (limit: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,12})?$/, 'must be decimal degrees')
    .transform(Number)
    .pipe(z.number().min(-limit).max(limit));

export const shopParams = z.object({ slug });

/** How many shops a page of all shops has unless `limit` says otherwise. */
export const SHOPS_PER_PAGE = 100;

/** Latitude and longitude, or neither of them; without them all shops are listed. */
export const shopsQuery = z
  .object({
    lat: coordinate(90).optional(),
    lng: coordinate(180).optional(),
    limit: z
      .string()
      .regex(/^[1-9]\d{0,2}$/)
      .transform(Number)
      .optional(),
    after: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number)
      .optional()
      .meta({ description: 'The `id` of the last shop of the page before' }),
    after_open: z.enum(['true', 'false']).optional().meta({
      description: 'The `open` of that shop, for a list without coordinates: it may have opened or closed since',
    }),
  })
  .refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), 'lat and lng must be given together');

export const shopView = z
  .object({
    id,
    slug,
    name: z.string().nullable(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    picture: z
      .string()
      .nullable()
      .meta({ description: 'Path of the picture that the shop has uploaded of its front; null without one' }),
    email: z.string().nullable().meta({ description: 'Shown instead of a phone number for the platform shop' }),
    open_time: z.string().nullable().meta({ description: 'With `hours`: of today or, on a day off, of the next day' }),
    close_time: z.string().nullable(),
    time_zone: z.string(),
    hours: shopHours.nullable().optional(),
    minordervalue: rupees,
    max_per_order: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Largest quantity of one item in one order; null for no limit' }),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    reach_km: z
      .number()
      .meta({ description: 'How far the shop delivers; everywhere when it has no latitude and longitude' }),
    accepts_orders_when_closed: z.boolean(),
    paused: z.boolean(),
    paused_until: pausedUntil,
    paused_fulfilment: pausedFulfilment,
    ready_in_minutes: z
      .number()
      .int()
      .optional()
      .meta({ description: 'How long the shop needs to prepare an order now' }),
    delivery_minutes: z
      .number()
      .int()
      .optional()
      .meta({ description: 'How much longer a delivery takes than a takeaway' }),
    rush_minutes: z
      .number()
      .int()
      .optional()
      .meta({ description: 'How many of these minutes are added because the shop is busy' }),
    payment_providers: z
      .array(z.enum(PAYMENT_PROVIDERS))
      .meta({ description: 'Available online payment providers, preferred first' }),
    mobile_login: z.boolean().meta({ description: 'Whether people can log in with a mobile number' }),
    suspended: z.boolean().optional().meta({ description: 'True while the platform has suspended the shop' }),
    getting_ready: z.boolean().optional().meta({
      description: 'True while the shop has no published product: it is in no list and takes no orders',
    }),
  })
  .meta({ id: 'Shop' });
export type ShopView = z.infer<typeof shopView>;

export const shopCard = shopView
  .pick({
    id: true,
    slug: true,
    name: true,
    address: true,
    open_time: true,
    close_time: true,
    time_zone: true,
    hours: true,
    paused: true,
    minordervalue: true,
    picture: true,
  })
  .extend({
    trade: z.string().nullable().meta({ description: "The type of the shop, in the shop's own words" }),
    sign: z
      .object({ picture: z.string(), emoji: z.string() })
      .meta({ description: 'A drawing of its trade, `/images/signs/{picture}.svg`, and the emoji that it draws' }),
    open: z.boolean().meta({ description: 'Open and taking orders when the list was made' }),
    distance_km: z.number().optional(),
    latitude: z
      .number()
      .optional()
      .meta({ description: 'With the longitude in the list of all shops, if the shop has a place' }),
    longitude: z.number().optional(),
  })
  .meta({ id: 'ShopCard' });
export type ShopCard = z.infer<typeof shopCard>;

/** `id` is the part of the path after the shop's slug, e.g. `/products`. */
const navigationItem = z
  .object({ id: z.string(), name: z.string(), description: z.array(z.string()) })
  .meta({ id: 'NavigationItem' });
/** With a shop, only the items that lead somewhere in it: `/products` is left out where nothing is for sale. */
export const navigationQuery = z.object({ shop: slug.optional() });
export const navigationView = z.object({ navItems: z.array(navigationItem) });
export type NavigationItem = z.infer<typeof navigationItem>;
export type NavigationView = z.infer<typeof navigationView>;

export const visitCountView = z.object({ count: z.number().int() });
export type VisitCountView = z.infer<typeof visitCountView>;

export const getNavigation = endpoint({
  method: 'get',
  path: '/api/navigation',
  access: 'public',
  summary: 'List the menu items; for a shop, those that apply to it',
  query: navigationQuery,
  output: navigationView,
});

export const listShops = endpoint({
  method: 'get',
  path: '/api/shops',
  access: 'public',
  summary: 'List shops, nearest first',
  description:
    'With `lat` and `lng`: the shops that serve this place, nearest first, 50 unless `limit` says otherwise. Without them: all ' +
    `shops, those that are open now first, then by name, ${SHOPS_PER_PAGE} a page. ` +
    'The next page starts after the last shop of the one before: `after` is its `id`, `after_open` its `open`. ' +
    'A shop that opens or closes between two pages can be on both or on neither.',
  query: shopsQuery,
  output: z.array(shopCard),
});

export const getShop = endpoint({
  method: 'get',
  path: '/api/shops/:slug',
  access: 'public',
  summary: 'Get a shop',
  params: shopParams,
  output: shopView,
});

export const countVisit = endpoint({
  method: 'post',
  path: '/api/analytics/visit',
  access: 'public',
  summary: 'Count a visit',
});

export const getVisitCount = endpoint({
  method: 'get',
  path: '/api/analytics/visit-count',
  access: 'public',
  summary: 'Get the number of visits',
  output: visitCountView,
});
