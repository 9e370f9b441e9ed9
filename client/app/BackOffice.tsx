import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link, matchPath, Navigate, useLocation } from 'react-router-dom';
import { ProblemCount } from '../features/problems/ProblemCount.tsx';
import { ShopBackOffice } from '../features/notifications/ShopBackOffice.tsx';
import { RouteGuard } from '../features/session/RouteGuard.tsx';
import { useText } from '../i18n/use-text.ts';
import { BACK_OFFICE_ROUTES, placesOf } from './back-office-routes.ts';
import type { NavigationItem } from './routes.ts';
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

/** The parts of the back office, and the screens of the one that is open. The menu has all of them on all other screens. */
export function BackOfficeNav() {
  const t = useText();
  const { pathname } = useLocation();
  const session = useSession();
  const places = placesOf(session, session.shopSlug);
  const route = BACK_OFFICE_ROUTES.find(({ path }) => matchPath(path, pathname));
  const present = route ? (route.place ?? 'platform') : places[0]?.place;
  const items = places.find(({ place }) => place === present)?.items ?? [];
  if (places.length === 0) return null;
  return (
    <div className={styles.nav}>
      {places.length > 1 ? (
        <NavRow label={t('backOffice.nav')} className={styles.places}>
          {places.map(({ place, items: [first, ...others] }) =>
            first ? (
              <NavItem key={place} to={first.to} isCurrent={place === present}>
                {t(`backOffice.place.${place}`)}
                {place === present ? null : <Badges items={[first, ...others]} />}
              </NavItem>
            ) : null,
          )}
        </NavRow>
      ) : null}
      {items.length > 1 ? (
        <NavRow label={t(`backOffice.place.${present ?? 'orders'}`)} className={styles.screens}>
          {items.map((item) => (
            <NavItem
              key={item.to}
              to={item.to}
              isCurrent={matchPath(`${item.to}/*`, pathname) !== null || item.text === route?.title}
            >
              {t(item.text)}
              <Badges items={[item]} />
            </NavItem>
          ))}
        </NavRow>
      ) : null}
    </div>
  );
}

const Badges = ({ items }: { items: readonly NavigationItem[] }) =>
  items.map(({ to, badge }) => (badge ? <ProblemCount key={to} of={badge} /> : null));

function NavRow({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <nav aria-label={label}>
      <ul className={`${styles.items} ${className ?? ''}`}>{children}</ul>
    </nav>
  );
}

/** The link of the open screen is always in view, although a phone cannot show all of them. */
function NavItem({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) {
  const ref = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const row = ref.current?.parentElement;
    if (isCurrent && ref.current && row)
      row.scrollLeft = ref.current.offsetLeft - (row.clientWidth - ref.current.offsetWidth) / 2;
  }, [isCurrent]);
  return (
    <li ref={ref}>
      <Link className={styles.item} to={to} aria-current={isCurrent ? 'page' : undefined}>
        {children}
      </Link>
    </li>
  );
}
