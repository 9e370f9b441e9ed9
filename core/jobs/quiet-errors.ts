import { log } from '../log.ts';
import { untraced } from '../trace.ts';

const EVERY_MS = 10_000;

/**
 * A listener for `error` events that come in floods while a store is away: one line at once, then one each ten seconds
 * with the number of those that were left out.
 */
export function quietErrors(source: string): (error: Error) => void {
  let silentUntil = 0;
  let unsaid = 0;
  return (error) => {
    if (Date.now() < silentUntil) {
      unsaid++;
      return;
    }
    // A connection outlives the request that opened it.
    const line = { source, reason: error.message, unsaid };
    untraced(() => log.warn(line, 'The connection has a problem'));
    silentUntil = Date.now() + EVERY_MS;
    unsaid = 0;
  };
}
