import { type ReactNode, useEffect, useMemo } from 'react';
import { isSessionElsewhere } from '../../../lib/session-shop.ts';
import { OfflineQueue } from '../../offline-queue/OfflineQueue.tsx';
import { useShopCopy } from '../../offline-queue/shop-copy.ts';
import { SessionContext, useSession, useSessionSend } from '../../../shared/session/SessionProvider.tsx';
import { isHelping, may } from '../../../shared/session/shop-role.ts';
import { CounterAlerts, OfflineNotice } from './CounterAlerts.tsx';
import { NewOrderAlerts } from './NewOrderAlerts.tsx';
import { NewOrdersBar } from './NewOrdersBar.tsx';
import { FeedContext, feedOf } from './notification-feed.ts';
import { useShopOrdersLive } from '../use-shop-orders-live.ts';
import { ArrivalContext, useArrival } from './order-arrival.ts';

/** Around the screens of a shop's members: one live feed for all of them. */
export function ShopBackOffice({ children }: { children: ReactNode }) {
  const session = useSession();
  const { isVendor, shopId, userId } = session;
  // Orders and customers of a shop do not stay on the device of an operator who helps it.
  const isCopyRead = useShopCopy(
    shopId !== undefined && hasOrders(session) && !isHelping(session) ? `${userId} ${shopId}` : undefined,
    session,
  );
  const feed = useMemo(() => feedOf(shopId ?? 0), [shopId]);
  // A moment later there is something to show.
  if (!isCopyRead && !navigator.onLine) return null;
  if (!isVendor || shopId === undefined) return children;
  return (
    <FeedContext.Provider key={`${userId} ${shopId}`} logic={feed}>
      <ArrivalContext.Provider>
        {/* It is for the shop to take notice of its orders, not for an operator who helps. */}
        {isHelping(session) ? null : <NewOrderAlerts />}
        <LiveFeed>{children}</LiveFeed>
      </ArrivalContext.Provider>
    </FeedContext.Provider>
  );
}

const hasOrders = (session: ReturnType<typeof useSession>) => may(session, 'packing') || may(session, 'deliveries');

/** A session that is refused the feed (401 or 403) is over; the next one of the same user continues it. */
function LiveFeed({ children }: { children: ReactNode }) {
  useShopOrdersLive();
  useArrival();
  const feed = FeedContext.useActorRef();
  const isRefused = FeedContext.useSelector((state) => state.matches('refused'));
  const token = SessionContext.useSelector(({ context }) => context.tokens?.token);
  const send = useSessionSend();
  const session = useSession();
  const { userId = 0, shopId = 0 } = session;
  useEffect(() => {
    // A session that another tab has switched to another shop goes on there.
    if (isRefused && !isSessionElsewhere({ userId, shopId })) send({ type: 'logout' });
  }, [isRefused, send, userId, shopId]);
  useEffect(() => feed.send({ type: 'retry' }), [feed, token]);
  return (
    <>
      {children}
      {isHelping(session) ? null : <NewOrdersBar />}
    </>
  );
}

/** Above every screen: why new orders do not arrive, and the changes that wait to be sent. */
export function BackOfficeNotices() {
  const session = useSession();
  const { isVendor, userId, shopId } = session;
  if (!hasOrders(session) || userId === undefined || shopId === undefined) return <OfflineNotice />;
  // Helpers and riders have no feed.
  return (
    <>
      {isVendor && !isHelping(session) ? <CounterAlerts /> : <OfflineNotice />}
      <OfflineQueue userId={userId} shopId={shopId} sells={may(session, 'sales')} />
    </>
  );
}
