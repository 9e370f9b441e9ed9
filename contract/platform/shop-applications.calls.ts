import * as z from 'zod';
import { PIN_CODE, PIN_CODE_MESSAGE } from '../accounts/address.ts';
import { FSSAI_LICENCE } from '../catalog/product-input.ts';
import { APPLICATION_STATES, TRADE_IDS } from './shop-application.ts';
import { gstin, id, idParams, newSlug, page, shopPhone, singleLine, slug, timestamp } from '../common.ts';
import { endpoint } from '../endpoint.ts';

const optional = { description: 'Null without one' };

/** The fields of an application for a shop. Its city and location come from the PIN code, if it is known. */
export const applyForShopBody = z.object({
  applicant_name: singleLine(100).optional().meta({
    description: 'Becomes the name of the account. Required for an account without one, ignored for any other',
  }),
  name: singleLine(100),
  slug: newSlug,
  trade: z.enum(TRADE_IDS),
  mobile: shopPhone.meta({ description: 'The phone of the shop; a landline, too' }),
  street: singleLine(150),
  pin_code: z.string().trim().regex(PIN_CODE, PIN_CODE_MESSAGE),
  gstin: gstin.nullish(),
  fssai_licence: z.string().trim().regex(FSSAI_LICENCE, 'must be a licence number of 14 digits').nullish(),
});
export type ShopApplicationFields = z.infer<typeof applyForShopBody>;

export const shopApplicationView = z
  .object({
    id,
    state: z.enum(APPLICATION_STATES),
    name: z.string(),
    slug,
    trade: z.enum(TRADE_IDS),
    mobile: z.string(),
    street: z.string(),
    city: z.string().meta({ description: 'Empty if the PIN code is unknown' }),
    pin_code: z.string(),
    gstin: z.string().nullable().meta(optional),
    fssai_licence: z.string().nullable().meta(optional),
    submitted_at: timestamp,
    decided_at: timestamp.nullable().meta({ description: 'When it was approved, declined or withdrawn' }),
    reason: z.string().nullable().meta({ description: 'Why it was declined' }),
  })
  .meta({ id: 'ShopApplication' });
export type ShopApplicationView = z.infer<typeof shopApplicationView>;

/** The same for the operator, with the applicant and whether the web address is still free. */
export const operatorApplicationView = shopApplicationView
  .extend({
    latitude: z.number().nullable().meta({ description: 'Null if the PIN code is unknown' }),
    longitude: z.number().nullable(),
    slug_free: z.boolean().meta({ description: 'No shop has this web address' }),
    applicant: z.object({
      id,
      email: z.string().nullable(),
      name: z.string().nullable(),
      blocked: z.boolean().meta({ description: 'The account is blocked; the application cannot be approved' }),
    }),
  })
  .meta({ id: 'OperatorShopApplication' });
export type OperatorApplicationView = z.infer<typeof operatorApplicationView>;

export const operatorApplicationsView = z
  .object({
    counts: z
      .record(z.enum(APPLICATION_STATES), z.number().int())
      .meta({ description: 'Of all applications, by state' }),
    applications: z.array(operatorApplicationView),
  })
  .meta({ id: 'OperatorShopApplications' });
export type OperatorApplicationsView = z.infer<typeof operatorApplicationsView>;

/** `after`: the id of the last application of the previous page. Open applications are oldest first, all others newest first. */
export const operatorApplicationsQuery = page.extend({ state: z.enum(APPLICATION_STATES).optional() });

export const declineApplicationBody = z.object({ reason: singleLine(300) });

export const slugAvailabilityView = z.object({
  available: z.boolean().meta({ description: 'Neither a shop nor an open application has it, and it is not reserved' }),
});

export const checkSlug = endpoint({
  method: 'get',
  path: '/api/shop-applications/slugs/:slug',
  access: 'public',
  summary: 'Check whether a new shop can have a web address',
  params: z.object({ slug }),
  output: slugAvailabilityView,
});

export const applyForShop = endpoint({
  method: 'post',
  path: '/api/shop-applications',
  access: 'user',
  changes: ['/api/shop-applications'],
  summary: 'Apply for a shop, which the operator approves',
  description: 'The account must have an email address. A user has at most three open applications.',
  body: applyForShopBody,
  isIdempotent: true,
  status: 201,
  output: shopApplicationView,
  errors: ['slug_taken', 'email_required', 'application_limit_reached', 'idempotency_conflict', 'rate_limited'],
});

export const listOwnApplications = endpoint({
  method: 'get',
  path: '/api/shop-applications',
  access: 'user',
  summary: "List the user's applications for a shop, newest first",
  output: z.array(shopApplicationView),
});

export const withdrawApplication = endpoint({
  method: 'post',
  path: '/api/shop-applications/:id/withdraw',
  access: 'user',
  changes: ['/api/shop-applications'],
  summary: 'Withdraw an application that is not decided yet',
  params: idParams,
  output: shopApplicationView,
  errors: ['status_not_allowed'],
});

export const listApplications = endpoint({
  method: 'get',
  path: '/api/operator/shop-applications',
  access: 'operator',
  summary: 'List the applications for a shop, and count them by state',
  query: operatorApplicationsQuery,
  output: operatorApplicationsView,
});

export const approveApplication = endpoint({
  method: 'post',
  path: '/api/operator/shop-applications/:id/approve',
  access: 'operator',
  changes: ['/api/operator'],
  summary: 'Approve an application: create the shop, make the applicant its admin and send a mail',
  params: idParams,
  output: operatorApplicationView,
  errors: ['status_not_allowed', 'slug_taken', 'email_required', 'applicant_blocked'],
});

export const declineApplication = endpoint({
  method: 'post',
  path: '/api/operator/shop-applications/:id/decline',
  access: 'operator',
  changes: ['/api/operator'],
  summary: 'Decline an application with a reason, which the applicant receives by mail',
  params: idParams,
  body: declineApplicationBody,
  output: operatorApplicationView,
  errors: ['status_not_allowed'],
});
