import { readStored, writeStored } from './storage.ts';

const STORED = 'clockAhead';

/** By how many ms the server's clock is ahead of this device's, which may be wrong by hours; as it was measured last. */
let aheadMs = Number(readStored(STORED)) || 0;

/**
 * Sets the clock by the `Date` header of an answer, which has whole seconds; only of one that has just come from the server.
 * Without one, the measure before counts, at first the device's clock.
 */
export function setServerClock(date: string | null): void {
  const sent = Date.parse(date ?? '');
  if (Number.isNaN(sent)) return;
  aheadMs = sent + 500 - Date.now();
  writeStored(STORED, `${aheadMs}`);
}

/** The time by the server's clock, in ms since 1970. */
export const serverNow = (): number => Date.now() + aheadMs;
