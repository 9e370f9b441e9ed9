import { isConnectionLost } from '@haat/machines/notifications/notification-feed.machine';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { isSoundOn, onSoundChange, playChime, switchSound, unlockChime } from './new-order-sound.ts';
import { FeedContext } from './notification-feed.ts';
import styles from './FeedTools.module.css';

// Loaded late: the orders come first.
const AlertsOffer = lazyComponent(() => import('./AlertsOffer.tsx'), 'AlertsOffer', AlertsPlaceholder);

type Props = { children?: ReactNode };

/** How this device notifies of new orders; `children` are further switches. */
export function FeedTools({ children }: Props) {
  return (
    <Row gap={2}>
      <SoundSwitch />
      {children}
      <AlertsOffer />
    </Row>
  );
}

function AlertsPlaceholder() {
  const t = useText();
  // An approximation of what AlertsOffer checks once it is loaded.
  if (!('Notification' in window) || Notification.permission !== 'default') return null;
  return (
    <Button look="secondary" disabled>
      {t('notifications.allowDesktop')}
    </Button>
  );
}

function SoundSwitch() {
  const t = useText();
  const isOn = useSyncExternalStore(onSoundChange, isSoundOn);
  const toggle = () => {
    switchSound(!isOn);
    // A sample of the sound and its volume.
    if (!isOn) void unlockChime().then(playChime);
  };
  return (
    <Button look={isOn ? 'quiet' : 'secondary'} onClick={toggle}>
      {t(isOn ? 'notifications.soundOff' : 'notifications.enableSound')}
    </Button>
  );
}

/** Whether new orders arrive live at the moment. */
export function LiveStatus() {
  const t = useText();
  const isLive = FeedContext.useSelector((state) => state.matches({ streaming: 'live' }));
  const isReconnecting = FeedContext.useSelector((state) => state.matches('reconnecting'));
  if (!isLive && !isReconnecting) return null;
  return (
    <p className={`${styles.status} ${isLive ? styles.live : ''}`} role="status">
      {t(isLive ? 'notifications.live' : 'notifications.reconnecting')}
    </p>
  );
}

/** Why new orders do not arrive live, with a retry. */
export function FeedProblem() {
  const t = useText();
  const feed = FeedContext.useActorRef();
  const hasFailed = FeedContext.useSelector((state) => state.matches('failed'));
  const isLost = FeedContext.useSelector(isConnectionLost);
  const retry = () => feed.send({ type: 'retry' });
  if (hasFailed) return <LoadFailure text={t('notifications.loadFailed')} onRetry={retry} />;
  return isLost ? <LoadFailure text={t('notifications.lost')} onRetry={retry} /> : null;
}
