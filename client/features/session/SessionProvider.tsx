import { isExpired, readToken } from '@haat/contract/rules/decode-token';
import { useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { provideSessionRenewal } from '../../lib/api.ts';
import { readTokens, SESSION_STORAGE_KEY } from '../../lib/tokens.ts';
import { renewalBy } from './renew-session.ts';
import { SessionContext } from './session-context.ts';
import { useSession } from './use-session.ts';

type Props = { children: ReactNode };

/** Holds the session, and shows nothing until it is known whether somebody is signed in. Spec section 2. */
export function SessionProvider({ children }: Props) {
  const [input] = useState(readStoredSession);
  return (
    <SessionContext.Provider options={{ input }}>
      <FollowBrowser />
      <Gate>{children}</Gate>
      {/* After the screens: theirs must have heard that nobody is signed in, or they would ask anew and be refused. */}
      <ForgetAnswers />
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

/** Other tabs, the line, and calls that were refused. */
function FollowBrowser() {
  const session = SessionContext.useActorRef();

  useEffect(() => provideSessionRenewal(renewalBy(session)), [session]);

  useEffect(() => {
    const hearLine = () => session.send({ type: 'line.back' });
    const hearStorage = ({ key, storageArea }: StorageEvent) => {
      const isOurs = storageArea === localStorage && (key === SESSION_STORAGE_KEY || key === null);
      if (isOurs) session.send({ type: 'stored.changed', tokens: readTokens() });
    };
    window.addEventListener('online', hearLine);
    window.addEventListener('storage', hearStorage);
    return () => {
      window.removeEventListener('online', hearLine);
      window.removeEventListener('storage', hearStorage);
    };
  }, [session]);

  return null;
}

const PRIVATE = new Set<unknown>(['orders', 'addresses', 'notifications']);

/** What one person was answered must not be seen by the next one on the same device. */
function ForgetAnswers() {
  const { userId } = useSession();
  const queries = useQueryClient();
  const before = useRef(userId);
  useEffect(() => {
    const hasLeft = before.current !== undefined && before.current !== userId;
    before.current = userId;
    if (!hasLeft) return;
    const theirs = { predicate: ({ queryKey }: Query) => PRIVATE.has(queryKey[0]) };
    // A screen that waits for the code of the next one has not heard that nobody is left, and would ask for them.
    if (userId === undefined) for (const query of queries.getQueryCache().findAll(theirs)) query.reset();
    else void queries.resetQueries(theirs);
  }, [queries, userId]);
  return null;
}
