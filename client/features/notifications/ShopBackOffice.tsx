import { type ReactNode, useState } from 'react';
import { SuspensionNotice } from '../back-office/SuspensionNotice.tsx';
import { OfflineQueue } from '../offline-queue/OfflineQueue.tsx';
import { RouteGuard, SessionOver } from '../session/RouteGuard.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { NewOrderAlerts } from './NewOrderAlerts.tsx';
import { NewOrdersBar } from './NewOrdersBar.tsx';
import { FeedContext, useShopOrdersLive } from './notification-feed.ts';

/** Around the screens of a shop's members: one live feed for all of them. */
export function ShopBackOffice({ children }: { children: ReactNode }) {
  const { isSignedIn, isVendor, shopId, userId } = useSession();
  const [wasSignedIn] = useState(isSignedIn);
  // Here, because without its feed a screen starts anew, and would take the user for a guest.
  if (wasSignedIn && !isSignedIn) return <SessionOver />;
  if (!isVendor || shopId === undefined) return children;
  return (
    <FeedContext.Provider key={`${userId} ${shopId}`}>
      <NewOrderAlerts />
      <LiveFeed>{children}</LiveFeed>
    </FeedContext.Provider>
  );
}

/** A session that is refused the feed (401 or 403) is over. */
function LiveFeed({ children }: { children: ReactNode }) {
  useShopOrdersLive();
  const isRefused = FeedContext.useSelector((state) => state.matches('refused'));
  return (
    <RouteGuard isRefused={isRefused}>
      <SuspensionNotice />
      <WaitingChanges />
      {children}
      <NewOrdersBar />
    </RouteGuard>
  );
}

/** Only where the session is known to act for a shop. */
function WaitingChanges() {
  const { userId, shopId } = useSession();
  return userId === undefined || shopId === undefined ? null : <OfflineQueue userId={userId} shopId={shopId} />;
}
