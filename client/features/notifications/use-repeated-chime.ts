import { useEffect } from 'react';
import { playChime } from './chime.ts';
import { isSoundOn } from './sound-setting.ts';

const AGAIN_AFTER_MS = 30_000;

/** Rings again and again while new orders wait for somebody to come to the screen. */
export function useRepeatedChime(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => {
      if (isSoundOn()) playChime();
    }, AGAIN_AFTER_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
}
