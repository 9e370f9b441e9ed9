import { cartItemCount, cartKey, cartTotalPaise } from '@haat/contract/orders/cart';
import { formatPaiseShort } from '@haat/contract/rupees';
import { Link } from 'react-router-dom';
import '../../i18n/catalog-texts.ts';
import { useText } from '../../i18n/use-text.ts';
import { readEndedSession } from '../../lib/storage.ts';
import { useLoginPath, useSession } from '../../shared/session/SessionProvider.tsx';
import styles from './CartBar.module.css';
import { loadCart } from '../../shared/cart/cart-storage.ts';

type Props = { shopSlug: string };

/** In the place of the cart bar: the cart of a session that ended without a logout is there again after the login. */
export function EndedSessionCart({ shopSlug }: Props) {
  const t = useText();
  const { isSignedIn } = useSession();
  const loginPath = useLoginPath(shopSlug);
  const userId = isSignedIn ? undefined : readEndedSession();
  if (userId === undefined) return null;
  const cart = loadCart(cartKey(userId, shopSlug));
  const count = cartItemCount(cart);
  if (count === 0) return null;
  return (
    <div className={styles.bar} role="status">
      <p className={styles.words}>{t('cart.sessionEnded', { count, total: formatPaiseShort(cartTotalPaise(cart)) })}</p>
      <Link className={styles.view} to={loginPath}>
        {t('menu.login')}
      </Link>
    </div>
  );
}
