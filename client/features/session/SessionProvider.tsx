import { type Query, useQueryClient } from '@tanstack/react-query';
import { createActorContext } from '@xstate/react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type ActorRefFrom, fromPromise, waitFor } from 'xstate';
import { logOut, refreshSession } from '@haat/contract/api/auth';
import { getProfile, type UserView } from '@haat/contract/api/users';
import { isExpired, readToken } from '@haat/contract/rules/decode-token';
import { claimsOf, sessionMachine, type Tokens } from '@haat/machines/session/session.machine';
import { call, provideSessionRenewal, type RenewSession, sendRequest } from '../../lib/api.ts';
import { withTabLock } from '../../lib/async.ts';
import {
  clearEndedSession,
  clearTokens,
  readAuthToken,
  readRefreshToken,
  readTokens,
  saveEndedSession,
  saveTokens,
  SESSION_STORAGE_KEY,
} from '../../lib/storage.ts';

type Props = { children: ReactNode };

/** Holds the session, and shows nothing until it is known whether a user is signed in. */
export function SessionProvider({ children }: Props) {
  const [input] = useState(readStoredSession);
  return (
    <SessionContext.Provider options={{ input }}>
      <BrowserEvents />
      <Gate>{children}</Gate>
      {/* After the screens: they must know first that the user signed out, or they would refetch and be refused. */}
      <ClearPrivateQueries />
    </SessionContext.Provider>
  );
}

function readStoredSession() {
  const tokens = readTokens();
  const claims = readToken(tokens?.token);
  return { tokens, hasExpired: tokens !== undefined && (claims === undefined || isExpired(claims, Date.now())) };
}

function Gate({ children }: Props) {
  const isKnown = SessionContext.useSelector((state) => state.hasTag('known'));
  return isKnown ? children : null;
}

/** Forwards to the session: changes by other tabs, the device coming online, and refused calls. */
function BrowserEvents() {
  const session = SessionContext.useActorRef();

  useEffect(() => provideSessionRenewal(renewalBy(session)), [session]);

  useEffect(() => {
    const onOnline = () => session.send({ type: 'connection.restored' });
    const onStorage = ({ key, storageArea }: StorageEvent) => {
      const isOurs = storageArea === localStorage && (key === SESSION_STORAGE_KEY || key === null);
      if (isOurs) session.send({ type: 'stored.changed', tokens: readTokens() });
    };
    window.addEventListener('online', onOnline);
    window.addEventListener('storage', onStorage);
    return () => {
      window.removeEventListener('online', onOnline);
      window.removeEventListener('storage', onStorage);
    };
  }, [session]);

  return null;
}

const PRIVATE = new Set<unknown>(['orders', 'addresses', 'notifications', 'account']);

/** Clears the data of one user before the next one uses the same device. */
function ClearPrivateQueries() {
  const { userId } = useSession();
  const queries = useQueryClient();
  const before = useRef(userId);
  useEffect(() => {
    const hasLeft = before.current !== undefined && before.current !== userId;
    before.current = userId;
    if (!hasLeft) return;
    const theirs = { predicate: ({ queryKey }: Query) => PRIVATE.has(queryKey[0]) };
    // A screen that still waits for the code of the next one does not know of the sign-out, and would refetch them.
    if (userId === undefined) for (const query of queries.getQueryCache().findAll(theirs)) query.reset();
    else void queries.resetQueries(theirs);
  }, [queries, userId]);
  return null;
}

/**
 * Renews the token of refused calls: the machine renews once for all that are refused at the same time. Resolves to undefined
 * when the session is over; rejects when the server cannot be reached, which must not look like the end of a session.
 */
function renewalBy(session: ActorRefFrom<typeof sessionMachine>): RenewSession {
  return async (spent) => {
    session.send({ type: 'refused', token: spent });
    const state = await waitFor(session, (each) => each.hasTag('known') && !each.matches({ signedIn: 'renewing' }));
    if (state.matches({ signedIn: 'unreachable' })) throw new TypeError('The session could not be renewed');
    const token = state.context.tokens?.token;
    return token === spent ? undefined : token;
  };
}

export type Session = {
  isSignedIn: boolean;
  /** Undefined for a guest. */
  userId: number | undefined;
  email: string | undefined;
  /** Whether the session acts for a shop; the server checks the database as well. */
  isVendor: boolean;
  /** Whether it may change the shop's settings and team. */
  isShopAdmin: boolean;
  /** Whether it is the platform's operator. */
  isOperator: boolean;
  shopId: number | undefined;
  shopSlug: string | undefined;
  /** The profile; arrives after the session is known. */
  user: UserView | undefined;
};

/** The current user: from the token at once, from the profile once it has loaded. */
export function useSession(): Session {
  const tokens = SessionContext.useSelector(({ context }) => context.tokens);
  const user = SessionContext.useSelector(({ context }) => context.user);
  const isSignedIn = SessionContext.useSelector((state) => state.matches('signedIn'));
  return useMemo(() => {
    const claims = isSignedIn ? claimsOf({ tokens }) : undefined;
    const known = user ?? claims;
    const isVendor = known?.role === 'vendor';
    return {
      isSignedIn,
      userId: claims ? Number(claims.sub) : user?.id,
      email: user?.email ?? claims?.email,
      isVendor,
      isShopAdmin: isVendor && known.shop_admin === true,
      isOperator: known?.operator === true,
      // Every token names the shop it was issued at; only a member's token acts for it.
      shopId: isVendor ? known.shop_id : undefined,
      shopSlug: isVendor ? known.shop_slug : undefined,
      user,
    };
  }, [tokens, user, isSignedIn]);
}

/** Sends events to the session: `signedIn`, `profile.changed`, `connection.restored`, `logout`. */
export function useSessionSend() {
  return SessionContext.useActorRef().send;
}

/** The login of a shop, which leads back to the current screen. */
export function useLoginPath(shopSlug: string): string {
  const { pathname, search } = useLocation();
  return `/${shopSlug}/login?redirect=${encodeURIComponent(pathname + search)}`;
}

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
        clearEndedSession();
      },
      rememberEnded: (_, { userId }) => saveEndedSession(userId),
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
