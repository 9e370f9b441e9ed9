import { useEffect, useSyncExternalStore } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { followWakeLock, forgetWakeLock } from '../../../lib/wake-lock.ts';
import { Button } from '../../../ui/Button.tsx';

/** The switch that keeps the screen of a tablet on; absent in browsers without wake locks. */
export function WakeLockSwitch() {
  const t = useText();
  const isOn = useSyncExternalStore(subscribe, isKeptOn);
  if (!('wakeLock' in navigator)) return null;
  return (
    <Button look={isOn ? 'quiet' : 'secondary'} aria-pressed={isOn} onClick={() => switchTo(!isOn)}>
      {t('shopOrders.keepScreenOn')}
    </Button>
  );
}

/** Keeps the screen on while this is mounted and switched on. */
export function WakeLock() {
  const isOn = useSyncExternalStore(subscribe, isKeptOn);
  useEffect(() => ('wakeLock' in navigator && isOn ? keepScreenOn() : undefined), [isOn]);
  return null;
}

const KEY = 'keepScreenOn';
const listeners = new Set<() => void>();

const isKeptOn = () => readStored(KEY) === 'on';

/** The choice is stored on the device. */
function switchTo(isOn: boolean): void {
  writeStored(KEY, isOn ? 'on' : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns how to end it. The browser releases the lock whenever the page is hidden, so it is requested again. */
function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined;
  let hasEnded = false;
  const request = async () => {
    if (document.visibilityState !== 'visible') return;
    // Rejected on a low battery: the screen then follows the system's setting.
    lock = await navigator.wakeLock.request('screen').catch(() => undefined);
    if (hasEnded) void lock?.release();
    else followWakeLock(lock);
  };
  const requestAgain = () => void request();
  void request();
  document.addEventListener('visibilitychange', requestAgain);
  return () => {
    hasEnded = true;
    document.removeEventListener('visibilitychange', requestAgain);
    forgetWakeLock();
    void lock?.release();
  };
}
