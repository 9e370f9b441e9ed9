import { cartItemCount, cartKey, cartTotalPaise } from '@haat/contract/rules/cart';
import { formatPaiseShort } from '@haat/contract/rules/rupees';
import { Link } from 'react-router-dom';
import '../../i18n/catalog-texts.ts';
import { useText } from '../../i18n/use-text.ts';
import { readEndedSession } from '../../lib/storage.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useLoginPath, useSession } from '../session/SessionProvider.tsx';
import { loadCart } from './cart-storage.ts';

type Props = { shopSlug: string };

/** The cart of a session that ended without a logout: it is there again after the login. */
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
    <Notice>
      <Row justify="between">
        <span>{t('cart.sessionEnded', { count, total: formatPaiseShort(cartTotalPaise(cart)) })}</span>
        <Link className={buttonClass('secondary')} to={loginPath}>
          {t('menu.login')}
        </Link>
      </Row>
    </Notice>
  );
}
