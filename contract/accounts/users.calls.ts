import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { PROFILE_MOBILE_MESSAGE } from './profile.ts';
import { LANGUAGE_CODES } from './language.ts';
import { CLAIMED_ROLES } from './shop-roles.ts';
import { email, id, idParams, mobile, mobileOr, singleLine, timestamp } from '../common.ts';
import { CONSENT_PURPOSES } from './consent.ts';
import { ADDRESS_LABEL_MAX, ADDRESS_MESSAGE, PIN_CODE, PIN_CODE_MESSAGE } from './address.ts';

/**
 * The logged-in user with the session's context. `login_mobile`: the confirmed number to log in with; `mobile`: the number that
 * shops may call. `role`, `shop_id`, `shop_slug`: only for a member of that shop; `shop_admin`: only for its admins; `operator`:
 * only for the platform's operator. `shop_suspended`: why the member's shop is suspended. `pending_email`: the address that waits
 * for its code. `profile_image`: server-relative, sizes -160, -320 and -640.
 */
export const userView = z
  .object({
    id,
    name: z.string().nullable(),
    email: z.string().nullable().meta({ description: 'Null for an account with a mobile number only' }),
    mobile: z.string().nullable(),
    login_mobile: z.string().nullable(),
    profile_image: z.string().nullable(),
    language: z.enum(LANGUAGE_CODES).nullable().meta({ description: 'Of mails and push messages' }),
    pending_email: z.string().optional(),
    role: z.enum(CLAIMED_ROLES).optional(),
    shop_id: id.optional(),
    shop_slug: z.string().optional(),
    shop_suspended: z.string().optional(),
    shop_admin: z.boolean().optional(),
    operator: z.boolean().optional(),
    helping: z.boolean().optional().meta({ description: 'An operator who acts for the shop like one of its admins' }),
  })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof userView>;

/** An empty mobile number clears it; without the field, it is unchanged. An account without an email may send an empty one. */
export const updateProfileForm = z.object({
  name: singleLine(100),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => text === '' || email.safeParse(text).success, 'must be an email address'),
  mobile: z
    .string()
    .trim()
    .transform((text) => text || null)
    .pipe(mobileOr(PROFILE_MOBILE_MESSAGE).nullable())
    .optional(),
});
export type ProfileFields = z.infer<typeof updateProfileForm>;

const resendAfter = z.number().int().meta({ description: 'Seconds until another code can be requested' });

/** Includes `resend_after` while the new email address waits for the code that was sent to it. */
export const updatedProfileView = userView.extend({ resend_after: resendAfter.optional() });
export type UpdatedProfileView = z.infer<typeof updatedProfileView>;

export const emailCodeView = z.object({ resend_after: resendAfter });
export type EmailCodeView = z.infer<typeof emailCodeView>;

export const confirmEmailBody = z.object({ code: z.string().trim().min(1).max(64) });

/** `token` contains the new address; the old token remains valid. */
export const confirmedEmailView = z.object({ token: z.string(), email: z.string() });
export type ConfirmedEmailView = z.infer<typeof confirmedEmailView>;

export const mobileCodeBody = z.object({ mobile });
export const confirmedMobileView = z.object({ mobile: z.string() });

/** A consent to a version of the text. Optional purposes that are left out are withdrawn. */
export const consentBody = z.object({ purposes: z.array(z.enum(CONSENT_PURPOSES)).max(10) });
export const consentView = z
  .object({ version: z.string(), purposes: z.array(z.enum(CONSENT_PURPOSES)), at: timestamp })
  .meta({ id: 'Consent' });
export type ConsentView = z.infer<typeof consentView>;

/** `device`: browser and operating system; null where they are not known. */
export const sessionView = z
  .object({
    id: z.uuid(),
    device: z.string().nullable(),
    shop_slug: z.string(),
    signed_in_at: timestamp,
    used_at: timestamp,
    current: z.boolean().meta({ description: 'The session that makes this call' }),
  })
  .meta({ id: 'Session' });
export type SessionView = z.infer<typeof sessionView>;

/** `email` or `mobile`: where the code was sent. */
export const deletionCodeView = z.object({
  resend_after: resendAfter,
  email: z.string().optional(),
  mobile: z.string().optional(),
});
export type DeletionCodeView = z.infer<typeof deletionCodeView>;

