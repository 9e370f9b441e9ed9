import {
  getMessagePreferences,
  type MessagePreferences,
  saveMessagePreferences,
} from '@haat/contract/notify/messages.calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { callQuery, useCall } from '../lib/call-query.ts';
import { Card, Row, Stack } from '../ui/Card.tsx';
import { LoadFailure } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Switch } from '../ui/Switch.tsx';
import { DevicePush } from '../shared/push/DevicePush.tsx';
import { pushToken } from '../shared/push/push-token.ts';
import { useSession } from '../shared/session/SessionProvider.tsx';
import looks from '../ui/looks.module.css';
import styles from './Account.module.css';

/** Which messages the user receives by which channel, and whether this device receives push messages, if the server sends any. */
export function MessageSettings() {
  const t = useText();
  const { userId, user } = useSession();
  const hasPush = usePushConfigured();
  if (userId === undefined) return null;
  return (
    <Card as="section" isRoomy className={styles.settings} aria-labelledby="message-settings">
      <h2 id="message-settings">{t('messages.title')}</h2>
      <p className={looks.hint}>{t('messages.lead')}</p>
      {hasPush ? (
        <Row>
          <DevicePush offer="push.offerDevice" on="push.onDevice" showsReason />
        </Row>
      ) : null}
      <Choices userId={userId} hasPush={hasPush} />
      <p className={looks.hint}>{t(user?.email === null ? 'messages.needsEmail' : 'messages.always')}</p>
    </Card>
  );
}

type Kind = keyof MessagePreferences;
type Channel = 'push' | 'mail' | 'message';
type Channels = Partial<Record<Channel, boolean>>;

const OF_CUSTOMERS: readonly Kind[] = ['order_placed', 'order_status', 'order_ends', 'refunds'];
const OF_MEMBERS: readonly Kind[] = ['new_orders', ...OF_CUSTOMERS];
const CHANNELS: readonly Channel[] = ['push', 'mail', 'message'];

type ChoicesProps = { userId: number; hasPush: boolean };

/** One group of switches for each kind of message. Each switch is saved immediately. */
function Choices({ userId, hasPush }: ChoicesProps) {
  const t = useText();
  const { isVendor } = useSession();
  const { preferences, hasFailed, choose, saveAgain, loadAgain } = useMessagePreferences(userId);
  if (!preferences) {
    return hasFailed ? (
      <LoadFailure text={t('push.loadFailed')} onRetry={loadAgain} />
    ) : (
      <Skeleton height="160px" radius="var(--radius-control)" />
    );
  }
  return (
    <Stack>
      {(isVendor ? OF_MEMBERS : OF_CUSTOMERS).map((kind) => (
        <KindChoice
          key={kind}
          kind={kind}
          channels={preferences[kind]}
          hasPush={hasPush}
          onChoose={(channel, isOn) => choose({ [kind]: { ...preferences[kind], [channel]: isOn } })}
        />
      ))}
      {hasFailed ? <LoadFailure text={t('push.saveFailed')} onRetry={saveAgain} /> : null}
    </Stack>
  );
}

type KindProps = {
  kind: Kind;
  channels: Channels | undefined;
  hasPush: boolean;
  onChoose: (channel: Channel, isOn: boolean) => void;
};

function KindChoice({ kind, channels, hasPush, onChoose }: KindProps) {
  const t = useText();
  const label = useId();
  const offered = CHANNELS.filter((channel) => channels?.[channel] !== undefined && (channel !== 'push' || hasPush));
  if (!channels || offered.length === 0) return null;
  return (
    <Row justify="between" role="group" aria-labelledby={label}>
      <strong id={label}>{t(`messages.kind.${kind}`)}</strong>
      <Row gap={5}>
        {offered.map((channel) => (
          <Switch
            key={channel}
            label={t(`messages.channel.${channel}`)}
            checked={channels[channel] === true}
            onSwitch={(isOn) => onChoose(channel, isOn)}
          />
        ))}
      </Row>
    </Row>
  );
}

/** The user's choices. A change shows immediately; if saving fails, it stays and can be saved again. */
function useMessagePreferences(userId: number) {
  const queries = useQueryClient();
  const ofUser = { owner: userId };
  const { data, isError, refetch } = useCall(getMessagePreferences, {}, ofUser);
  const saving = useMutation({
    // In sequence, so that the last change is saved last.
    scope: { id: 'message-preferences' },
    mutationFn: (body: MessagePreferences) => call(saveMessagePreferences, { body }),
    onSuccess: (saved) => queries.setQueryData(callQuery(getMessagePreferences, {}, ofUser).queryKey, saved),
  });
  const chosen = saving.isPending || saving.isError ? saving.variables : undefined;
  const preferences = chosen ?? data;
  return {
    preferences,
    hasFailed: saving.isError || (isError && !data),
    choose: (change: Partial<MessagePreferences>) => {
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
