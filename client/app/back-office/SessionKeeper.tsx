import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { useAlarm } from '../../office/orders/alerts/alarm.ts';
import { LoginCard } from '../../account/LoginScreen.tsx';
import { isSignedIn, type SessionActor } from '../../shared/session/session-actor.ts';
import { SessionContext, useKeepData, useSession, useSessionSend } from '../../shared/session/SessionProvider.tsx';
import { useText } from '../../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { onLive } from '../../lib/live-updates.ts';
import { Notice } from '../../ui/Notice.tsx';
import styles from './LockPanel.module.css';

type Props = { children: ReactNode };

/**
 * When the session ends, the screens stay as they were below a login of their shop, so that nothing that was typed is lost.
 * With the next login of the same user they go on; for another user, or at another shop, they begin anew.
 */
export function SessionKeeper({ children }: Props) {
  const session = SessionContext.useActor();
  const [kept] = useState(() => keepSession(session));
  useKeepData();
  return (
    <SessionContext.Provider value={kept}>
      <OfOneMember>{children}</OfOneMember>
      <LoginAgain session={session} />
    </SessionContext.Provider>
  );
}

/** The session as it was when a user was last logged in. */
function keepSession(session: SessionActor): SessionActor {
  let last = session.getSnapshot();
  const getSnapshot = () => {
    const now = session.getSnapshot();
    if (isSignedIn(now)) last = now;
    return last;
  };
  return Object.create(session, { getSnapshot: { value: getSnapshot } }) as SessionActor;
}

function OfOneMember({ children }: Props) {
  const { userId, shopId } = useSession();
  useFollowShop();
  useFollowRole();
  return <Fragment key={`${userId} ${shopId}`}>{children}</Fragment>;
}

/** Reloads the profile after a gap in the live connection: the server closes it when the role of the session changes. */
function useFollowRole(): void {
  const send = useSessionSend();
  useEffect(() => onLive('reconnected', () => send({ type: 'profile.changed' })), [send]);
}

/** Navigates to the same screen of the shop to which the session was just switched, here or in another tab. */
function useFollowShop(): void {
  const { shopSlug: own } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const last = useRef(own);
  // A layout effect, so that the screen of the old shop is not shown any more.
  useLayoutEffect(() => {
    const before = last.current;
    last.current = own;
    const inPath = matchPath('/:shopSlug/*', pathname)?.params.shopSlug;
    if (own === undefined || own === before || inPath !== before) return;
    const path = pathname.replace(`/${before}/`, `/${own}/`);
    // A page about one order or product of the old shop does not exist in the new one.
    void navigate(/\/\d+(\/|$)/.test(path) ? `/${own}/shop-orders` : path, { replace: true });
  }, [own, pathname, navigate]);
}

function LoginAgain({ session }: { session: SessionActor }) {
  const queries = useQueryClient();
  const wasSignedIn = useSession().isSignedIn;
  const isOver = useSelector(session, (state) => !isSignedIn(state)) && wasSignedIn;
  const wasOver = useRef(false);
  useEffect(() => {
    if (wasOver.current && !isOver) void queries.invalidateQueries();
    wasOver.current = isOver;
  }, [isOver, queries]);
  return isOver ? <LoggedOut /> : null;
}

/** Covers the whole screen, popups included, until a user has logged in. */
function LoggedOut() {
  const t = useText();
  const { shopSlug = MAIN_SHOP_SLUG, isVendor } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  useAlarm(isVendor);
  // A layout effect, because only a dialog that is closed while it is in the page gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('login.title')}
      onCancel={(event) => event.preventDefault()}
    >
      <h2>{t('login.title')}</h2>
      <LoginCard
        shopSlug={shopSlug}
        lead={
          <div className={styles.reason}>
            <Notice tone="error">{t(isVendor ? 'counter.loggedOut' : 'backOffice.loggedOut')}</Notice>
          </div>
        }
      />
    </dialog>
  );
}
