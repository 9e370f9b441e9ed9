import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/Button.tsx';
import print from '../../ui/print.module.css';
import type { NavigationItem } from '../routes.ts';
import { HeaderPopup } from './HeaderPopup.tsx';
import { Badges, usePlaces } from './PlaceNav.tsx';
import popup from './HeaderPopup.module.css';
import styles from './ScreenNav.module.css';

/** The screens of the open part of the back office, and the actions that start there. */
export function ScreenNav() {
  const t = useText();
  const { pathname } = useLocation();
  const { places, present, route } = usePlaces();
  const items = places.find(({ place }) => place === present)?.items ?? [];
  const actions = items.filter(({ isAction, to }) => isAction && to !== pathname);
  if (!present || items.length < 2) return null;
  const screens = items
    .filter(({ isAction }) => !isAction)
    .map((item) => ({
      ...item,
      isCurrent: matchPath(`${item.to}/*`, pathname) !== null || item.text === route?.title,
    }));
  return (
    <nav className={`${styles.nav} ${print.notPrinted}`} aria-label={t(`backOffice.place.${present}`)}>
      <Screens key={present} screens={screens} title={t(`backOffice.place.${present}`)} />
      {actions.map(({ to, text }) => (
        <Link key={to} className={buttonClass('secondary')} to={to}>
          <span className={styles.words}>{t(text)}</span>
        </Link>
      ))}
    </nav>
  );
}

type ScreensProps = { screens: readonly (NavigationItem & { isCurrent: boolean })[]; title: string };

/** In one row; where it is too narrow, a button beside it lists all of them. */
function Screens({ screens, title }: ScreensProps) {
  const t = useText();
  const row = useRef<HTMLUListElement>(null);
  const { isCut, before, after } = useOverflow(row);
  return (
    <>
      <ul ref={row} className={styles.screens} data-before={before} data-after={after}>
        {screens.map((item) => (
          <NavItem key={item.to} to={item.to} isCurrent={item.isCurrent} isCut={isCut}>
            {t(item.text)}
            <Badges items={[item]} />
          </NavItem>
        ))}
      </ul>
      {isCut ? (
        <HeaderPopup label={t('backOffice.allScreens', { place: title })} look={styles.all} face={<Arrow />}>
          {(close) =>
            screens.map((item) => (
              <Link
                key={item.to}
                className={`${popup.item} ${styles.listed}`}
                to={item.to}
                aria-current={item.isCurrent ? 'page' : undefined}
                onClick={close}
              >
                {t(item.text)}
                <Badges items={[item]} />
              </Link>
            ))
          }
        </HeaderPopup>
      ) : null}
    </>
  );
}

const Arrow = () => (
  <svg className={styles.arrow} viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
    <path d="m6 9.5 6 6 6-6" />
  </svg>
);

type ItemProps = {
  to: string;
  isCurrent: boolean;
  /** The row is too narrow for all of them. */
  isCut: boolean;
  children: ReactNode;
};

/** The link of the open screen is always in view, although a phone cannot show all of them. */
function NavItem({ to, isCurrent, isCut, children }: ItemProps) {
  const ref = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const row = ref.current?.parentElement;
    if (isCurrent && ref.current && row)
      row.scrollLeft = ref.current.offsetLeft - (row.clientWidth - ref.current.offsetWidth) / 2;
  }, [isCurrent, isCut]);
  return (
    <li ref={ref}>
      <Link className={styles.item} to={to} aria-current={isCurrent ? 'page' : undefined}>
        {children}
      </Link>
    </li>
  );
}

type Overflow = { isCut: boolean; before: boolean; after: boolean };

/** Whether a row is wider than there is room for, and at which of its ends something is out of view. */
function useOverflow(ref: { current: HTMLElement | null }): Overflow {
  const [overflow, setOverflow] = useState<Overflow>({ isCut: false, before: false, after: false });
  const measure = useCallback(() => {
    const row = ref.current;
    if (!row) return;
    const { scrollLeft, scrollWidth, clientWidth } = row;
    const hidden = scrollWidth - clientWidth;
    const next = { isCut: hidden > 1, before: scrollLeft > 1, after: hidden - scrollLeft > 1 };
    setOverflow((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
  }, [ref]);
  // Its links may have changed: a badge, the language.
  useLayoutEffect(measure);
  useEffect(() => {
    const row = ref.current;
    if (!row) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    row.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', measure);
    };
  }, [ref, measure]);
  return overflow;
}
