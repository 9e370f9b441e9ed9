import type { ClaimedRole } from './shop-roles.ts';

/** The claims of our access tokens. The client uses them for menus only; the server checks the database. */
export type TokenClaims = {
  sub: string;
  email?: string;
  sid: string;
  exp: number;
  role?: ClaimedRole;
  shop_admin?: boolean;
  operator?: boolean;
  helping?: boolean;
  shop_id?: number;
  shop_slug?: string;
};

/**
 * The payload of a JWT; the signature is not verified. Throws Error with a text that can be shown.
 */
export function decodeToken(token: unknown): TokenClaims {
  if (typeof token !== 'string') throw new Error('Invalid token specified: must be a string');
  const payload = token.split('.')[1];
  if (typeof payload !== 'string') throw new Error('Invalid token specified: missing part #2');
  return parseJson(decodeBase64Url(payload));
}

/** The claims, or undefined for anything that is not a token of ours: a stored token may have been tampered with. */
export function readToken(token: unknown): TokenClaims | undefined {
  try {
    const claims: unknown = decodeToken(token);
    return isClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

function isClaims(payload: unknown): payload is TokenClaims {
  const { sub, exp } = (payload ?? {}) as Partial<TokenClaims>;
  return Number(sub) > 0 && typeof exp === 'number';
}

/** Whether the token is past its `exp` at that moment (ms since 1970). */
export function isExpired({ exp }: Pick<TokenClaims, 'exp'>, now: number): boolean {
  return exp * 1000 <= now;
}

// Browsers and Node both provide it; this package includes the types of neither.
declare const atob: (text: string) => string;

function decodeBase64Url(text: string): string {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const escaped = Array.from(bytes, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
    return decodeURIComponent(escaped.join(''));
  } catch {
    throw new Error('Invalid token specified: invalid base64 for part #2');
  }
}

function parseJson(text: string): TokenClaims {
  try {
    return JSON.parse(text) as TokenClaims;
  } catch {
    throw new Error('Invalid token specified: invalid json for part #2');
  }
}
