import { readStored, removeStored, writeStored } from './storage.ts';

/** A session without a refresh token lasts as long as its access token. */
export type Tokens = { token: string; refreshToken: string | undefined };

const AUTH_TOKEN = 'authToken';
const REFRESH_TOKEN = 'refreshToken';
const USER_ID = 'userId';

/** Under which key other tabs announce that the session changed. */
export const SESSION_STORAGE_KEY = AUTH_TOKEN;

// What storage refuses (private mode) still has to last for this page.
let unstored: Record<string, string> = {};

/** The stored access token. Spec section 3, local storage. */
export function readAuthToken(): string | undefined {
  return readStored(AUTH_TOKEN) ?? unstored[AUTH_TOKEN];
}

/** The stored refresh token. */
export function readRefreshToken(): string | undefined {
  return readStored(REFRESH_TOKEN) ?? unstored[REFRESH_TOKEN];
}

/** Both tokens; undefined when nobody signed in on this device. */
export function readTokens(): Tokens | undefined {
  const token = readAuthToken();
  return token === undefined ? undefined : { token, refreshToken: readRefreshToken() };
}

/** Stores what a login or a refresh answered. */
export function saveTokens({ token, refreshToken }: Tokens, userId?: string): void {
  keep(AUTH_TOKEN, token);
  if (refreshToken !== undefined) keep(REFRESH_TOKEN, refreshToken);
  if (userId !== undefined) keep(USER_ID, userId);
}

/** Forgets access token, refresh token and user id. */
export function clearTokens(): void {
  unstored = {};
  for (const key of [AUTH_TOKEN, REFRESH_TOKEN, USER_ID]) removeStored(key);
}

function keep(key: string, value: string): void {
  if (!writeStored(key, value)) unstored[key] = value;
}
