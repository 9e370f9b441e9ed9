import { GatewayError } from '../errors.ts';
import { log } from '../ops/log.ts';
import { type Processor, recordFailure } from './failed-items.ts';

/**
 * `claim` returns the next due items, claimed for this caller alone, and fewer than `batch` when there are no more. It skips
 * postponed items (`isNotPutOff`), unless claiming defers them anyway. `idOf`: missing where every failure is a GatewayError.
 */
type Work<Item> = {
  processor: Processor;
  batch: number;
  claim: () => Promise<Item[]>;
  idOf?: (item: Item) => number;
  process: (item: Item) => Promise<void>;
};

const MOST_BATCHES = 20;

/**
 * Processes due items batch by batch, concurrently within a batch. Items that fail with a GatewayError wait for their next
 * check; if a whole batch fails like this, the rest waits, too. Other failed items are postponed while the rest goes on: a row
 * of one shop must not stop all shops. Returns the number of successes. Throws when the database is unavailable.
 */
export async function processInBatches<Item>({ processor, batch, claim, idOf, process }: Work<Item>): Promise<number> {
  let done = 0;
  for (let round = 0; round < MOST_BATCHES; round += 1) {
    const items = await claim();
    const results = await Promise.allSettled(items.map(process));
    const failed = results.flatMap((result, at) =>
      result.status === 'rejected' ? [{ item: items[at]!, error: result.reason as unknown }] : [],
    );
    const unreachable = failed.filter(({ error }) => error instanceof GatewayError);
    for (const { item, error } of failed) {
      if (error instanceof GatewayError) continue;
      if (!idOf) throw error;
      await recordFailure({ processor, itemId: idOf(item), error });
    }
    if (unreachable[0]?.error instanceof GatewayError) {
      const reason = unreachable[0].error.message;
      log.warn({ reason, count: unreachable.length }, 'A payment provider could not be reached');
    }
    done += items.length - failed.length;
    if (items.length < batch || unreachable.length === items.length) break;
  }
  return done;
}
