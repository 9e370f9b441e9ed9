import type { ReactNode } from 'react';
import { SuspensionNotice } from '../desk/SuspensionNotice.tsx';
import { SessionOver } from '../session/SessionOver.tsx';
import { useSession } from '../session/use-session.ts';
import { FeedContext } from './feed-context.ts';
import { NewOrderAlerts } from './NewOrderAlerts.tsx';
import { NewOrdersBar } from './NewOrdersBar.tsx';
import { useShopOrdersLive } from './use-shop-orders-live.ts';

/** Around the screens of a shop's members: one live feed for all of them, heard and seen on each. */
export function ShopDesk({ children }: { children: ReactNode }) {
  const { isVendor, shopId, userId } = useSession();
  if (!isVendor || shopId === undefined) return children;
  return (
    <FeedContext.Provider key={`${userId} ${shopId}`}>
      <NewOrderAlerts />
      <WhileAdmitted>{children}</WhileAdmitted>
    </FeedContext.Provider>
  );
}

/** On 401 or 403 the token is removed, and the way leads to the start. Spec section 8. */
function WhileAdmitted({ children }: { children: ReactNode }) {
  useShopOrdersLive();
  const isRefused = FeedContext.useSelector((state) => state.matches('refused'));
  if (isRefused) return <SessionOver />;
  return (
    <>
      <SuspensionNotice />
      {children}
      <NewOrdersBar />
    </>
  );
}
