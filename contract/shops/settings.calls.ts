import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_QUANTITY } from '../orders/cart.ts';
import {
  MAX_REACH_KM,
  MAX_MINIMUM_ORDER,
  ORDER_SETTINGS,
  RECEIPT_TEXT_LINES,
  RECEIPT_TEXT_MAX,
  type OrderSetting,
  RUSH_MINUTES,
} from './shop-settings.ts';
import { isScalePattern } from '../catalog/scale-label.ts';
import { FSSAI_LICENCE } from '../catalog/product-input.ts';
import { vpaIn } from '../payments/upi.ts';
import { FULFILMENTS } from './opening-hours.ts';
import { shopHours, time } from './shop-hours.ts';
import { shopView } from './shops.calls.ts';
import {
  email,
  gstin,
  id,
  idParam,
  multiLine,
  singleLine,
  timestamp,
  pausedFulfilment,
  pausedUntil,
  rupees,
  shopPhone,
  slug,
} from '../common.ts';

/** The id of a shop in a path, not its slug. */
export const ownShopParams = z.object({ shopId: idParam });

const degrees = (limit: number) => z.number().min(-limit).max(limit);

const maxPerOrder = z
  .number()
  .int()
  .min(1)
  .max(MAX_QUANTITY)
  .nullable()
  .meta({ description: 'Largest quantity of one item in one order; null for no limit' });

const ownGstin = gstin
  .nullable()
  .meta({ description: 'GST number of the shop, printed on invoices; null if it is not registered' });

const ownFssaiLicence = z
  .string()
  .trim()
  .regex(FSSAI_LICENCE, 'must be a licence number of 14 digits')
  .nullable()
  .meta({
    description:
      'Licence of the food authority FSSAI, printed on invoices; null for none. If missing, it does not change',
  });

const upiVpa = z
  .string()
  .max(200)
  .refine((text) => vpaIn(text) !== undefined, 'must be a UPI address, e.g. shop@okaxis')
  .transform((text) => vpaIn(text) ?? text)
  .nullable()
  .meta({
    description: 'UPI address that customers at the counter pay to; null for none. If missing, it does not change',
  });

const receiptText = (place: string) =>
  multiLine(RECEIPT_TEXT_MAX)
    .min(1, 'must not be empty')
    .refine((text) => text.split('\n').length <= RECEIPT_TEXT_LINES, `must have at most ${RECEIPT_TEXT_LINES} lines`)
    .nullable()
    .meta({ description: `Printed ${place} the items of receipts; null for nothing. If missing, it does not change` });

const scaleLabel = z
  .string()
  .max(13)
  .refine(
    isScalePattern,
    'must be like 21IIIIIWWWWWC: 02 or 20 to 29, as other digits begin the barcodes of packs, such as 8901030865278',
  )
  .nullable()
  .meta({
    description:
      'How the scale makes the 13 digits of its labels: I for the number of the item, which is its code, W for grams, P for paise ' +
      'or R for rupees, C for the check digit; null for no scale. If missing, it does not change',
  });

const orderSettings = Object.fromEntries(
  Object.entries(ORDER_SETTINGS).map(([name, { min, max, about }]) => [
    name,
    z
      .number()
      .int()
      .min(min)
      .max(max)
      .optional()
      .meta({ description: `${about}. If missing, the value does not change` }),
  ]),
) as Record<OrderSetting, z.ZodOptional<z.ZodNumber>>;

const settings = z.object({
  name: singleLine(100),
  address: singleLine(200).nullable(),
  phone: shopPhone.nullable(),
  email: email.nullable().optional().meta({ description: 'Platform shop only: shown instead of a phone number' }),
  gstin: ownGstin.optional().meta({ description: 'If missing, the GST number does not change' }),
  fssai_licence: ownFssaiLicence.optional(),
  upi_vpa: upiVpa.optional(),
  receipt_head: receiptText('above').optional(),
  receipt_foot: receiptText('below').optional(),
  scale_label: scaleLabel.optional(),
  open_time: time.nullable(),
  close_time: time.nullable(),
  minordervalue: rupees.max(MAX_MINIMUM_ORDER),
  max_per_order: maxPerOrder,
  accepts_orders_when_closed: z.boolean(),
  latitude: degrees(90).nullable(),
  longitude: degrees(180).nullable(),
  reach_km: z.number().min(0.1).max(MAX_REACH_KM),
  ...orderSettings,
  auto_accepts: z.boolean().optional().meta({
    description: 'Whether orders are accepted automatically while the shop is open. If missing, it does not change',
  }),
  asks_pickup_code: z.boolean().optional().meta({
    description:
      'Whether a takeaway is handed over with the pickup code of its customer. If missing, it does not change',
  }),
  asks_door_code: z.boolean().optional().meta({
    description: 'Whether a delivery is handed over with that code. If missing, it does not change',
  }),
});

/** A day. */
const MAX_PAUSE_MINUTES = 24 * 60;

const rush = z
  .literal(RUSH_MINUTES)
  .meta({ description: 'How many minutes longer every order takes, because the shop is busy' });

const areBoth = (one: unknown, other: unknown) => (one === null) === (other === null);

