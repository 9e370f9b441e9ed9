import { Navigate, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { FeedProblem, FeedTools } from '../notifications/FeedTools.tsx';
import { PrinterTools } from '../receipts/PrinterTools.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { OrderBoard } from './OrderBoard.tsx';
import { RushSwitch } from './RushSwitch.tsx';
import styles from './ShopOrdersScreen.module.css';

// Loaded late: the screen does not turn off within the first seconds.
const PausedNotice = lazyComponent(() => import('./PausedNotice.tsx'), 'PausedNotice');
const WakeLockSwitch = lazyComponent(() => import('./WakeLockSwitch.tsx'), 'WakeLockSwitch', WakeLockPlaceholder);

function WakeLockPlaceholder() {
  const t = useText();
  if (!('wakeLock' in navigator)) return null;
  return (
    <Button look="secondary" disabled>
      {t('shopOrders.keepScreenOn')}
    </Button>
  );
}

/** The orders of the vendor's shop, with their next status at a tap. */
export function ShopOrdersScreen() {
  const t = useText();
  const { shopSlug } = useParams();
  const { shopId, shopSlug: own } = useSession();

  if (own && own !== shopSlug) return <Navigate to={`/${own}/shop-orders`} replace />;
  return (
    <Page title={t('shopOrders.title')}>
      {shopId === undefined ? (
        <Notice tone="error">{t('shopOrders.noShop')}</Notice>
      ) : (
        <>
          <div className={styles.tools}>
            <FeedTools>
              <WakeLockSwitch />
              <PrinterTools />
            </FeedTools>
          </div>
          <FeedProblem />
          <RushSwitch shopId={shopId} />
          <PausedNotice shopId={shopId} />
          <OrderBoard shopId={shopId} />
        </>
      )}
    </Page>
  );
}
