import { useSession } from '../features/session/use-session.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './Menu.module.css';
import { MenuLink } from './MenuLink.tsx';

type Props = { shopSlug: string; onFollow: () => void };

/** Spec section 2, Vendor Tools: of the vendor's own shop, whichever shop is on the screen. */
export function VendorMenu({ shopSlug, onFollow }: Props) {
  const t = useText();
  const own = useSession().shopSlug ?? shopSlug;
  return (
    <nav className={styles.group} aria-label={t('menu.vendorTools')}>
      <p className={styles.title}>{t('menu.vendorTools')}</p>
      <MenuLink to="/vendor/dashboard" onFollow={onFollow}>
        {t('menu.dashboard')}
      </MenuLink>
      <MenuLink to={`/${own}/shop-orders`} onFollow={onFollow}>
        {t('menu.shopOrders')}
      </MenuLink>
      <MenuLink to={`/${own}/admin/products`} onFollow={onFollow}>
        {t('menu.products')}
      </MenuLink>
    </nav>
  );
}
