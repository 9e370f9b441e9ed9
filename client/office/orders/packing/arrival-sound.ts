import { useEffect, useRef } from 'react';
import { isSoundOn, playChime, useSoundUnlock } from '../alerts/new-order-sound.ts';

/** Plays the chime once when an order joins `waiting`, if the sound of new orders is on; `undefined` while they load. */
export function useArrivalSound(waiting: readonly { id: number }[] | undefined): void {
  const known = useRef<ReadonlySet<number>>(undefined);
  useSoundUnlock();
  useEffect(() => {
    if (!waiting) return;
    const isNew = waiting.some(({ id }) => known.current?.has(id) === false);
    if (isNew && isSoundOn()) playChime();
    known.current = new Set([...(known.current ?? []), ...waiting.map(({ id }) => id)]);
  }, [waiting]);
}
