import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { AlertDialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './ConsentText.module.css';

/** The consent text with its button, which only confirms; shown as a page and under the login. */
export function ConsentText() {
  const t = useText();
  const [hasAgreed, setAgreed] = useState(false);
  return (
    <div className={styles.consent}>
      <p>{t('consent.mail')}</p>
      <p>{t('consent.orders')}</p>
      <p>{t('consent.withdraw')}</p>
      <nav className={styles.links} aria-label={t('consent.title')}>
        <Link to="/privacy-policy">{t('menu.privacy')}</Link>
        <Link to="/terms-of-service">{t('menu.terms')}</Link>
      </nav>
      <Button onClick={() => setAgreed(true)}>{t('consent.agree')}</Button>
      {hasAgreed ? <AlertDialog text={t('consent.confirmed')} onClose={() => setAgreed(false)} /> : null}
    </div>
  );
}
