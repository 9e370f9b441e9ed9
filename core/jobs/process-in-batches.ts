import { GatewayError } from '../errors.ts';
import { log } from '../log.ts';

/** `claim` returns the next due items, claimed for this caller alone, and fewer than `batch` when there are no more. */
type Work<Item> = { batch: number; claim: () => Promise<Item[]>; process: (item: Item) => Promise<void> };

const MOST_BATCHES = 20;

/**
 * Processes due items batch by batch, those of a batch concurrently. Items that fail with a GatewayError wait for their
 * next check; when a whole batch fails so, the rest waits too. Returns how many succeeded. Throws the first other error,
 * after its batch.
 */
export async function processInBatches<Item>({ batch, claim, process }: Work<Item>): Promise<number> {
  let done = 0;
  for (let round = 0; round < MOST_BATCHES; round += 1) {
    const items = await claim();
    const results = await Promise.allSettled(items.map(process));
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    const defects = reasons.filter((reason) => !(reason instanceof GatewayError));
    if (defects.length > 0) throw defects[0];
    if (reasons[0] instanceof GatewayError) {
      log.warn({ reason: reasons[0].message, count: reasons.length }, 'A payment provider could not be reached');
    }
    done += items.length - reasons.length;
    if (items.length < batch || reasons.length === items.length) break;
  }
  return done;
}
