import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { followWakeLock, forgetWakeLock } from '../../lib/wake-lock.ts';
import { Button } from '../../ui/Button.tsx';

/** Keeps the screen of a tablet on; absent in browsers without wake locks. */
export function WakeLockSwitch() {
  const t = useText();
  const { isSupported, isOn, toggle } = useWakeLock();
  if (!isSupported) return null;
  return (
    <Button look={isOn ? 'quiet' : 'secondary'} aria-pressed={isOn} onClick={toggle}>
      {t('shopOrders.keepScreenOn')}
    </Button>
  );
}

const KEY = 'keepScreenOn';

/** Keeps the screen on while mounted and switched on; the choice is stored on the device. */
function useWakeLock() {
  const isSupported = 'wakeLock' in navigator;
  const [isOn, setOn] = useState(() => readStored(KEY) === 'on');

  useEffect(() => (isSupported && isOn ? keepScreenOn() : undefined), [isSupported, isOn]);

  const toggle = () => {
    writeStored(KEY, isOn ? 'off' : 'on');
    setOn(!isOn);
  };
  return { isSupported, isOn, toggle };
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
