import { Link, matchPath, Navigate, useLocation } from 'react-router-dom';
import { ProblemCount } from '../features/problems/ProblemCount.tsx';
import { ShopBackOffice } from '../features/notifications/ShopBackOffice.tsx';
import { RouteGuard } from '../features/session/RouteGuard.tsx';
import { useText } from '../i18n/use-text.ts';
import { BACK_OFFICE_ROUTES, operatorItems, shopItems } from './back-office-routes.ts';
import { useSession } from '../features/session/SessionProvider.tsx';
import styles from './BackOffice.module.css';

/** The screens of vendors and operators, with one live feed for all of them. */
export function BackOffice() {
  const t = useText();
  const { pathname } = useLocation();
  const route = BACK_OFFICE_ROUTES.find(({ path }) => matchPath(path, pathname));
  if (!route) return <Navigate to="/" replace />;
  const { path, screen: Screen, admission, title } = route;
  const params = matchPath(path, pathname)?.params as Record<string, string>;
  return (
    <ShopBackOffice>
      <BackOfficeNav />
      <RouteGuard admission={admission} title={title && t(title, params)}>
        <Screen />
      </RouteGuard>
    </ShopBackOffice>
  );
}

/** Links between the screens of the back office. The menu has the same ones on all other screens. */
export function BackOfficeNav() {
  const t = useText();
  const { pathname } = useLocation();
  const session = useSession();
  const own = session.shopSlug === undefined ? [] : shopItems(session, session.shopSlug);
  const items = [...own, ...operatorItems(session)];
  if (items.length < 2) return null;
  return (
    <nav className={styles.nav} aria-label={t('backOffice.nav')}>
      <ul className={styles.items}>
        {items.map(({ to, text, badge }) => (
          <li key={to}>
            <Link className={styles.item} to={to} aria-current={matchPath(`${to}/*`, pathname) ? 'page' : undefined}>
              {t(text)}
              {badge ? <ProblemCount of={badge} /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
