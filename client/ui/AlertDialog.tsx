import { useText } from '../i18n/use-text.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './Dialog.module.css';

type Props = { text: string; onClose: () => void };

/** An alert of the product: its exact text and OK. Unlike `window.alert` it stops no timer, stream or camera. */
export function AlertDialog({ text, onClose }: Props) {
  const t = useText();
  return (
    <Dialog role="alertdialog" label={text} onClose={onClose}>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button onClick={onClose} autoFocus>
          {t('common.ok')}
        </Button>
      </div>
    </Dialog>
  );
}
