import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import styles from './BackOffice.module.css';

/** Shows the members of a suspended shop why nothing can be changed. */
export function SuspensionNotice() {
  const t = useText();
  const reason = useSession().user?.shop_suspended;
  if (reason === undefined) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="error">{t(reason ? 'backOffice.suspendedFor' : 'backOffice.suspended', { reason })}</Notice>
    </div>
  );
}
