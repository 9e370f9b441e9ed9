import { useSyncExternalStore } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { onQueueChange, queueState } from '../../lib/offline-queue/offline-queue.ts';
import { unsentOf } from '../../lib/offline-queue/queue-storage.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import styles from './OfflineQueue.module.css';

type Props = { onClose: () => void; onConfirm: () => void };

/** Asks before a member logs out, and names the changes that are not sent yet. They stay stored on this device. */
export function MemberLogout({ onClose, onConfirm }: Props) {
  const t = useText();
  const { userId } = useSession();
  // Some may be sent while it asks.
  useSyncExternalStore(onQueueChange, queueState);
  const unsent = userId === undefined ? [] : unsentOf(userId);
  const question = t('menu.logoutConfirm');
  if (unsent.length === 0)
    return <ConfirmDialog text={question} confirm={t('menu.logout')} onClose={onClose} onConfirm={onConfirm} />;
  return (
    <Dialog role="alertdialog" label={question} onClose={onClose}>
      <h2>{question}</h2>
      <p className={styles.hint}>{t('queue.logout', { count: unsent.length })}</p>
      <ul className={styles.list}>
        {unsent.map(({ id, label }) => (
          <li key={id} className={styles.action}>
            {label}
          </li>
        ))}
      </ul>
      <Row justify="end">
        <Button look="secondary" onClick={onClose} autoFocus>
          {t('common.cancel')}
        </Button>
        <Button onClick={onConfirm}>{t('menu.logout')}</Button>
      </Row>
    </Dialog>
  );
}
