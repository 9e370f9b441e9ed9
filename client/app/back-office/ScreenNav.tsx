import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Badges, usePlaces } from './PlaceNav.tsx';
import styles from './ScreenNav.module.css';

/** The screens of the part of the back office that is open, and what can be begun there. */
export function ScreenNav() {
  const t = useText();
  const { pathname } = useLocation();
  const { places, present, route } = usePlaces();
  const items = places.find(({ place }) => place === present)?.items ?? [];
  const screens = items.filter(({ isAction }) => !isAction);
  const actions = items.filter(({ isAction, to }) => isAction && to !== pathname);
  if (!present || items.length < 2) return null;
  return (
    <nav className={styles.nav} aria-label={t(`backOffice.place.${present}`)}>
      <ul className={styles.screens}>
        {screens.map((item) => (
          <NavItem
            key={item.to}
            to={item.to}
            isCurrent={matchPath(`${item.to}/*`, pathname) !== null || item.text === route?.title}
          >
            {t(item.text)}
            <Badges items={[item]} />
          </NavItem>
        ))}
      </ul>
      {actions.map(({ to, text }) => (
        <Link key={to} className={buttonClass('secondary')} to={to}>
          <span className={styles.words}>{t(text)}</span>
        </Link>
      ))}
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
