import { turnQueue } from '../../lib/turns.ts';

/**
 * For parsing whole import files over many turns of the event loop. Parsing several together would block it and use much memory.
 */
export const scanQueue = turnQueue({ atOnce: 1, waiting: 4 });
