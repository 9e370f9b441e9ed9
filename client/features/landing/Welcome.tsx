import { Link } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DiscoveryRejection } from '@haat/machines/discovery/shop-discovery.machine';
import { groupDigits } from '@haat/contract/rules/rupees';
import { countVisit } from '@haat/contract/api/shops';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/Page.tsx';
import { OpenCartsLink } from '../carts/OpenCartsLink.tsx';
import { APP_STORE_URL } from '../../lib/config.ts';
import { call } from '../../lib/api.ts';
import { logProblem } from '../../lib/log.ts';
import { visitCountQuery } from '../../lib/queries.ts';
import { whenIdle } from '../../lib/async.ts';
import styles from './Welcome.module.css';

// The subtitle reads the same before and after a search that found nothing: this says that there was one.
const REJECTIONS: Record<DiscoveryRejection, TextId> = {
  place: 'landing.noPlace',
  answer: 'landing.noAnswer',
  shops: 'landing.noneNear',
};

type Props = {
  rejection?: DiscoveryRejection | undefined;
  isFound?: boolean;
  isSearching?: boolean;
  findShops?: () => void;
};

/** The dashboard's heading, how the search for shops around the visitor stands, and where else to go from here. */
export function Welcome({ rejection, isFound = false, isSearching = false, findShops }: Props) {
  const t = useText();
  return (
    <div className={styles.welcome}>
      <div>
        <PageHeading>{t('landing.title')}</PageHeading>
        <p className={styles.subtitle}>{t(isFound ? 'landing.enableLocation' : 'landing.noShops')}</p>
        <p role="status" className={styles.rejection}>
          {rejection ? t(REJECTIONS[rejection]) : ''}
        </p>
        <VisitCount />
      </div>
      <div className={styles.actions}>
        <Button look={isFound ? 'secondary' : 'primary'} onClick={findShops} disabled={isSearching}>
          {t(isSearching ? 'landing.searching' : isFound ? 'landing.findAgain' : 'landing.findShops')}
        </Button>
        <Link to="/qr-login" className={buttonClass('secondary')}>
          {t('menu.scanQr')}
        </Link>
        <OpenCartsLink />
        <InstallApp />
      </div>
    </div>
  );
}

/** The number of visits, once loaded. A component of its own, so that the number does not render all shops again. */
function VisitCount() {
  const t = useText();
  const visits = useVisits();
  if (visits === undefined) return <p className={styles.visits} />;
  return <p className={styles.visits}>{t('landing.visits', { count: visits, shown: groupDigits(`${visits}`) })}</p>;
}

/** Links to the app's store listing, with the version's label. */
function InstallApp() {
  const t = useText();
  return (
    <div className={styles.install}>
      <a className={buttonClass('secondary')} href={APP_STORE_URL} target="_blank" rel="noreferrer">
        {t('landing.install')}
      </a>
      <p className={styles.version}>{t('landing.version')}</p>
    </div>
  );
}

let counting: Promise<void> | undefined;

/** All visits so far, this one included; undefined until known. A page load counts once. */
function useVisits(): number | undefined {
  const [isCounted, setCounted] = useState(false);
  const { data } = useQuery({ ...visitCountQuery, enabled: isCounted });

  // Nothing waits for it, and the first screen has many requests of its own.
  useEffect(
    () =>
      whenIdle(() => {
        counting ??= sendVisit();
        void counting.then(() => setCounted(true));
      }),
    [],
  );

  return data?.count;
}

async function sendVisit(): Promise<void> {
  try {
    await call(countVisit);
  } catch (error) {
    logProblem('Error logging visit', error);
  }
}
