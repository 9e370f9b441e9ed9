/** By how many ms the server's clock is ahead of this device's, which may be wrong by hours. */
let aheadMs = 0;

/** Sets the clock by the `Date` header of an answer, which has whole seconds. Without one, the device's clock counts. */
export function setServerClock(date: string | null): void {
  const sent = Date.parse(date ?? '');
  if (!Number.isNaN(sent)) aheadMs = sent + 500 - Date.now();
}

/** The time by the server's clock, in ms since 1970. */
export const serverNow = (): number => Date.now() + aheadMs;
