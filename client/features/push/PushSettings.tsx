import { getPushPreferences, type PushPreferences, savePushPreferences } from '@haat/contract/api/push';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { Card, Row } from '../../ui/Card.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { DevicePush } from './DevicePush.tsx';
import { pushToken } from './push-token.ts';
import styles from './Push.module.css';

/** The kinds of push messages, and whether this device receives them; nothing where push is not configured. */
export function PushSettings() {
  const t = useText();
  const { userId } = useSession();
  const isConfigured = usePushConfigured();
  if (!isConfigured || userId === undefined) return null;
  return (
    <Card as="section" isRoomy className={styles.settings} aria-labelledby="push-settings">
      <h2 id="push-settings">{t('push.title')}</h2>
      <p className={styles.lead}>{t('push.lead')}</p>
      <Row>
        <DevicePush offer="push.offerDevice" on="push.onDevice" showsReason />
      </Row>
      <PushChoices userId={userId} />
    </Card>
  );
}

const OF_CUSTOMERS = ['order_status', 'refunds'] as const;
const OF_MEMBERS = ['new_orders', ...OF_CUSTOMERS] as const;

/** The kinds of push messages: each switch is saved at once, for all devices. */
function PushChoices({ userId }: { userId: number }) {
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

/**
 * The kinds of push messages that the user receives. A change shows at once; one that could not be saved stays, and can
 * be saved again.
 */
function usePushPreferences(userId: number) {
  const queries = useQueryClient();
  const queryKey = [...QUERY_KEYS.notifications, 'preferences', userId];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getPushPreferences, { signal }),
  });
  const saving = useMutation({
    // In sequence, so that the last change is saved last.
    scope: { id: 'push-preferences' },
    mutationFn: (body: PushPreferences) => call(savePushPreferences, { body }),
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
  });
  const chosen = saving.isPending || saving.isError ? saving.variables : undefined;
  const preferences = chosen ?? data;
  return {
    preferences,
    hasFailed: saving.isError || (isError && !data),
    choose: (change: Partial<PushPreferences>) => {
      if (preferences) saving.mutate({ ...preferences, ...change });
    },
    saveAgain: () => {
      if (preferences) saving.mutate(preferences);
    },
    loadAgain: () => void refetch(),
  };
}

const STATES = ['unsupported', 'notInstalled', 'blocked', 'askable', 'asking', 'registering', 'saved'] as const;

/** Whether push is configured on the server; false while unknown. */
function usePushConfigured(): boolean {
  return useSelector(pushToken, (state) => STATES.some((each) => state.matches({ signedIn: each })));
}
