import { turnQueue } from '../../lib/turns.ts';

/** For what parses the whole file of an import, in many turns of the event loop: several at once would occupy it, and use much memory. */
export const scanQueue = turnQueue({ atOnce: 1, waiting: 4 });
