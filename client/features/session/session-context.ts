import { createActorContext } from '@xstate/react';
import { fromPromise } from 'xstate';
import { logOut, refreshSession } from '@haat/contract/api/auth';
import { getProfile, type UserView } from '@haat/contract/api/users';
import { sessionMachine, type Tokens } from '@haat/machines/session/session.machine';
import { isExpired, readToken } from '@haat/contract/rules/decode-token';
import { call, sendRequest } from '../../lib/api.ts';
import { clearTokens, readAuthToken, readRefreshToken, saveTokens } from '../../lib/storage.ts';
import { withTabLock } from '../../lib/async.ts';

// Not with `call`: the machine itself decides what a rejected token means.
const loadProfile = fromPromise<UserView, { token: string }>(({ input, signal }) =>
  sendRequest(getProfile, { signal }, input.token),
);

async function revoke(tokens: Tokens | undefined): Promise<void> {
  if (!tokens) return;
  const body = { refreshToken: tokens.refreshToken };
  // The logout applies on this device whether or not the server can be reached.
  await sendRequest(logOut, { body }, tokens.token).catch(() => {});
}

/** The session of this device's user, with the tokens in local storage. */
export const SessionContext = createActorContext(
  sessionMachine.provide({
    actors: {
      refresh: fromPromise<Tokens, { refreshToken: string }>(({ input }) => refreshTokens(input.refreshToken)),
      loadProfile,
    },
    actions: {
      storeTokens: (_, { tokens, userId }) => {
        if (tokens) saveTokens(tokens, userId);
      },
      clearTokens: () => clearTokens(),
      revoke: (_, { tokens }) => void revoke(tokens),
    },
  }),
);

/**
 * New tokens for a refresh token, stored at once unless the user logged out meanwhile. Under a lock of all tabs: a tab that
 * waited finds the fresh token of the other one and sends no request. Rejects with ApiError when the server refuses, and with
 * the error of `fetch` when it cannot be reached.
 */
export async function refreshTokens(refreshToken: string): Promise<Tokens> {
  const before = readAuthToken();
  // Rotation on proof makes a double refresh harmless.
  return withTabLock('haat-refresh', async () => freshStored(before) ?? requestTokens(refreshToken));
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
  const token = readAuthToken();
  const refreshToken = readRefreshToken();
  const claims = readToken(token);
  const isFresh = token !== before && claims !== undefined && !isExpired(claims, Date.now());
  return token && refreshToken && isFresh ? { token, refreshToken } : undefined;
}
