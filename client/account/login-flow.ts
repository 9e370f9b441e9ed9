import { type Contact, contactIn } from '@haat/contract/accounts/contact';
import { logIn, sendLoginCode } from '@haat/contract/accounts/auth.calls';
import type { LanguageCode } from '@haat/contract/accounts/language';
import type { NewSession, OtpSent, RedeemOtp, SendOtp } from '@haat/machines/accounts/login.machine';
import { i18n } from '@lingui/core';
import { OTP_SECONDS } from '@haat/machines/accounts/otp-challenge.machine';
import { fromPromise } from 'xstate';
import { call } from '../lib/api.ts';
import { readTab, storeInTab } from '../lib/tab-storage.ts';

/** The two calls of the login. They are sent without an access token. */
export const loginActors = {
  sendOtp: fromPromise<OtpSent, SendOtp>(async ({ input: { contact, shopSlug }, signal }) => {
    const language: LanguageCode = i18n.locale === 'hi' ? 'hi' : 'en';
    const body = { ...contact, shop_slug: shopSlug, language };
    return { resendAfter: (await call(sendLoginCode, { body, signal })).resend_after };
  }),
  redeemOtp: fromPromise<NewSession, RedeemOtp>(async ({ input: { contact, otp, shopSlug }, signal }) => {
    const body = { ...contact, token: otp, shop_slug: shopSlug };
    const { token, refreshToken, user } = await call(logIn, { body, signal });
    return { token, refreshToken, userId: user.id };
  }),
};

type Place = {
  shopSlug: string;
  isMainShop: boolean;
  /** The shop of a member's session. */
  memberOf: string | undefined;
  redirect: string | null;
  /** Whether a path is a screen of the app. */
  isKnownRoute: (path: string) => boolean;
};

/**
 * Where a login leads: to the screen in `redirect`; else a member to the orders of their shop, others to the platform's dashboard
 * or the shop's order.
 */
export function pathAfterLogin(place: Place): string {
  return (
    requestedScreen(place) ?? ownOrders(place) ?? `/${place.shopSlug}${place.isMainShop ? '/dashboard' : '/order'}`
  );
}

/**
 * Where a user who is already logged in is redirected: to the screen in `redirect`; else from the platform to its dashboard,
 * a member from their shop to its orders, others to the products.
 */
export function signedInPath(place: Place): string {
  const requested = requestedScreen(place);
  if (requested !== undefined || place.isMainShop) return requested ?? `/${place.shopSlug}/dashboard`;
  return ownOrders(place) ?? `/${place.shopSlug}/products`;
}

const ownOrders = ({ shopSlug, isMainShop, memberOf }: Place): string | undefined =>
  memberOf !== undefined && (isMainShop || memberOf === shopSlug) ? `/${memberOf}/shop-orders` : undefined;

/**
 * The screen that `redirect` names: within the shop (/order), or with its shop (/dairy/order). Undefined for everything
 * else, and for the login, which would only redirect again.
 */
function requestedScreen({ shopSlug, redirect, isKnownRoute }: Place): string | undefined {
  const path = safeRedirect(redirect);
  if (path === undefined || /^\/([^/]*\/)?login\/?([?#]|$)/.test(path)) return undefined;
  return [`/${shopSlug}${path}`, path].find(isKnownRoute);
}

/**
 * The in-app path of a `redirect` query parameter; undefined unless it is a plain path of our own: one leading slash,
 * no scheme, host, backslash or control character.
 */
export function safeRedirect(target: string | null | undefined): string | undefined {
  if (!target || !/^\/(?![/\\])/.test(target)) return undefined;
  // oxlint-disable-next-line no-control-regex -- tabs and newlines are what browsers drop to turn /<tab>/host into //host
  return /[\\\u0000-\u001f\u007f]/.test(target) || target.includes('/../') ? undefined : target;
}

/** A code that was sent; `resendAt`: when the next one can be requested (ms since 1970). */
type SentCode = { shopSlug: string; contact: Contact; resendAt: number };

type StoredCode = { shopSlug: string; sentTo: string; resendAt: number; until: number };

const SENT_CODE_KEY = 'sentCode';
/** The lifetime of a code. */
const CODE_MS = OTP_SECONDS * 1000;

/**
 * The code that this tab waits for. A phone may reload the page while the user reads the mail or message; the field for the
 * code is then still shown.
 */
export function readSentCode(shopSlug: string): SentCode | undefined {
  const { shopSlug: sentAt, sentTo, resendAt, until } = (readTab(SENT_CODE_KEY) ?? {}) as Partial<StoredCode>;
  const contact = typeof sentTo === 'string' ? contactIn(sentTo) : undefined;
  const isValid = sentAt === shopSlug && typeof until === 'number' && until > Date.now();
  return isValid && contact && typeof resendAt === 'number' ? { shopSlug, contact, resendAt } : undefined;
}

/** Stores it. */
export function storeSentCode({ shopSlug, contact, resendAt }: SentCode): void {
  const sentTo = contact.email ?? contact.mobile;
  storeInTab(SENT_CODE_KEY, { shopSlug, sentTo, resendAt, until: Date.now() + CODE_MS } satisfies StoredCode);
}

/** For a code that was used or is replaced. */
export const clearSentCode = (): void => storeInTab(SENT_CODE_KEY, undefined);

const TYPED_CONTACT_KEY = 'typedContact';

/** The email address or mobile number that was typed in this tab, so that it is still there after reading the policies. */
export function readTypedContact(): string {
  const typed = readTab(TYPED_CONTACT_KEY);
  return typeof typed === 'string' ? typed : '';
}

/** Stores it; an empty one is removed. */
export const storeTypedContact = (text: string): void => storeInTab(TYPED_CONTACT_KEY, text || undefined);
