import { useSyncExternalStore } from 'react';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { useOnline } from '../../../lib/browser.ts';
import { onWakeLockChange, isWakeLockRefused } from '../../../lib/wake-lock.ts';
import { Button } from '../../../ui/Button.tsx';
import { useAlarm } from './alarm.ts';
import { areAlertsBlocked, dismissBlockedAlerts, onBlockedAlertsChange } from './blocked-alerts.ts';
import { isChimeUnlocked, isSoundOn, onChimeChange, onSoundChange, unlockChime } from './new-order-sound.ts';
import { FeedContext } from './notification-feed.ts';
import { ArrivalContext } from './order-arrival.ts';
import styles from './OrderAlerts.module.css';

type Alert = { text: TextId; action?: { text: TextId; act: () => void }; isAlarm?: true; isLate?: true };

/** Above every screen of a shop's members: why new orders do not arrive or ring here, and the one thing to do. */
export function CounterAlerts() {
  const t = useText();
  const alert = useAlert();
  useAlarm(alert?.isAlarm === true);
  return (
    <div role="alert" className={styles.place}>
      {alert ? (
        <div className={`${styles.alert} ${alert.isAlarm ? styles.alarm : ''} ${alert.isLate ? styles.late : ''}`}>
          <p>{t(alert.text)}</p>
          {alert.action ? (
            <Button look="secondary" onClick={alert.action.act}>
              {t(alert.action.text)}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** For users who receive no orders: the operator. */
export function OfflineNotice() {
  const t = useText();
  return (
    <div role="alert" className={styles.place}>
      {useOnline() ? null : <p className={styles.alert}>{t('counter.noConnection')}</p>}
    </div>
  );
}

/** The worst that is wrong. */
function useAlert(): Alert | undefined {
  const feed = FeedContext.useActorRef();
  const isOffline = ArrivalContext.useSelector((state) => state.matches('offline'));
  const isLost = ArrivalContext.useSelector((state) => state.matches('lost'));
  const isReplaced = ArrivalContext.useSelector((state) => state.matches('replaced'));
  const isSoundLocked = useSoundLocked();
  const isScreenUnlocked = useSyncExternalStore(onWakeLockChange, isWakeLockRefused);
  const isBlocked = useSyncExternalStore(onBlockedAlertsChange, areAlertsBlocked);
  if (isOffline) return { text: 'counter.offline', isAlarm: true };
  const retry = () => feed.send({ type: 'retry' });
  if (isLost) return { text: 'counter.lost', isAlarm: true, action: { text: 'common.tryAgain', act: retry } };
  if (isReplaced)
    return { text: 'counter.replaced', isAlarm: true, action: { text: 'counter.receiveHere', act: retry } };
  const unlock = () => void unlockChime();
  if (isSoundLocked)
    return { text: 'notifications.soundAsleep', isLate: true, action: { text: 'counter.allowSound', act: unlock } };
  if (isScreenUnlocked) return { text: 'counter.screenTurnsOff' };
  if (isBlocked) return { text: 'counter.alertsBlocked', action: { text: 'common.ok', act: dismissBlockedAlerts } };
  return undefined;
}

function useSoundLocked(): boolean {
  const isOn = useSyncExternalStore(onSoundChange, isSoundOn);
  const isReady = useSyncExternalStore(onChimeChange, isChimeUnlocked);
  return isOn && !isReady;
}
