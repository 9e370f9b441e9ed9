import { Navigate, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { latePart } from '../../lib/late-part.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { FeedProblem } from '../notifications/FeedProblem.tsx';
import { FeedTools } from '../notifications/FeedTools.tsx';
import { LiveSign } from '../notifications/LiveSign.tsx';
import { PrinterTools } from '../receipts/PrinterTools.tsx';
import { useSession } from '../session/use-session.ts';
import { OrderBoard } from './OrderBoard.tsx';
import styles from './ShopOrdersScreen.module.css';

// Nobody waits for it: the screen does not go dark at once.
const WakeLockSwitch = latePart(() => import('./WakeLockSwitch.tsx'), 'WakeLockSwitch', WakeLockToCome);

function WakeLockToCome() {
  const t = useText();
  if (!('wakeLock' in navigator)) return null;
  return (
    <Button look="secondary" disabled>
      {t('shopOrders.keepScreenOn')}
    </Button>
  );
}

/** The orders of the vendor's shop, which are moved on here. Spec section 2, shop order history. */
export function ShopOrdersScreen() {
  const t = useText();
  const { shopSlug } = useParams();
  const { isSignedIn, shopId, shopSlug: own } = useSession();

  if (isSignedIn && own && own !== shopSlug) return <Navigate to={`/${own}/shop-orders`} replace />;
  return (
    <Page title={t('shopOrders.title')}>
      {!isSignedIn ? <Notice tone="error">{t('shopOrders.noToken')}</Notice> : null}
      {isSignedIn && shopId === undefined ? <Notice tone="error">{t('shopOrders.noShop')}</Notice> : null}
      {isSignedIn && shopId !== undefined ? (
        <>
          <div className={styles.top}>
            <FeedTools>
              <WakeLockSwitch />
              <PrinterTools />
            </FeedTools>
            <LiveSign />
          </div>
          <FeedProblem />
          <OrderBoard shopId={shopId} />
        </>
      ) : null}
    </Page>
  );
}
