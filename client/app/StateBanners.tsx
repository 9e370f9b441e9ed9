import { useSyncExternalStore } from 'react';
import { useText } from '../i18n/use-text.ts';
import { hasNewVersion, onNewVersion, takeNewVersion } from '../lib/new-version.ts';
import { useOnline } from '../lib/use-online.ts';
import { Button } from '../ui/Button.tsx';
import styles from './StateBanners.module.css';

/** What concerns every screen: the line is gone; a newer version is there. */
export function StateBanners() {
  const t = useText();
  const isOnline = useOnline();
  const isOutdated = useSyncExternalStore(onNewVersion, hasNewVersion);
  return (
    <div className={styles.banners} role="status">
      {isOnline ? null : <p className={styles.banner}>{t('app.offline')}</p>}
      {isOnline && isOutdated ? (
        <div className={styles.banner}>
          <p>{t('app.newVersion')}</p>
          <Button look="secondary" onClick={takeNewVersion}>
            {t('app.takeNewVersion')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
