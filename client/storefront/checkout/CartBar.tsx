import { minimumOrderPaise } from '@haat/contract/orders/order-terms';
import { formatPaise, formatPaiseShort } from '@haat/contract/rupees';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { lazyComponent } from '../../lib/lazy.ts';
import { PENDING_ORDER_PREFIX, readEndedSession, readStored } from '../../lib/storage.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import styles from './CartBar.module.css';
import { useCart } from '../../shared/cart/use-cart.ts';

const CartPopup = lazyComponent(() => import('./CartPopup.tsx'), 'CartPopup');
const EndedSessionCart = lazyComponent(() => import('./EndedSessionCart.tsx'), 'EndedSessionCart');
const OpenPaymentBar = lazyComponent(() => import('./OpenPaymentBar.tsx'), 'OpenPaymentBar');

type Props = { shopSlug: string; minimumOrder: number | undefined };

/** The cart at the bottom of a shop's screen: its bar, and the popup after a change. */
export function CartBar({ shopSlug, minimumOrder }: Props) {
  const { isLoaded } = useCart();
  return (
    <>
      {isLoaded ? <LatePopup shopSlug={shopSlug} /> : null}
      <Bar shopSlug={shopSlug} minimumOrder={minimumOrder} />
    </>
  );
}

/** The popup. Its code comes after what the screen shows; a change until then is shown once it is there. */
function LatePopup({ shopSlug }: { shopSlug: string }) {
  const { lineCount } = useCart();
  const [countBefore] = useState(lineCount);
  return <CartPopup shopSlug={shopSlug} countBefore={countBefore} />;
}

/** Number of items, total, and the amount missing for a delivery; hidden while the cart is empty. */
function Bar({ shopSlug, minimumOrder }: Props) {
  const t = useText();
  const { itemCount, totalPaise } = useCart();
  const { userId } = useSession();
  const owner = `${userId}_${shopSlug}`;
  // The code for open payments is loaded only where an order request is stored.
  const hasRequest = userId !== undefined && readStored(PENDING_ORDER_PREFIX + owner) !== undefined;
  if (itemCount === 0) return readEndedSession() === undefined ? null : <EndedSessionCart shopSlug={shopSlug} />;

  const minimumPaise = minimumOrderPaise(minimumOrder);
  const missingPaise = Math.max(0, minimumPaise - totalPaise);
  const share = minimumPaise === 0 ? 1 : Math.min(1, totalPaise / minimumPaise);
  const bar = (
    <div className={styles.bar}>
      <div className={styles.words}>
        <p className={styles.sum}>
          <span>{t('cart.items', { count: itemCount })}</span>
          <strong>{formatPaise(totalPaise)}</strong>
        </p>
        <p className={styles.delivery}>
          {missingPaise > 0 ? t('cart.missing', { amount: formatPaiseShort(missingPaise) }) : t('cart.deliveryReached')}
        </p>
        <div className={styles.track} aria-hidden="true">
          <span className={styles.progress} style={{ transform: `scaleX(${share})` }} />
        </div>
      </div>
      <Link className={styles.view} to={`/${shopSlug}/order`}>
        {t('cart.view')}
      </Link>
    </div>
  );
  if (!hasRequest) return bar;
  return (
    <OpenPaymentBar key={owner} owner={owner} shopSlug={shopSlug}>
      {bar}
    </OpenPaymentBar>
  );
}
