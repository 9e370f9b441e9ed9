import type { ReactNode } from 'react';
import type { DiscoveryRejection } from '@haat/machines/shops/shop-discovery.machine';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { PageHeading } from '../../../ui/Page.tsx';
import styles from './Welcome.module.css';

const REJECTIONS: Record<DiscoveryRejection, TextId> = {
  place: 'landing.noPlace',
  answer: 'landing.noAnswer',
  shops: 'landing.noShops',
};

/** How the look for shops around the visitor stands. */
export type Discovery = {
  rejection?: DiscoveryRejection | undefined;
  /** How many were found. */
  found?: number;
  isSearching?: boolean;
  /** Whether the browser is known to allow the location. */
  isGranted?: boolean;
  findShops?: () => void;
};

/** `own`: of a logged-in user, instead of the look around the device. */
type Props = Discovery & { own?: ReactNode; children: ReactNode };

/** The heading of the landing page, with its search, and how the look for shops around the visitor stands. */
export function Welcome({ children, own, ...discovery }: Props) {
  const t = useText();
  const { rejection } = discovery;
  return (
    <div className={styles.welcome}>
      <PageHeading>{t('landing.title')}</PageHeading>
      {children}
      <div className={styles.nearby}>{own ?? <FindShops {...discovery} />}</div>
      <p role="status" className={styles.rejection}>
        {rejection ? t(REJECTIONS[rejection]) : ''}
      </p>
    </div>
  );
}

/** How the look around the device stands, and the button that starts it. */
export function FindShops({ findShops, ...discovery }: Discovery) {
  const t = useText();
  const { found = 0, isSearching = false } = discovery;
  return (
    <>
      <Subtitle {...discovery} />
      <Button look={found > 0 ? 'quiet' : 'secondary'} onClick={findShops} disabled={isSearching}>
        {t(found > 0 ? 'landing.findAgain' : 'landing.findShops')}
      </Button>
    </>
  );
}

/** As many as the server names at most. */
const MOST_FOUND = 50;

/** One true sentence: it asks for the location only where that is missing. That a look found none is said below. */
export function Subtitle({ rejection, found = 0, isSearching = false, isGranted = false }: Discovery) {
  const t = useText();
  const text = () => {
    if (isSearching) return t('landing.searching');
    if (found > 0) return t('landing.near', { count: found, shown: found < MOST_FOUND ? found : `${MOST_FOUND}+` });
    return isGranted || rejection === 'shops' ? '' : t('landing.enableLocation');
  };
  return <p className={styles.subtitle}>{text()}</p>;
}
