import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { useSession } from '../session/use-session.ts';
import { listOpenCarts } from './open-carts.ts';

/** Leads to the open carts, where there are any. */
export function OpenCartsLink() {
  const t = useText();
  const { userId } = useSession();
  const count = listOpenCarts(userId).length;
  if (count === 0) return null;
  return (
    <Link to="/carts" className={buttonClass('secondary')}>
      {t('landing.carts', { count })}
    </Link>
  );
}
