import { GatewayError } from '../../errors.ts';
import { log } from '../../log.ts';

/** What is due, in batches: `claim` answers the next ones, which nobody else gets, and fewer than `batch` when they end. */
type Work<Item> = { batch: number; claim: () => Promise<Item[]>; act: (item: Item) => Promise<void> };

const MOST_BATCHES = 20;

/**
 * Does what is due, a batch at a time, side by side within it. What a provider keeps us from waits for its next turn; when
 * it keeps us from a whole batch, so do those behind. Answers how many were done. Throws the first error of our own, after
 * the others of the batch.
 */
export async function workThrough<Item>({ batch, claim, act }: Work<Item>): Promise<number> {
  let done = 0;
  for (let round = 0; round < MOST_BATCHES; round += 1) {
    const items = await claim();
    const results = await Promise.allSettled(items.map(act));
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    const ours = reasons.filter((reason) => !(reason instanceof GatewayError));
    if (ours.length > 0) throw ours[0];
    if (reasons[0] instanceof GatewayError) {
      log.warn({ reason: reasons[0].message, count: reasons.length }, 'A payment provider could not be asked');
    }
    done += items.length - reasons.length;
    if (items.length < batch || reasons.length === items.length) break;
  }
  return done;
}
