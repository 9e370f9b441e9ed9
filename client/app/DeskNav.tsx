import { Link, matchPath, useLocation } from 'react-router-dom';
import { useSession } from '../features/session/use-session.ts';
import { useText } from '../i18n/use-text.ts';
import { OPERATOR_ITEMS, shopItems } from './desk-items.ts';
import styles from './DeskNav.module.css';

/** From one screen behind the counter to the next in one tap; the menu has the same for those who are elsewhere. */
export function DeskNav() {
  const t = useText();
  const { pathname } = useLocation();
  const { isVendor, isShopAdmin, isOperator, shopSlug } = useSession();
  const own = isVendor && shopSlug !== undefined ? shopItems(shopSlug, isShopAdmin) : [];
  const items = isOperator ? [...own, ...OPERATOR_ITEMS] : own;
  if (items.length < 2) return null;
  return (
    <nav className={styles.nav} aria-label={t('desk.nav')}>
      <ul className={styles.items}>
        {items.map(({ to, text }) => (
          <li key={to}>
            <Link className={styles.item} to={to} aria-current={matchPath(`${to}/*`, pathname) ? 'page' : undefined}>
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
