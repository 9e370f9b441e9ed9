const SHORTEST_MS = 10_000;
const LONGEST_MS = 15 * 60_000;
/** Beyond this, the news of an order is none. */
export const NEWS_FOR_HOURS = 6;

/** `attempt`: how often it was tried, 1 or more; `ageMs`: since when it is to be told. */
type Tried = { attempt: number; ageMs: number; afterMs?: number | undefined };

/**
 * In how many milliseconds a message is tried again; undefined when it is given up. Ten seconds at the earliest and twice as
 * long each time, never before the service wants it, and a random part later, lest all come back at once.
 */
export function nextTry({ attempt, ageMs, afterMs = 0 }: Tried, random = Math.random()): number | undefined {
  const backoff = Math.min(SHORTEST_MS * 2 ** Math.min(attempt - 1, 10), LONGEST_MS);
  const wait = Math.round(Math.max(backoff, afterMs) * (1 + random / 4));
  return ageMs + wait > NEWS_FOR_HOURS * 3_600_000 ? undefined : wait;
}
