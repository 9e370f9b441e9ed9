import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { Row, Stack } from '../ui/Card.tsx';
import { AlertDialog } from '../ui/Dialog.tsx';
import { Button } from '../ui/Button.tsx';
import { useRefusalText } from '../ui/use-error-text.ts';
import { useSession } from '../shared/session/SessionProvider.tsx';
import { agree, rememberGuestConsent } from './give-consent.ts';
import styles from './Account.module.css';

/**
 * The consent text with its button, shown as a page and under the login. The consent of a logged-in user is recorded
 * immediately, the consent of a guest after the login.
 */
export function ConsentText() {
  const t = useText();
  const { isSignedIn } = useSession();
  const refusalText = useRefusalText('consent.failed');
  const [alert, setAlert] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    if (!isSignedIn) {
      rememberGuestConsent();
      setAlert(t('consent.guest'));
      return;
    }
    setBusy(true);
    const text = await agree().then(
      () => t('consent.confirmed'),
      (error: unknown) => refusalText(error),
    );
    setBusy(false);
    setAlert(text);
  };
  return (
    <Stack align="start" className={styles.consent}>
      <p>{t('consent.mail')}</p>
      <p>{t('consent.orders')}</p>
      <p>{t('consent.withdraw')}</p>
      <Row as="nav" gap={4} rowGap={0} align="stretch" className={styles.links} aria-label={t('consent.title')}>
        <Link to="/privacy-policy">{t('menu.privacy')}</Link>
        <Link to="/terms-of-service">{t('menu.terms')}</Link>
      </Row>
      <Button disabled={isBusy} onClick={() => void confirm()}>
        {t('consent.agree')}
      </Button>
      {alert ? <AlertDialog text={alert} onClose={() => setAlert(undefined)} /> : null}
    </Stack>
  );
}
