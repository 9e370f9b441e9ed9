import { useQueryClient } from '@tanstack/react-query';
import { useActorRef } from '@xstate/react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { UserView } from '@haat/contract/accounts/users.calls';
import { readToken, type TokenClaims } from '@haat/contract/accounts/decode-token';
import { waitFor } from 'xstate';
import { createActorContext } from '../../lib/actor-context.ts';
import { provideSessionRenewal, type RenewSession } from '../../lib/api.ts';
import { isPrivate } from '../../lib/call-query.ts';
import { readTokens, SESSION_STORAGE_KEY } from '../../lib/storage.ts';
import { isSignedIn, type SessionActor, type SessionState, storedSession, storedTokens } from './session-actor.ts';

/** The session of this device's user. */
export const SessionContext = createActorContext<SessionActor>();

type Props = { children: ReactNode };

/** Holds the session, and shows nothing until it is known whether a user is logged in. */
export function SessionProvider({ children }: Props) {
  const [input] = useState(storedTokens);
  const session = useActorRef(storedSession, { input });
  useBrowserEvents(session);
  return (
    <SessionContext.Provider value={session}>
      <Gate>{children}</Gate>
      {/* After the screens: they must know first that the user logged out, or they would refetch and be refused. */}
      <ClearPrivateQueries />
    </SessionContext.Provider>
  );
}

function Gate({ children }: Props) {
  return SessionContext.useSelector((state) => state.hasTag('known')) ? children : null;
}

/** Forwards to the session: changes by other tabs, the device coming online, and refused calls. */
function useBrowserEvents(session: SessionActor): void {
  useEffect(() => provideSessionRenewal(renewalBy(session)), [session]);

  useEffect(() => {
    const follow = () => session.send({ type: 'stored.changed', tokens: readTokens() });
    const onOnline = () => session.send({ type: 'connection.restored' });
    const onStorage = ({ key, storageArea }: StorageEvent) => {
      const isOurs = storageArea === localStorage && (key === SESSION_STORAGE_KEY || key === null);
      if (isOurs) follow();
    };
    // Another tab may have changed it before this one listened.
    if (readTokens()?.token !== session.getSnapshot().context.tokens?.token) follow();
    window.addEventListener('online', onOnline);
    window.addEventListener('storage', onStorage);
    return () => {
      window.removeEventListener('online', onOnline);
      window.removeEventListener('storage', onStorage);
    };
  }, [session]);
}

let keepers = 0;

/** For screens that stay as they are when the session ends: their data is only cleared when another user logs in. */
export function useKeepData(): void {
  useEffect(() => {
    keepers += 1;
    return () => void (keepers -= 1);
  }, []);
}

/** Clears the data of one user before the next one uses the same device. */
function ClearPrivateQueries() {
  const { userId } = useSession();
  const queries = useQueryClient();
  const last = useRef(userId);
  useEffect(() => {
    const isKept = userId === undefined && keepers > 0;
    const hasLeft = last.current !== undefined && last.current !== userId;
    if (!isKept) last.current = userId;
    if (!hasLeft) return;
    const theirs = { predicate: isPrivate };
    if (userId !== undefined) void queries.resetQueries(theirs);
    // A screen that still waits for the code of the next one does not know of the logout, and would refetch them.
    else for (const query of queries.getQueryCache().findAll(theirs)) if (!isKept || !query.isActive()) query.reset();
  }, [queries, userId]);
  return null;
}

/**
 * Renews the token of refused calls: the machine renews once for all that are refused at the same time. Resolves to undefined
 * when the session is over; rejects when the server cannot be reached, which must not look like the end of a session.
 */
function renewalBy(session: SessionActor): RenewSession {
  return async (spent) => {
    session.send({ type: 'refused', token: spent });
    const isDecided = (state: SessionState) => state.hasTag('known') && !state.matches({ signedIn: 'renewing' });
    const state = await waitFor(session, isDecided);
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
  /** What `shop-role.ts` reads the role from. */
  claims: Pick<TokenClaims, 'role' | 'shop_admin' | 'helping'> | undefined;
  /** Whether that is vendor or admin; the server checks the database as well. */
  isVendor: boolean;
  /** Whether it is the platform's operator. */
  isOperator: boolean;
  shopId: number | undefined;
  shopSlug: string | undefined;
  /** The profile; arrives after the session is known. */
  user: UserView | undefined;
};

/** The current user: immediately from the token, then from the profile once it has loaded. */
export function useSession(): Session {
  const tokens = SessionContext.useSelector(({ context }) => context.tokens);
  const user = SessionContext.useSelector(({ context }) => context.user);
  const hasSession = SessionContext.useSelector(isSignedIn);
  return useMemo(() => {
    const claims = hasSession ? readToken(tokens?.token) : undefined;
    const known = user ?? claims;
    return {
      isSignedIn: hasSession,
      userId: claims ? Number(claims.sub) : user?.id,
      email: known?.email ?? undefined,
      claims: known,
      isVendor: known?.role === 'vendor',
      isOperator: !!known?.operator,
      // Every token names the shop it was issued at; only a member's token acts for it.
      shopId: known?.role && known.shop_id,
      shopSlug: known?.role && known.shop_slug,
      user,
    };
  }, [tokens, user, hasSession]);
}

/** Sends events to the session: `signedIn`, `profile.changed`, `connection.restored`, `logout`, `account.deleted`. */
export function useSessionSend() {
  return SessionContext.useActor().send;
}

/** The login of a shop, which leads back to the current screen. */
export function useLoginPath(shopSlug: string): string {
  const { pathname, search } = useLocation();
  return `/${shopSlug}/login?redirect=${encodeURIComponent(pathname + search)}`;
}
