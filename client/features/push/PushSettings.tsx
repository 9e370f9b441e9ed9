import { useText } from '../../i18n/use-text.ts';
import { useSession } from '../session/use-session.ts';
import { DevicePush } from './DevicePush.tsx';
import { PushChoices } from './PushChoices.tsx';
import styles from './PushSettings.module.css';
import { usePushConfigured } from './use-push-configured.ts';

/** What one is told with the app closed, and whether on this device; nothing where no such messages are sent. */
export function PushSettings() {
  const t = useText();
  const { userId } = useSession();
  const isConfigured = usePushConfigured();
  if (!isConfigured || userId === undefined) return null;
  return (
    <section className={styles.settings} aria-labelledby="push-settings">
      <h2 id="push-settings">{t('push.title')}</h2>
      <p className={styles.lead}>{t('push.lead')}</p>
      <div className={styles.device}>
        <DevicePush offer="push.offerDevice" on="push.onDevice" saysWhy />
      </div>
      <PushChoices userId={userId} />
    </section>
  );
}
