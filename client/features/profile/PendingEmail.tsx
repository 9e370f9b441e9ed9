import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './ProfileScreen.module.css';

type Props = { email: string; isBusy: boolean; onEnterCode: (email: string) => void };

/** A new address that still waits: its code may be entered after a reload, or later. */
export function PendingEmail({ email, isBusy, onEnterCode }: Props) {
  const t = useText();
  return (
    <Notice>
      <p className={styles.long}>{t('profile.pending', { email })}</p>
      <Button look="quiet" disabled={isBusy} onClick={() => onEnterCode(email)}>
        {t('profile.enterCode')}
      </Button>
    </Notice>
  );
}
