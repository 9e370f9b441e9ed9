import { type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type ActorRefFrom, waitFor } from 'xstate';
import { isExpired, readToken } from '@haat/contract/rules/decode-token';
import type { sessionMachine } from '@haat/machines/session/session.machine';
import { provideSessionRenewal, type RenewSession } from '../../lib/api.ts';
import { readTokens, SESSION_STORAGE_KEY } from '../../lib/storage.ts';
import { SessionContext } from './session-context.ts';
import { useSession } from './use-session.ts';

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

const PRIVATE = new Set<unknown>(['orders', 'addresses', 'notifications']);

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
