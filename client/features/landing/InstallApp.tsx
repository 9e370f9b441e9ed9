import { useText } from '../../i18n/use-text.ts';
import { APP_STORE_URL } from '../../lib/config.ts';
import { buttonClass } from '../../ui/button-class.ts';
import styles from './InstallApp.module.css';

/** Spec section 2: links to the app's store listing, with the version's label. */
export function InstallApp() {
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
