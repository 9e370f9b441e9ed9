import * as z from 'zod';
import { FULFILMENTS } from './shops/opening-hours.ts';
import { ERROR_CODES } from './errors.ts';
import { mobileIn } from './accounts/address.ts';
import { gstinIn } from './shops/gstin.ts';
import { MAX_SALE_AGE_DAYS } from './orders/counter-sale.ts';
import { isRupees } from './rupees.ts';
import { shopPhoneIn } from './shops/shop-phone.ts';
import { SHOP_SLUG_PATTERN } from './shops/shop.ts';
import { SLUG_PROBLEMS, slugProblem } from './shops/shop-settings.ts';
import { isVisible, tidyLines, tidySearch, tidyText } from './tidy-text.ts';

/** A row's id in a path or query: digits only, within `Number.MAX_SAFE_INTEGER`. */
export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a positive whole number')
  .transform(Number);

/** A row's id in a JSON body. */
export const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** How long ago a step without a connection was made. */
export const stepAge = z
  .number()
  .int()
  .optional()
  .meta({
    description: `How long ago the step was made, if without a connection, in ms by the clock of the device alone: it is dated so, but not before the step before it. What is older than ${MAX_SALE_AGE_DAYS} days, or in the future, is dated now`,
  });

const withoutControl = (text: string) => !/[\p{Cc}\p{Cs}]/u.test(text);
const CONTROL_PROBLEM = 'must not contain control characters';

/** One line of text a person typed: tidied, and refused with control characters and lone surrogates (PostgreSQL cannot store NUL). */
export const singleLine = (max: number) =>
  z
    .string()
    .refine((text) => text.trim() === '' || isVisible(tidyText(text)), 'must have a visible character')
    .overwrite(tidyText)
    .min(1, 'must not be empty')
    .max(max)
    .refine(withoutControl, CONTROL_PROBLEM);

/** The same without a maximum; may be empty. */
export const plainText = z.string().overwrite(tidyText).refine(withoutControl, CONTROL_PROBLEM);

/** Multi-line text: each line tidied, and refused with control characters other than line breaks. */
export const multiLine = (max: number) =>
  z
    .string()
    .overwrite(tidyLines)
    .max(max)
    .refine((text) => withoutControl(text.replaceAll('\n', '')), CONTROL_PROBLEM);

/** A search term for a list; may be empty. */
export const searchText = (max: number) =>
  z
    .string()
    .overwrite(tidySearch)
    .max(max, `must have at most ${max} characters`)
    .refine(withoutControl, CONTROL_PROBLEM);

export const email = z.string().overwrite(tidyText).toLowerCase().max(254).pipe(z.email('must be an email address'));

/** Ten digits, accepted in any common notation. */
export const mobileOr = (message: string) =>
  z
    .string()
    .max(40)
    .transform((text) => mobileIn(text))
    .pipe(z.string(message));
export const mobile = mobileOr('must be a 10-digit Indian mobile number');

/** The phone number of a shop, which may be a landline. */
export const shopPhone = z
  .string()
  .max(40)
  .transform((text) => shopPhoneIn(text))
  .pipe(z.string('must be a mobile number, or a landline with its area code'));

export const slug = z.string().regex(SHOP_SLUG_PATTERN, 'is not a valid shop slug');

/** The slug of a new shop. */
export const newSlug = z
  .string()
  .trim()
  .refine((text) => slugProblem(text) === undefined, {
    error: ({ input }) => SLUG_PROBLEMS[slugProblem(String(input)) ?? 'letters'],
  });

/** A GST number, in upper case without spaces. */
export const gstin = z
  .string()
  .max(40)
  .refine((text) => gstinIn(text) !== undefined, 'must be a GST number of 15 characters with a valid check digit')
  .transform((text) => gstinIn(text) ?? text);

/** Rupees with at most two decimals. */
export const rupees = z.number().min(0).max(100_000_000).refine(isRupees, 'must be rupees with at most two decimals');

/** The amount of an order that can still be refunded, in rupees: through the provider, and in cash. */
export const refundableView = z.object({ online: rupees, cash: rupees }).meta({
  id: 'Refundable',
  description: 'The amount that can still be refunded; less than a rupee of `online` is paid out in cash',
});
export type RefundableView = z.infer<typeof refundableView>;

/** A timestamp in ISO 8601. */
export const timestamp = z.iso.datetime({ offset: true });

/** The end of a shop's pause. */
export const pausedUntil = timestamp
  .nullish()
  .meta({ description: 'When the pause ends; null if it lasts until a member of the shop resumes orders' });

/** What a pause is for. */
export const pausedFulfilment = z
  .enum(FULFILMENTS)
  .optional()
  .meta({ description: 'The kind of orders that alone is paused; `paused` is false then' });

/** `limit` and `after` of a list. Without `limit`, each list returns its default number; never more than its maximum. */
export const page = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be 1 to 999')
    .transform(Number)
    .optional(),
  after: idParam.optional(),
});

/** Sent by our client with every order and every new product: the same key and body get the same answer. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/, 'Idempotency-Key must be 1 to 255 printable ASCII characters');

export const idParams = z.object({ id: idParam });

export const errorBody = z
  .object({ code: z.enum(ERROR_CODES), error: z.string(), message: z.string() })
  .loose()
  .meta({ id: 'Error', description: 'An error response. `error` and `message` contain the same text.' });
