import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

const KEY = 'keepScreenOn';

/** Keeps the screen on while this is mounted and wanted; the choice is remembered on the device. */
export function useWakeLock() {
  const isSupported = 'wakeLock' in navigator;
  const [isWanted, setWanted] = useState(() => readStored(KEY) === 'on');

  useEffect(() => (isSupported && isWanted ? holdScreen() : undefined), [isSupported, isWanted]);

  const toggle = () => {
    writeStored(KEY, isWanted ? 'off' : 'on');
    setWanted(!isWanted);
  };
  return { isSupported, isWanted, toggle };
}

/** Holds the screen until the answered function is called. The system lets go of it whenever the page is hidden. */
function holdScreen(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const take = async () => {
    if (document.visibilityState !== 'visible') return;
    // Refused on a low battery: then the screen follows the system, as it does without this.
    lock = await navigator.wakeLock.request('screen').catch(() => undefined);
    if (isOver) void lock?.release();
  };
  const takeAgain = () => void take();
  void take();
  document.addEventListener('visibilitychange', takeAgain);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', takeAgain);
    void lock?.release();
  };
}
