import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import styles from './ErrorScreen.module.css';

type Props = { error: Error };

/** Spec section 2: the message and the stack of what no screen caught. */
export function ErrorScreen({ error }: Props) {
  const t = useText();
  return (
    <Page title={t('error.title')} narrow>
      <Notice tone="error">{error.message}</Notice>
      <div className={styles.actions}>
        <Button onClick={() => location.reload()}>{t('error.reload')}</Button>
        <a className={buttonClass('secondary')} href="#/">
          {t('error.home')}
        </a>
      </div>
      <pre className={styles.stack}>{error.stack ?? error.message}</pre>
    </Page>
  );
}