const rows = z.array(z.record(z.string(), z.unknown()));
/** Everything stored about the user; of orders, payments and notifications, the newest 2,000 each. */
export const exportView = z
  .object({
    exported_at: timestamp,
    profile: z.record(z.string(), z.unknown()),
    addresses: rows,
    place_requests: rows.meta({ description: 'Where the user waits for a shop' }),
    favourite_shops: rows,
    favourite_products: rows,
    orders: rows,
    problems: rows.meta({ description: 'Reported problems, with their messages' }),
    payments: rows,
    consents: rows,
    sessions: rows,
    devices: rows,
    message_preferences: rows,
    notifications: rows,
    security_notices: rows,
    known_devices: rows.meta({ description: 'When devices logged in; they are stored as hashes' }),
    limit_refusals: rows,
    shop_notes: rows.meta({
      description: 'What shops noted about the user, and which of them have blocked the account',
    }),
    memberships: rows,
    shop_applications: rows,
  })
  .meta({ id: 'AccountExport' });
export type ExportView = z.infer<typeof exportView>;

const addressFields = {
  name: singleLine(100),
  street: singleLine(200),
  city: singleLine(100),
  zip: z.string().trim().regex(PIN_CODE, PIN_CODE_MESSAGE),
  phone: mobileOr(ADDRESS_MESSAGE),
};

/** An address for an order, which is not stored with the user. */
export const addressBody = z.object(addressFields);

/** Changes the user's address `id`, or creates one. Without a location from the customer, the PIN code's is used, if known. */
export const saveAddressBody = addressBody
  .extend({
    id: id.optional(),
    label: singleLine(ADDRESS_LABEL_MAX).nullish(),
    latitude: z.number().min(-90).max(90).nullish(),
    longitude: z.number().min(-180).max(180).nullish(),
  })
  .refine(({ latitude, longitude }) => ((latitude ?? null) === null) === ((longitude ?? null) === null), {
    path: ['latitude'],
    message: 'and longitude must be given together',
  });

export const addressView = z
  .object({
    id,
    name: z.string(),
    street: z.string(),
    city: z.string(),
    zip: z.string(),
    phone: z.string(),
    label: z.string().nullable().meta({ description: "Home, Work or the customer's own text" }),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    accuracy_metres: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'How far the address may be from the place; 0 for a location that the customer set' }),
  })
  .meta({ id: 'Address' });
export type AddressView = z.infer<typeof addressView>;

export const getProfile = endpoint({
  method: 'get',
  path: '/api/users/me',
  access: 'user',
  onSharedDevice: 'locked',
  summary: 'Get the logged-in user',
  output: userView,
});

export const updateProfile = endpoint({
  method: 'post',
  path: '/api/users/update-profile',
  access: 'user',
  summary: 'Change name, mobile and picture; a new email address must be confirmed with a code',
  form: { fields: updateProfileForm, file: { field: 'profileImage', kind: 'picture' } },
  output: updatedProfileView,
  errors: ['email_taken', 'rate_limited'],
});

export const sendEmailCode = endpoint({
  method: 'post',
  path: '/api/users/send-email-code',
  access: 'user',
  summary: 'Send another code to the new email address',
  output: emailCodeView,
  errors: ['not_found', 'rate_limited'],
});

export const confirmEmail = endpoint({
  method: 'post',
  path: '/api/users/confirm-email',
  access: 'user',
  summary: 'Confirm the new email address with its code',
  description: 'A code takes five wrong guesses. A user has 30 wrong guesses in 15 minutes.',
  body: confirmEmailBody,
  output: confirmedEmailView,
  errors: ['otp_invalid', 'email_taken', 'rate_limited'],
});

export const pinCodeView = z
  .object({
    pin: z.string(),
    city: z.string().meta({ description: 'The city; where there is none, the district' }),
    state: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    accuracy_metres: z.number().int().meta({ description: 'How far an address may be from the place' }),
  })
  .meta({ id: 'PinCode' });
export type PinCodeView = z.infer<typeof pinCodeView>;

export const getPinCode = endpoint({
  method: 'get',
  path: '/api/pin-codes/:pin',
  access: 'public',
  summary: 'Get the city, the state and the place of a PIN code',
  params: z.object({ pin: z.string().regex(PIN_CODE, PIN_CODE_MESSAGE) }),
  output: pinCodeView,
});

export const sendMobileCode = endpoint({
  method: 'post',
  path: '/api/users/send-mobile-code',
  access: 'user',
  summary: 'Send a code to a mobile number that the user wants to log in with',
  description: 'The response is the same whether or not the number belongs to another account.',
  body: mobileCodeBody,
  output: emailCodeView,
  errors: ['rate_limited'],
});

