import { many, run, sql } from '../db/database.ts';
import { isOutage } from '../db/outage.ts';
import { log } from '../ops/log.ts';

/** What walks rows of several shops in the background. */
export type Processor =
  | 'accept-automatically'
  | 'answer-place-requests'
  | 'check-payments'
  | 'end-imports'
  | 'expire-orders'
  | 'pay-refunds'
  | 'refuse-cancellations'
  | 'refund-unused-payments'
  | 'release-reservations'
  | 'remind-of-problems'
  | 'remind-shops'
  | 'retry-webhooks'
  | 'send-last-calls'
  | 'set-order-deadlines'
  | 'settle-proposals';

const FIRST_PAUSE = "interval '30 seconds'";
const LONGEST_PAUSE = "interval '10 minutes'";

/** Puts an item off for half a minute, and for twice as long each time it fails again, up to ten minutes. */
export async function putOff(processor: Processor, itemId: number): Promise<void> {
  await run(PUT_OFF, { processor, itemId });
}

const PUT_OFF = sql<{ processor: Processor; itemId: number }>(
  `INSERT INTO failed_items AS f (processor, item_id, retry_at) VALUES (:processor, :itemId, now() + ${FIRST_PAUSE})
   ON CONFLICT (processor, item_id) DO UPDATE SET attempts = f.attempts + 1,
     retry_at = now() + least(${FIRST_PAUSE} * 2 ^ least(f.attempts, 10), ${LONGEST_PAUSE})`,
);

/** The condition of a claim: the item is not postponed. Read once per statement, so that its plan stays the same. */
export const isNotPutOff = (processor: Processor, id: string): string =>
  `${id} <> ALL (ARRAY(SELECT item_id FROM failed_items WHERE processor = '${processor}' AND retry_at > now()))`;

type Items<Item> = {
  processor: Processor;
  items: readonly Item[];
  idOf: (item: Item) => number;
  process: (item: Item) => Promise<void>;
};

/**
 * Processes items one by one and postpones failed ones. Returns the number of successes. Throws when the database is
 * unavailable.
 */
export async function processEach<Item>({ processor, items, idOf, process }: Items<Item>): Promise<number> {
  let done = 0;
  for (const item of items) {
    try {
      await process(item);
      done += 1;
    } catch (error) {
      await recordFailure({ processor, itemId: idOf(item), error });
    }
  }
  return done;
}

/** Logs the failure of an item and puts it off. Throws the error if it says that the database is unavailable: then no item is to blame. */
export async function recordFailure(failure: { processor: Processor; itemId: number; error: unknown }): Promise<void> {
  const { processor, itemId, error } = failure;
  if (isOutage(error)) throw error;
  log.error({ err: error, processor, itemId }, 'An item could not be processed; the others go on');
  await putOff(processor, itemId);
}

/** How many items still fail, by processor. One that has succeeded or ended is counted for a minute longer. */
export const countFailedItems = (): Promise<{ processor: string; count: number }[]> => many(COUNT_FAILED, {});

const COUNT_FAILED = sql<object, { processor: string; count: number }>(
  `SELECT processor, count(*)::int AS count FROM failed_items WHERE retry_at > now() - interval '1 minute' GROUP BY processor`,
);
