import type { ReactNode } from 'react';
import { Awning } from './Awning.tsx';
import { useText } from '../i18n/use-text.ts';
import { useOnline } from '../lib/browser.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import styles from './EmptyState.module.css';

type Props = { text: string; children?: ReactNode };

/** Shows why a list is empty; its child is the suggested action. */
export function EmptyState({ text, children }: Props) {
  return (
    <div className={styles.empty}>
      <Awning />
      <div className={styles.body}>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </div>
  );
}

type LoadFailureProps = { text: string; onRetry: () => void };

/** A failed load, with a button to retry. Offline, that is the reason. */
export function LoadFailure({ text, onRetry }: LoadFailureProps) {
  const t = useText();
  const isOnline = useOnline();
  return (
    <Notice tone="error">
      <div className={styles.failure}>
        <span>{isOnline ? text : t('common.notOffline')}</span>
        <Button look="secondary" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      </div>
    </Notice>
  );
}
