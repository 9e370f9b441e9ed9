import * as z from 'zod';
import { SLUG_PROBLEMS, slugProblem } from '../rules/new-shop.ts';
import { MOST_MINIMUM_ORDER } from '../rules/shop-settings.ts';
import { email, id, line, page, rupees, slug } from './common.schema.ts';

/**
 * `search`: part of a name, a slug or an address; `slug`: the whole of it, however its letters are written. `after`: the id
 * of the last one of the page before. Newest first.
 */
export const operatorShopsQuery = page.extend({
  search: z
    .string()
    .trim()
    .max(100)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not contain control characters')
    .optional(),
  slug: slug.optional(),
});

export const operatorShopView = z
  .object({
    id,
    slug,
    name: z.string().nullable(),
    address: z.string().nullable(),
    status: z.enum(['open', 'paused', 'suspended']),
    suspended: z.string().optional().meta({ description: 'Why the shop is suspended' }),
    platform: z.boolean(),
    members: z.number().int(),
    orders_today: z.number().int(),
  })
  .meta({ id: 'OperatorShop' });
export type OperatorShopView = z.infer<typeof operatorShopView>;

const newSlug = z
  .string()
  .trim()
  .refine((text) => slugProblem(text) === undefined, {
    error: ({ input }) => SLUG_PROBLEMS[slugProblem(String(input)) ?? 'letters'],
  });

/** A shop with its first admin, who gets an invitation. The place may wait for the admin. */
export const createShopBody = z
  .object({
    slug: newSlug,
    name: line(100),
    trade: line(60).nullable().optional(),
    address: line(200).nullable().optional(),
    minordervalue: rupees.max(MOST_MINIMUM_ORDER).nullable().optional(),
    latitude: z.number().min(-90).max(90).nullable().optional(),
    longitude: z.number().min(-180).max(180).nullable().optional(),
    admin_email: email,
  })
  .refine(({ latitude, longitude }) => ((latitude ?? null) === null) === ((longitude ?? null) === null), {
    path: ['longitude'],
    error: 'goes together with latitude',
  });
export type NewShopFields = z.infer<typeof createShopBody>;

/** Suspends with a reason, which the shop's members read; or resumes. */
export const suspendShopBody = z
  .object({ suspended: z.boolean(), reason: line(300).optional() })
  .refine(({ suspended, reason }) => !suspended || reason !== undefined, {
    path: ['reason'],
    error: 'must say why the shop is suspended',
  });

/** Where the board of the queues is; the browser that asked may look at it for an hour. */
export const queueBoardView = z.object({ path: z.string() });
export type QueueBoardView = z.infer<typeof queueBoardView>;
