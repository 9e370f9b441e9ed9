import { logOut, refreshSession } from '@haat/contract/accounts/auth.calls';
import { getProfile, type UserView } from '@haat/contract/accounts/users.calls';
import { isExpired, readToken } from '@haat/contract/accounts/decode-token';
import { sessionMachine, type Tokens } from '@haat/machines/accounts/session.machine';
import { type ActorRefFrom, fromPromise, type SnapshotFrom } from 'xstate';
import { call, sendRequest } from '../../lib/api.ts';
import { withTabLock } from '../../lib/async.ts';
import {
  clearEndedSession,
  clearTokens,
  readAuthToken,
  readRefreshToken,
  readTokens,
  saveEndedSession,
  saveTokens,
} from '../../lib/storage.ts';

export type SessionActor = ActorRefFrom<typeof sessionMachine>;
export type SessionState = SnapshotFrom<typeof sessionMachine>;

/** Whether a user is logged in. */
export const isSignedIn = (state: SessionState) => state.matches('signedIn');

/** What the session starts with. */
export function storedTokens() {
  const tokens = readTokens();
  return { tokens, hasExpired: tokens !== undefined && !isFresh(tokens.token) };
}

/** The session of this device's user, with the tokens in local storage. */
export const storedSession = sessionMachine.provide({
  actors: {
    refresh: fromPromise<Tokens, { refreshToken: string }>(({ input }) => refreshTokens(input.refreshToken)),
    // Not with `call`: the machine itself decides how to handle a rejected token.
    loadProfile: fromPromise<UserView, { token: string }>(({ input, signal }) =>
      sendRequest(getProfile, { signal }, input.token),
    ),
  },
  actions: {
    storeTokens: (_, { tokens, userId }) => {
      if (!tokens) return;
      saveTokens(tokens, userId);
      clearEndedSession();
    },
    rememberEnded: (_, { userId }) => saveEndedSession(userId),
    clearTokens: (_, { tokens }) => {
      // A guest has none: what another tab stored a moment ago stays.
      if (tokens) clearTokens();
    },
    revoke: (_, { tokens }) => void revoke(tokens),
  },
});

/** Ends the session at the server. */
async function revoke(tokens: Tokens | undefined): Promise<void> {
  if (!tokens) return;
  const body = { refreshToken: tokens.refreshToken };
  // The logout applies on this device whether or not the server can be reached.
  await sendRequest(logOut, { body }, tokens.token).catch(() => {});
}

/** Held by the tab that requests new tokens. */
export const SESSION_LOCK = 'haat-refresh';

/**
 * New tokens for a refresh token, stored immediately unless the user logged out meanwhile. Holds a lock of all tabs: a tab that
 * waited finds the fresh token of the other one and sends no request. Rejects with ApiError when the server refuses, and with
 * the error of `fetch` when it cannot be reached.
 */
export async function refreshTokens(refreshToken: string): Promise<Tokens> {
  const before = readAuthToken();
  // Rotation on proof makes a double refresh harmless.
  return withTabLock(SESSION_LOCK, async () => freshStored(before) ?? requestTokens(refreshToken));
}

/** While it lasts, a page that starts with an expired token shows nothing. */
const LIMIT_MS = 8_000;

async function requestTokens(refreshToken: string): Promise<Tokens> {
  const tokens = await call(refreshSession, { body: { refreshToken }, limitMs: LIMIT_MS });
  // A logout meanwhile, here or in another tab, wins.
  if (readRefreshToken() === refreshToken) saveTokens(tokens);
  return tokens;
}

function freshStored(before: string | undefined): Tokens | undefined {
  const tokens = readTokens();
  return tokens?.refreshToken && tokens.token !== before && isFresh(tokens.token) ? tokens : undefined;
}

function isFresh(token: string): boolean {
  const claims = readToken(token);
  return claims !== undefined && !isExpired(claims, Date.now());
}
