/** A session without a refresh token lasts as long as its access token. */
export type Tokens = { token: string; refreshToken: string | undefined };

const AUTH_TOKEN = 'authToken';
const REFRESH_TOKEN = 'refreshToken';
const USER_ID = 'userId';
const ENDED_SESSION = 'endedSession';

/** The storage key of an order request that was sent begins with it; user and shop follow. */
export const PENDING_ORDER_PREFIX = 'pendingOrder_';

/** The storage key of the user's last orders, for reading them offline. They are removed with the tokens. */
export const LAST_ORDERS = 'lastOrders';

/** The database with what a member saw of the shop last, for reading it offline. It is removed like the last orders. */
export const SHOP_COPY = 'shopCopy';

/** The storage key of the time of the last known change. It is removed with the tokens. */
export const CHANGED_AT = 'changedAt';

/** The storage key whose change shows that another tab changed the session. */
export const SESSION_STORAGE_KEY = AUTH_TOKEN;

// What storage refuses (private mode) still has to last for this page.
let unstored: Record<string, string> = {};

/** The stored access token. */
export function readAuthToken(): string | undefined {
  return readKept(AUTH_TOKEN);
}

/** The stored refresh token. */
export function readRefreshToken(): string | undefined {
  return readKept(REFRESH_TOKEN);
}

/** Both tokens; undefined for a guest. */
export function readTokens(): Tokens | undefined {
  const token = readAuthToken();
  return token === undefined ? undefined : { token, refreshToken: readRefreshToken() };
}

/** Stores the tokens of a login or a refresh. With another user's, the last orders and the copy of the shop are removed. */
export function saveTokens({ token, refreshToken }: Tokens, userId?: string): void {
  if (userId !== undefined && userId !== readStored(USER_ID)) clearCopies();
  store(AUTH_TOKEN, token);
  if (refreshToken !== undefined) store(REFRESH_TOKEN, refreshToken);
  if (userId !== undefined) store(USER_ID, userId);
}

/** Removes access token, refresh token, user id, last orders and the copy of the shop. */
export function clearTokens(): void {
  unstored = {};
  for (const key of [AUTH_TOKEN, REFRESH_TOKEN, USER_ID, CHANGED_AT]) removeStored(key);
  clearCopies();
}

/** Removes the last orders and the copy of the shop. */
export function clearCopies(): void {
  removeStored(LAST_ORDERS);
  try {
    indexedDB.deleteDatabase(SHOP_COPY);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/** Stores whose session the server ended; without an id, as for a damaged token, the user who logged in last. */
export function saveEndedSession(userId = readStored(USER_ID)): void {
  if (userId !== undefined) writeStored(ENDED_SESSION, userId);
}

/** Removes it, at the next login. */
export function clearEndedSession(): void {
  removeStored(ENDED_SESSION);
}

/** The id of the user whose session the server ended. */
export function readEndedSession(): number | undefined {
  const id = Number(readStored(ENDED_SESSION));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Stores a text, for this page only where storage is forbidden. */
export function store(key: string, value: string): void {
  if (!writeStored(key, value)) unstored[key] = value;
}

/** A text that `store` has stored. */
export const readKept = (key: string): string | undefined => readStored(key) ?? unstored[key];

/** A stored text; undefined when there is none or storage is forbidden (private mode, blocked cookies). */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The keys of everything stored. */
export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** Whether the text could be stored: a full or forbidden storage must not break a screen. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes the text; nothing happens where storage is forbidden. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/** Clears the storage of this tab: drafts and the like belong to the user who was logged in. */
export function clearTabStorage(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/** A unique key of 32 letters and digits; unlike `randomUUID` it works on plain http, too. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
