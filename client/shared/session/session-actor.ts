import { logOut } from '@haat/contract/accounts/auth.calls';
import { getProfile, type UserView } from '@haat/contract/accounts/users.calls';
import { isExpired, readToken } from '@haat/contract/accounts/decode-token';
import type { SessionEvent, Tokens } from '@haat/machines/accounts/session.machine';
import { sendRequest } from '../../lib/api.ts';
import { type AnyActor, DeferredActor } from '../../lib/deferred-actor.ts';
import { clearEndedSession, clearTokens, readTokens, saveTokens } from '../../lib/storage.ts';

/** The app's knowledge of the session. `loading`: it is not known whether a user is logged in. */
export type SessionState = {
  status: 'loading' | 'signedIn' | 'renewing' | 'unreachable' | 'signedOut';
  tokens: Tokens | undefined;
  /** The profile; arrives after the session is known. */
  user: UserView | undefined;
  /** Whether the profile could not be loaded; it is tried again. */
  hasFailed: boolean;
};

/** Held by the tab that requests new tokens. */
export const SESSION_LOCK = 'haat-refresh';

export type SessionActor = AnyActor<SessionState, SessionEvent>;

/** Whether a user is logged in. */
export const isSignedIn = ({ status }: SessionState) => status !== 'loading' && status !== 'signedOut';

/**
 * The session of this device's user, with the tokens in local storage. A guest does without the machine; an expired token is
 * renewed by it, and the profile of a user loaded.
 */
export const createSessionActor = () =>
  new DeferredActor<SessionState, SessionEvent>({
    name: 'session',
    state: storedSession(),
    load: async () => (await import('./session-machine.ts')).startSession,
    next: nextSession,
    needsMachine: ({ type }) => type === 'refused',
    isUrgent: ({ status }) => status !== 'signedOut',
  });

const SIGNED_OUT: SessionState = { status: 'signedOut', tokens: undefined, user: undefined, hasFailed: false };
const signedIn = (tokens: Tokens): SessionState => ({ ...SIGNED_OUT, status: 'signedIn', tokens });

function storedSession(): SessionState {
  const tokens = readTokens();
  if (!tokens) return SIGNED_OUT;
  const claims = readToken(tokens.token);
  const hasExpired = claims === undefined || isExpired(claims, Date.now());
  return { ...signedIn(tokens), status: hasExpired ? 'loading' : 'signedIn' };
}

/** Until the machine is there. It loads the profile as soon as it starts. */
function nextSession(state: SessionState, event: SessionEvent): SessionState {
  if (event.type === 'signedIn') {
    storeSession(event.tokens, readToken(event.tokens.token)?.sub);
    return signedIn(event.tokens);
  }
  if (event.type === 'stored.changed') return event.tokens ? signedIn(event.tokens) : signOut();
  const isEnd = event.type === 'logout' || event.type === 'account.deleted';
  if (!isEnd || !isSignedIn(state)) return state;
  if (event.type === 'logout') void revoke(state.tokens);
  return signOut();
}

function signOut(): SessionState {
  clearTokens();
  return SIGNED_OUT;
}

/** Stores the tokens of a login or a renewal. */
export function storeSession(tokens: Tokens, userId: string | undefined): void {
  saveTokens(tokens, userId);
  clearEndedSession();
}

/** Ends the session at the server. */
export async function revoke(tokens: Tokens | undefined): Promise<void> {
  if (!tokens) return;
  const body = { refreshToken: tokens.refreshToken };
  // The logout applies on this device whether or not the server can be reached.
  await sendRequest(logOut, { body }, tokens.token).catch(() => {});
}

/** The profile for a token. Not with `call`: the machine itself decides how to handle a rejected token. */
export const loadProfile = (token: string, signal: AbortSignal): Promise<UserView> =>
  sendRequest(getProfile, { signal }, token);
