import { refreshSession } from '@haat/contract/accounts/auth.calls';
import type { UserView } from '@haat/contract/accounts/users.calls';
import { isExpired, readToken } from '@haat/contract/accounts/decode-token';
import { type SessionEvent, sessionMachine, type Tokens } from '@haat/machines/accounts/session.machine';
import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { call } from '../../lib/api.ts';
import { withTabLock } from '../../lib/async.ts';
import type { StartMachine } from '../../lib/deferred-actor.ts';
import {
  clearTokens,
  readAuthToken,
  readRefreshToken,
  readTokens,
  saveEndedSession,
  saveTokens,
} from '../../lib/storage.ts';
import { loadProfile, revoke, SESSION_LOCK, type SessionState, storeSession } from './session-actor.ts';

/** Starts the session with the stored tokens: another tab may have changed them a moment ago. */
export const startSession: StartMachine<SessionState, SessionEvent> = ({ status }, { onState }) => {
  const actor = createActor(machine, { input: { tokens: readTokens(), hasExpired: status === 'loading' } });
  actor.subscribe((snapshot) => onState(stateOf(snapshot)));
  return actor.start();
};

function stateOf(snapshot: SnapshotFrom<typeof sessionMachine>): SessionState {
  const { tokens, user, attempt } = snapshot.context;
  return { status: statusOf(snapshot), tokens, user, hasFailed: attempt > 0 };
}

function statusOf(snapshot: SnapshotFrom<typeof sessionMachine>): SessionState['status'] {
  if (snapshot.matches('signedOut')) return 'signedOut';
  if (!snapshot.matches('signedIn')) return 'loading';
  if (snapshot.matches({ signedIn: 'renewing' })) return 'renewing';
  return snapshot.matches({ signedIn: 'unreachable' }) ? 'unreachable' : 'signedIn';
}

const machine = sessionMachine.provide({
  actors: {
    refresh: fromPromise<Tokens, { refreshToken: string }>(({ input }) => refreshTokens(input.refreshToken)),
    loadProfile: fromPromise<UserView, { token: string }>(({ input, signal }) => loadProfile(input.token, signal)),
  },
  actions: {
    storeTokens: (_, { tokens, userId }) => {
      if (tokens) storeSession(tokens, userId);
    },
    rememberEnded: (_, { userId }) => saveEndedSession(userId),
    clearTokens: () => clearTokens(),
    revoke: (_, { tokens }) => void revoke(tokens),
  },
});

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
  const token = readAuthToken();
  const refreshToken = readRefreshToken();
  const claims = readToken(token);
  const isFresh = token !== before && claims !== undefined && !isExpired(claims, Date.now());
  return token && refreshToken && isFresh ? { token, refreshToken } : undefined;
}
