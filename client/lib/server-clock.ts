import { useEffect, useState } from 'react';

/** By how many ms the server's clock is ahead of this device's, which may be wrong by hours. */
let aheadMs = 0;

/** Sets the clock by the `Date` header of an answer, which has whole seconds. Without one, the device's clock counts. */
export function setServerClock(date: string | null): void {
  const sent = Date.parse(date ?? '');
  if (!Number.isNaN(sent)) aheadMs = sent + 500 - Date.now();
}

/** The time by the server's clock, in ms since 1970. */
export const serverNow = (): number => Date.now() + aheadMs;

const SECOND = 1_000;

/** The whole seconds until that moment (ISO) by the server's clock, at least 0; counted down. */
export function useSecondsUntil(moment: string): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((Date.parse(moment) - now - aheadMs) / SECOND));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [moment, isOver]);
  return left;
}

/** `605` as `10:05`. */
export const countdownText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
