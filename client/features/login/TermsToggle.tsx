import { useId, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { ConsentText } from '../static/ConsentText.tsx';
import styles from './LoginScreen.module.css';

/** View Terms and Conditions: the consent text under the form. Spec section 2, login. */
export function TermsToggle() {
  const t = useText();
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.terms}>
      <Button look="quiet" aria-expanded={isShown} aria-controls={id} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'login.hideTerms' : 'login.showTerms')}
      </Button>
      <section id={id} hidden={!isShown} aria-label={t('consent.title')}>
        {isShown ? (
          <>
            <h2>{t('consent.title')}</h2>
            <ConsentText />
          </>
        ) : null}
      </section>
    </div>
  );
}
