import { Navigate, useParams } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeading } from '../../../ui/Page.tsx';
import { FeedProblem } from '../alerts/FeedTools.tsx';
import { PrinterNotices } from '../receipts/PrinterTools.tsx';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { OrderBoard } from './OrderBoard.tsx';
import styles from './OrderBoard.module.css';

// Loaded late: the screen does not turn off within the first seconds.
const PausedNotice = lazyComponent(() => import('./PausedNotice.tsx'), 'PausedNotice');
const MissedOrders = lazyComponent(() => import('../alerts/MissedOrders.tsx'), 'MissedOrders');
const SilentNotice = lazyComponent(() => import('../alerts/SilentNotice.tsx'), 'SilentNotice');
const WakeLock = lazyComponent(() => import('./WakeLockSwitch.tsx'), 'WakeLock');

/** The orders of the vendor's shop, with their next status at a tap. */
export function ShopOrdersScreen() {
  const t = useText();
  const { shopSlug } = useParams();
  const { shopId, shopSlug: own } = useSession();

  if (own && own !== shopSlug) return <Navigate to={`/${own}/shop-orders`} replace />;
  return (
    <div className={styles.screen}>
      {/* Read out and in the title of the tab: on the screen the orders begin at the top. */}
      <div className="visually-hidden">
        <PageHeading>{t('shopOrders.title')}</PageHeading>
      </div>
      {shopId === undefined ? (
        <Notice tone="error">{t('shopOrders.noShop')}</Notice>
      ) : (
        <OrderBoard shopId={shopId}>
          <FeedProblem />
          <PausedNotice shopId={shopId} />
          <MissedOrders shopId={shopId} />
          <SilentNotice />
          <PrinterNotices />
          <WakeLock />
        </OrderBoard>
      )}
    </div>
  );
}
