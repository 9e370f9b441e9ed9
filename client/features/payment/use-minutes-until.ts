import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The minutes until a moment, begun ones counted as whole; 0 when it has passed. */
export function useMinutesUntil(moment: string): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Date.parse(moment) - now);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left % MINUTE || MINUTE);
    return () => clearTimeout(timer);
  }, [left]);
  return Math.ceil(left / MINUTE);
}
