import * as z from 'zod';
import { PAYMENT_PROVIDERS } from '../rules/payment.ts';
import { id, rupees, slug } from './common.schema.ts';

const coordinate = (limit: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,12})?$/, 'must be degrees in decimals')
    .transform(Number)
    .pipe(z.number().min(-limit).max(limit));

export const shopParams = z.object({ slug });

/** Both or neither; without them all shops are listed, paged. */
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
      .optional(),
  })
  .refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), 'lat and lng go together');

export const shopView = z
  .object({
    id,
    slug,
    name: z.string().nullable(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable().meta({ description: 'The platform shop shows it instead of a phone' }),
    open_time: z.string().nullable(),
    close_time: z.string().nullable(),
    time_zone: z.string(),
    minordervalue: rupees,
    accepts_orders_when_closed: z.boolean(),
    paused: z.boolean(),
    payment_providers: z
      .array(z.enum(PAYMENT_PROVIDERS))
      .meta({ description: 'Online payment, the first one preferred' }),
    suspended: z.boolean().optional().meta({ description: 'True while the platform has suspended the shop' }),
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
    paused: true,
  })
  .extend({ distance_km: z.number().optional() })
  .meta({ id: 'ShopCard' });
export type ShopCard = z.infer<typeof shopCard>;
