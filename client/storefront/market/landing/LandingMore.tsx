import '../../../i18n/landing-texts.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { countVisit, getVisitCount } from '@haat/contract/shops/shops.calls';
import { groupDigits } from '@haat/contract/rupees';
import { useText } from '../../../i18n/use-text.ts';
import { call } from '../../../lib/api.ts';
import { whenIdle } from '../../../lib/async.ts';
import { useCall } from '../../../lib/call-query.ts';
import { APP_STORE_URL } from '../../../lib/config.ts';
import { install, needsManualInstall, useInstallOffer } from '../../../lib/install-app.ts';
import { logProblem } from '../../../lib/log.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import styles from './LandingMore.module.css';

/** The rest of the landing page, below its shops: the scanner, the app, and the number of visits. */
export function LandingMore() {
  const t = useText();
  return (
    <div className={styles.more}>
      <div className={styles.actions}>
        <Link to="/qr-login" className={buttonClass('secondary')}>
          {t('menu.scanQr')}
        </Link>
        <Link to="/sell" className={buttonClass('secondary')}>
          {t('menu.sell')}
        </Link>
        <InstallApp />
      </div>
      <p className={styles.facts}>
        <span>{t('landing.version')}</span>
        <VisitCount />
      </p>
    </div>
  );
}

const MANUAL_INSTALLS = {
  ios: 'landing.addOnIos',
  android: 'landing.addOnAndroid',
  other: 'landing.addOnPhone',
} as const;

/** Leads to the app's store listing where there is one; else installs this web app, or says how. */
function InstallApp() {
  const t = useText();
  const offer = useInstallOffer();
  if (APP_STORE_URL) {
    return (
      <a className={buttonClass('secondary')} href={APP_STORE_URL} target="_blank" rel="noreferrer">
        {t('landing.install')}
      </a>
    );
  }
  if (offer) {
    return (
      <Button look="secondary" onClick={() => void install(offer)}>
        {t(/android/i.test(navigator.userAgent) ? 'landing.install' : 'landing.installHere')}
      </Button>
    );
  }
  const manual = needsManualInstall();
  return manual ? <p className={styles.hint}>{t(MANUAL_INSTALLS[manual])}</p> : null;
}

/** The number of visits, once loaded. In its own component, so that the number does not render all shops again. */
function VisitCount() {
  const t = useText();
  const visits = useVisits();
  if (visits === undefined) return null;
  return <span>{t('landing.visits', { count: visits, shown: groupDigits(`${visits}`) })}</span>;
}

let counting: Promise<void> | undefined;

/** All visits so far, this one included; undefined until known. A page load counts once. */
function useVisits(): number | undefined {
  const [isCounted, setCounted] = useState(false);
  const { data } = useCall(getVisitCount, {}, { enabled: isCounted });

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
