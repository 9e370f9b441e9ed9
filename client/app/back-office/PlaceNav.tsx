import { matchPath, useLocation } from 'react-router-dom';
import { ApplicationCount } from '../../platform/ApplicationCount.tsx';
import { ProblemCount } from '../../shared/orders/problems/ProblemCount.tsx';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { useText } from '../../i18n/use-text.ts';
import { BACK_OFFICE_ROUTES, type Place, placesOf } from '../back-office-routes.ts';
import { DRAWINGS, NavigationBar } from '../NavigationBar.tsx';
import type { NavigationItem } from '../routes.ts';
import styles from './HeaderPopup.module.css';

/** The parts of the back office: in the header where there is room, else along the lower edge of the screen. */
export function PlaceNav() {
  const t = useText();
  const { places, present } = usePlaces();
  if (places.length < 2) return null;
  const links = places.map(({ place, items }) => ({
    to: items[0]?.to ?? '/',
    text: (
      <span className={styles.label}>
        {t(`backOffice.place.${place}`)}
        {place === present ? null : <Badges items={items} />}
      </span>
    ),
    drawing: PLACE_DRAWINGS[place],
    isCurrent: place === present,
  }));
  return <NavigationBar label={t('backOffice.nav')} links={links} />;
}

/** The parts that this user has, and the one whose screen is open. */
export function usePlaces() {
  const { pathname } = useLocation();
  const session = useSession();
  const places = placesOf(session, session.shopSlug);
  const route = BACK_OFFICE_ROUTES.find(({ path }) => matchPath(path, pathname));
  const present: Place | undefined = route ? (route.place ?? 'platform') : undefined;
  return { places, present, route };
}

/** The open counts of these links. */
export const Badges = ({ items }: { items: readonly NavigationItem[] }) =>
  items.map(({ to, badge }) => {
    if (badge === 'applications') return <ApplicationCount key={to} />;
    return badge ? <ProblemCount key={to} of={badge} /> : null;
  });

const PLACE_DRAWINGS: Record<Place, string> = {
  ...DRAWINGS,
  products: 'M4 8.5 12 4l8 4.5v7L12 20l-8-4.5zM4 8.5l8 4.5 8-4.5M12 13v7',
  money: 'M7 5h10M7 9h10M7 5h3.5a4 4 0 0 1 0 8H7l7 7',
  platform: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
};
