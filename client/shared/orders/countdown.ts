import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';

const SECOND = 1_000;

/** The whole seconds until that moment (ISO) by the server's clock, at least 0; counted down. */
export function useSecondsUntil(moment: string): number {
  const [now, setNow] = useState(serverNow);
  const left = Math.max(0, Math.ceil((Date.parse(moment) - now) / SECOND));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(serverNow()), SECOND);
    return () => clearInterval(timer);
  }, [moment, isOver]);
  return left;
}

/** `605` as `10:05`. */
export const countdownText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
