import { log } from '../log.ts';

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
    log.warn({ source, reason: error.message, unsaid }, 'The connection has a problem');
    silentUntil = Date.now() + EVERY_MS;
    unsaid = 0;
  };
}