/** `updated`: the value that was read. If someone else has saved since, it differs, and the call answers 409. */
export const saveSettingsBody = settings
  .extend({ updated: timestamp })
  .refine(({ open_time, close_time }) => areBoth(open_time, close_time), {
    path: ['close_time'],
    error: 'is required together with open_time',
  })
  .refine(({ latitude, longitude }) => areBoth(latitude, longitude), {
    path: ['longitude'],
    error: 'is required together with latitude',
  });
export type SettingsFields = z.infer<typeof saveSettingsBody>;

export const formerIdentityView = z.object({
  until: timestamp,
  name: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  gstin: z.string().nullable(),
  fssai_licence: z.string().nullable(),
});

export const settingsView = settings
  .extend({
    id,
    slug,
    // Values stored before these rules existed are shown unchanged.
    name: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable().optional(),
    gstin: z.string().nullable(),
    upi_vpa: z.string().nullable().optional(),
    reach_km: z.number(),
    picture: z.string().nullable(),
    paused: z.boolean(),
    paused_until: pausedUntil,
    paused_fulfilment: pausedFulfilment,
    rush_minutes: rush,
    hours: shopHours.nullable().optional().meta({
      description: 'Instead of `open_time` and `close_time`, until one of these two is changed',
    }),
    not_responding: z.boolean().optional().meta({ description: 'Paused because it did not answer its orders' }),
    former_identities: z
      .array(formerIdentityView)
      .optional()
      .meta({ description: 'What the shop was called before, on receipts of the time; oldest first' }),
    suspended: z.string().optional().meta({ description: 'Why the platform has suspended the shop' }),
    getting_ready: shopView.shape.getting_ready,
    updated: timestamp,
  })
  .meta({ id: 'ShopSettings' });
export type SettingsView = z.infer<typeof settingsView>;

export const rushBody = z.object({ minutes: rush });
export const rushView = z.object({ minutes: rush });
export type RushView = z.infer<typeof rushView>;

export const pauseBody = z
  .object({
    paused: z.boolean(),
    minutes: z.int().min(1).max(MAX_PAUSE_MINUTES).optional().meta({
      description: 'After how many minutes the pause ends; if missing, it lasts until a member resumes orders',
    }),
    fulfilment: z.enum(FULFILMENTS).optional().meta({ description: 'What is paused; if missing, everything' }),
  })
  .refine(({ paused, minutes, fulfilment }) => paused || (minutes === undefined && fulfilment === undefined), {
    path: ['minutes'],
    error: 'is only for a pause',
  });
export type PauseRequest = z.infer<typeof pauseBody>;
export const pauseView = z.object({
  paused: z.boolean(),
  paused_until: pausedUntil,
  paused_fulfilment: pausedFulfilment,
});
export type PauseView = z.infer<typeof pauseView>;

export const shopPictureView = z.object({ picture: z.string().nullable() });
export type ShopPictureView = z.infer<typeof shopPictureView>;

export const getSettings = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/settings',
  access: 'shop',
  summary: "Get a shop's settings",
  params: ownShopParams,
  output: settingsView,
});

export const saveSettings = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/settings',
  access: 'administration',
  changes: ['/api/shops/:shopId/settings', '/api/shops/:slug', '/api/shops/:shopId/setup'],
  summary: "Save a shop's settings, unless they have changed since they were read",
  params: ownShopParams,
  body: saveSettingsBody,
  output: settingsView,
  errors: ['edit_conflict'],
});

export const saveHoursBody = z.object({ hours: shopHours.nullable(), updated: timestamp });

export const saveHours = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/hours',
  access: 'administration',
  changes: ['/api/shops/:shopId/settings', '/api/shops/:slug', '/api/shops/:shopId/setup'],
  summary: "Save a shop's hours by day and date, or return to the same hours every day",
  params: ownShopParams,
  body: saveHoursBody,
  output: settingsView,
  errors: ['edit_conflict'],
});

export const setRush = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/rush',
  access: 'shop',
  changes: ['/api/shops/:shopId/settings', '/api/shops/:slug'],
  summary: 'Add minutes to the promised time of every order while the shop is busy',
  params: ownShopParams,
  body: rushBody,
  output: rushView,
});

export const pauseShop = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/pause',
  access: 'shop',
  changes: ['/api/shops/:shopId/settings', '/api/shops/:slug'],
  summary: 'Pause orders for some minutes or until they are resumed, or resume them',
  params: ownShopParams,
  body: pauseBody,
  output: pauseView,
});

export const replaceShopPicture = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/picture',
  access: 'administration',
  changes: ['/api/shops/:shopId/settings', '/api/shops/:slug', '/api/shops/:shopId/setup'],
  summary: "Replace the shop's picture",
  params: ownShopParams,
  form: { fields: z.object({}), file: { field: 'picture', kind: 'picture', isRequired: true } },
  output: shopPictureView,
});

export const removeShopPicture = endpoint({
  method: 'delete',
  path: '/api/shops/:shopId/picture',
  access: 'administration',
  changes: ['/api/shops/:shopId/settings', '/api/shops/:slug', '/api/shops/:shopId/setup'],
  summary: "Remove the shop's picture",
  params: ownShopParams,
  output: shopPictureView,
});
