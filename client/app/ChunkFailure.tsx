import { useCallback, useEffect, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import type { ChunkLoadError } from '../lib/lazy-screen.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import styles from './ErrorScreen.module.css';

type Props = { error: ChunkLoadError; onLoaded: () => void };

/** A screen's code did not arrive. Tried again on a tap, and by itself when the line is back. Spec section 8. */
export function ChunkFailure({ error, onLoaded }: Props) {
  const t = useText();
  const [isTrying, setTrying] = useState(false);

  const tryAgain = useCallback(async () => {
    setTrying(true);
    try {
      await error.retry();
      onLoaded();
    } catch {
      // Some browsers remember what failed for as long as the page lives, and a new version has other files.
      if (await isServerThere()) location.reload();
      setTrying(false);
    }
  }, [error, onLoaded]);

  useEffect(() => {
    const hearLine = () => void tryAgain();
    window.addEventListener('online', hearLine);
    return () => window.removeEventListener('online', hearLine);
  }, [tryAgain]);

  return (
    <Page title={t('error.chunkTitle')} narrow>
      <Notice tone="error">{t('error.chunk')}</Notice>
      <div className={styles.actions}>
        <Button disabled={isTrying} onClick={() => void tryAgain()}>
          {t(isTrying ? 'error.chunkTrying' : 'common.tryAgain')}
        </Button>
        <a className={buttonClass('secondary')} href="#/">
          {t('error.home')}
        </a>
      </div>
      <p className={styles.code}>{`${error.name}: ${error.message}`}</p>
    </Page>
  );
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('index.html', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