export const confirmMobile = endpoint({
  method: 'post',
  path: '/api/users/confirm-mobile',
  access: 'user',
  changes: ['/api/users/message-preferences'],
  summary: 'Confirm the mobile number with its code',
  description:
    'The number then logs in to the account. When it replaces another one, all other sessions end. Wrong guesses are limited ' +
    'as for a new email address.',
  body: confirmEmailBody,
  output: confirmedMobileView,
  errors: ['otp_invalid', 'mobile_taken', 'rate_limited'],
});

export const removeLoginMobile = endpoint({
  method: 'delete',
  path: '/api/users/login-mobile',
  access: 'user',
  changes: ['/api/users/message-preferences'],
  summary: 'Remove the mobile number to log in with',
  description: 'Refused for an account without an email address.',
});

export const listConsents = endpoint({
  method: 'get',
  path: '/api/users/me/consents',
  access: 'user',
  summary: "List the user's consents, newest first",
  output: z.array(consentView),
});

export const giveConsent = endpoint({
  method: 'post',
  path: '/api/users/me/consents',
  access: 'user',
  changes: ['/api/users/me/consents'],
  summary: 'Record what the user consents to',
  description:
    'The purposes account and orders are necessary and end with the account; others can be withdrawn by a consent without them.',
  body: consentBody,
  output: consentView,
  errors: ['rate_limited'],
});

export const listSessions = endpoint({
  method: 'get',
  path: '/api/users/me/sessions',
  access: 'user',
  summary: 'List where the user is logged in, the last used first',
  output: z.array(sessionView),
});

export const endSession = endpoint({
  method: 'delete',
  path: '/api/users/me/sessions/:id',
  access: 'user',
  changes: ['/api/users/me/sessions'],
  summary: 'Log out one device',
  params: z.object({ id: z.uuid() }),
});

export const endOtherSessions = endpoint({
  method: 'delete',
  path: '/api/users/me/sessions',
  access: 'user',
  changes: ['/api/users/me/sessions'],
  summary: 'Log out all other devices',
});

const position = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) });

export const getPlaceRequest = endpoint({
  method: 'get',
  path: '/api/users/me/place-request',
  access: 'user',
  summary: 'Read where the user waits for a shop; null when they do not, or were told of one',
  output: z.object({ place: position.nullable() }),
});

export const requestPlace = endpoint({
  method: 'put',
  path: '/api/users/me/place-request',
  access: 'user',
  changes: ['/api/users/me/place-request'],
  summary: 'Ask to be told when a shop serves a place',
  description: 'By mail or, without an email address, by message, once. The last place counts.',
  body: position,
});

export const withdrawPlaceRequest = endpoint({
  method: 'delete',
  path: '/api/users/me/place-request',
  access: 'user',
  changes: ['/api/users/me/place-request'],
  summary: 'No longer wait for a shop; without effect if the user does not',
});

export const exportAccount = endpoint({
  method: 'get',
  path: '/api/users/me/export',
  access: 'user',
  summary: 'Download everything that is stored about the user',
  description: 'At most ten times an hour.',
  output: exportView,
  errors: ['rate_limited'],
});

export const sendDeletionCode = endpoint({
  method: 'post',
  path: '/api/users/send-deletion-code',
  access: 'user',
  summary: 'Send the code that confirms the deletion of the account',
  output: deletionCodeView,
  errors: ['account_in_use', 'rate_limited'],
});

export const deleteAccount = endpoint({
  method: 'post',
  path: '/api/users/delete-account',
  access: 'user',
  summary: 'Delete the account',
  description:
    'Refused while an order is open or a payment is not settled, for the only admin of a shop, and for operators. Orders ' +
    'remain without the person.',
  body: confirmEmailBody,
  errors: ['otp_invalid', 'account_in_use', 'last_admin', 'rate_limited'],
});

export const listAddresses = endpoint({
  method: 'get',
  path: '/api/address',
  access: 'user',
  summary: "List the user's addresses",
  output: z.array(addressView),
});

export const saveAddress = endpoint({
  method: 'post',
  path: '/api/address',
  access: 'user',
  changes: ['/api/address'],
  summary: "Create or change one of the user's addresses",
  body: saveAddressBody,
  output: addressView,
  errors: ['not_found'],
});

export const deleteAddress = endpoint({
  method: 'delete',
  path: '/api/address/:id',
  access: 'user',
  changes: ['/api/address'],
  summary: "Delete one of the user's addresses; orders have their own copy",
  params: idParams,
  errors: ['not_found'],
});
