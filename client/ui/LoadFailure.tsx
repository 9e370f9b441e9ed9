import { useText } from '../i18n/use-text.ts';
import { Button } from './Button.tsx';
import styles from './LoadFailure.module.css';
import { Notice } from './Notice.tsx';

type Props = { text: string; onRetry: () => void };

/** Something could not be read; trying again is one tap. */
export function LoadFailure({ text, onRetry }: Props) {
  const t = useText();
  return (
    <Notice tone="error">
      <div className={styles.failure}>
        <span>{text}</span>
        <Button look="secondary" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      </div>
    </Notice>
  );
}
