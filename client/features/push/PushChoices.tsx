import type { PushPreferences } from '@haat/contract/api/push.schema';
import { useText } from '../../i18n/use-text.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useSession } from '../session/use-session.ts';
import styles from './PushSettings.module.css';
import { usePushPreferences } from './use-push-preferences.ts';

const OF_CUSTOMERS = ['order_status', 'refunds'] as const;
const OF_MEMBERS = ['new_orders', ...OF_CUSTOMERS] as const;

/** What to be told: each choice is saved as it is made, and counts on all devices. */
export function PushChoices({ userId }: { userId: number }) {
  const t = useText();
  const { isVendor } = useSession();
  const { preferences, hasFailed, choose, saveAgain, loadAgain } = usePushPreferences(userId);
  if (!preferences) {
    return hasFailed ? (
      <LoadFailure text={t('push.loadFailed')} onRetry={loadAgain} />
    ) : (
      <Skeleton height="100px" radius="var(--radius-control)" />
    );
  }
  return (
    <div className={styles.choices} role="group" aria-label={t('push.choices')}>
      {(isVendor ? OF_MEMBERS : OF_CUSTOMERS).map((kind: keyof PushPreferences) => (
        <Switch
          key={kind}
          label={t(`push.want.${kind}`)}
          checked={preferences[kind]}
          onSwitch={(isOn) => choose({ [kind]: isOn })}
        />
      ))}
      {hasFailed ? <LoadFailure text={t('push.saveFailed')} onRetry={saveAgain} /> : null}
    </div>
  );
}
