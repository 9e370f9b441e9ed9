import { useEffect, useState } from 'react';

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Whether that moment (ISO) has passed, to the second; undefined without one. */
export function useHasPassed(moment: string | null): boolean | undefined {
  const at = moment === null ? undefined : Date.parse(moment);
  const [passed, setPassed] = useState<number>();
  useEffect(() => {
    if (at === undefined) return undefined;
    const wait = Math.min(Math.max(at - Date.now(), 0), LONGEST_TIMEOUT_MS);
    const timer = setTimeout(() => setPassed(at), wait);
    return () => clearTimeout(timer);
  }, [at]);
  return at === undefined ? undefined : passed === at || isPast(at);
}

const isPast = (at: number): boolean => at <= Date.now();
