import { useText } from '../i18n/use-text.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './Dialog.module.css';

type Props = { text: string; confirm: string; onConfirm: () => void; onClose: () => void };

/** Asks before something that cannot be taken back; the safe answer has the focus. */
export function ConfirmDialog({ text, confirm, onConfirm, onClose }: Props) {
  const t = useText();
  return (
    <Dialog role="alertdialog" label={text} onClose={onClose}>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button look="secondary" onClick={onClose} autoFocus>
          {t('common.cancel')}
        </Button>
        <Button onClick={onConfirm}>{confirm}</Button>
      </div>
    </Dialog>
  );
}
