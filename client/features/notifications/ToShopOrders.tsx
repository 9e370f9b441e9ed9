import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { useSession } from '../session/use-session.ts';
import styles from './ToShopOrders.module.css';

/** From the notifications to the orders themselves, where they are moved on. */
export function ToShopOrders() {
  const t = useText();
  const { shopSlug } = useSession();
  if (!shopSlug) return null;
  return (
    <p className={styles.way}>
      <Link className={buttonClass()} to={`/${shopSlug}/shop-orders`}>
        {t('menu.shopOrders')}
      </Link>
    </p>
  );
}
