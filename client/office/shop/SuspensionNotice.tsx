import { useEffect } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { onLive } from '../../lib/live-updates.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useSession, useSessionSend } from '../../shared/session/SessionProvider.tsx';
import styles from '../../ui/BackOffice.module.css';

/** Shows the members of a suspended shop, from then on and until it is resumed, why nothing can be changed. */
export function SuspensionNotice() {
  const t = useText();
  const reason = useSession().user?.shop_suspended;
  const send = useSessionSend();
  useEffect(() => {
    const reload = () => send({ type: 'profile.changed' });
    const stops = [onLive('shop.changed', reload), onLive('reconnected', reload)];
    return () => stops.forEach((stop) => stop());
  }, [send]);
  if (reason === undefined) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="error">{t(reason ? 'backOffice.suspendedFor' : 'backOffice.suspended', { reason })}</Notice>
    </div>
  );
}
