import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { email, id, mobile, slug } from '../common.ts';
import { LANGUAGE_CODES } from './language.ts';
import { SHOP_ROLES } from './shop-roles.ts';

/** An email address or a mobile number. */
const contact = { email: email.optional(), mobile: mobile.optional() };

type ContactFields = { email?: string | undefined; mobile?: string | undefined };
const isOneContact = ({ email, mobile }: ContactFields) => (email === undefined) !== (mobile === undefined);
const ONE_CONTACT = { path: ['email'], error: 'or mobile is required, one of the two' };

export const sendTokenBody = z
  .object({
    ...contact,
    shop_slug: slug,
    language: z
      .enum(LANGUAGE_CODES)
      .optional()
      .meta({ description: 'The language of the code for a contact without an account; English by default' }),
  })
  .refine(isOneContact, ONE_CONTACT);
export const sendTokenView = z.object({
  message: z.string(),
  resend_after: z.number().int().meta({ description: 'Seconds until another code can be requested' }),
});

export const loginBody = z
  .object({ ...contact, token: z.string().trim().min(1).max(64), shop_slug: slug })
  .refine(isOneContact, ONE_CONTACT);
export const loginView = z.object({ token: z.string(), refreshToken: z.string(), user: z.object({ id }) });
export type LoginView = z.infer<typeof loginView>;

export const refreshBody = z.object({ refreshToken: z.string().min(1).max(256) });
export const refreshView = z.object({ token: z.string(), refreshToken: z.string() });
export type RefreshView = z.infer<typeof refreshView>;

/** `suspended`: its members can read everything and finish its orders. `current`: the shop of the session. */
export const ownShopView = z
  .object({
    id,
    slug: z.string(),
    name: z.string().nullable(),
    role: z.enum(SHOP_ROLES),
    suspended: z.boolean(),
    current: z.boolean(),
  })
  .meta({ id: 'OwnShop' });
export type OwnShopView = z.infer<typeof ownShopView>;

export const switchShopBody = z.object({ shop_slug: slug });
export const switchShopView = z.object({ token: z.string() });

/** An expired access token is accepted when the refresh token is in the body. */
export const logoutBody = z.object({ refreshToken: z.string().max(256).optional() }).optional();

export const sendLoginCode = endpoint({
  method: 'post',
  path: '/api/auth/send-token',
  access: 'public',
  summary: 'Send a one-time code by email, or by a message to a mobile number',
  description:
    'The response is the same whether or not the email or mobile is known. A code is valid for five minutes and opens one ' +
    'session. It supersedes an earlier one only if that was requested from the same network address. Limited per address, ' +
    'per email or mobile and address, and per email or mobile: 100 a day from all networks that the account has not logged ' +
    'in from, 50 from one IPv6 /48, and 200 from each network that it has logged in from. A mobile number is accepted where ' +
    '`mobile_login` of a shop is true.',
  isSecret: true,
  body: sendTokenBody,
  output: sendTokenView,
  errors: ['not_found', 'rate_limited'],
});

export const logIn = endpoint({
  method: 'post',
  path: '/api/auth/login-with-token',
  access: 'public',
  summary: 'Log in with a one-time code',
  description:
    'A code takes five wrong guesses from the network address that requested it, and five from all others together. An ' +
    'address that requested no usable code for the email or mobile has 30 wrong guesses in 15 minutes for all of them and ' +
    '20 a day for one; all such addresses together have 100 a day for one. Every wrong, expired or locked code has the same answer.',
  isSecret: true,
  body: loginBody,
  output: loginView,
  errors: ['otp_invalid', 'rate_limited'],
});

export const refreshSession = endpoint({
  method: 'post',
  path: '/api/auth/refresh-token',
  access: 'public',
  summary: 'Exchange a refresh token for a new pair of tokens',
  description:
    'The presented token stays valid until a successor has been used once. Of several successors, the first one used ' +
    'retires the others; presenting a retired token ends the session, and the user is notified by email. An unused ' +
    'successor is valid for at least a minute, however many are requested. Limited to 60 refreshes of a session in 15 minutes.',
  isSecret: true,
  body: refreshBody,
  output: refreshView,
  errors: ['unauthenticated', 'rate_limited'],
});

export const logOut = endpoint({
  method: 'post',
  path: '/api/auth/logout',
  access: 'refresh-token',
  summary: 'End the session',
  body: logoutBody,
});

export const listOwnShops = endpoint({
  method: 'get',
  path: '/api/auth/shops',
  access: 'user',
  onSharedDevice: 'acting',
  summary: 'List the shops that the user is a member of, by name',
  output: z.array(ownShopView),
});

export const switchShop = endpoint({
  method: 'post',
  path: '/api/auth/shop',
  access: 'user',
  summary: 'Continue the session at another shop of the user',
  description:
    'From then on every access token of the session acts for that shop, and for no other; its streams and sockets are closed. ' +
    'The refresh token stays as it is. The answer has a token whose claims name the shop. An open invitation to the shop is ' +
    'accepted. Limited to 60 in 15 minutes.',
  body: switchShopBody,
  output: switchShopView,
  errors: ['forbidden', 'rate_limited'],
});
