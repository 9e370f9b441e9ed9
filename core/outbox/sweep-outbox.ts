import { database } from '../db/database.ts';
import { announceOrdersJob } from '../jobs/announce-orders.job.ts';
import type { QueueName } from '../jobs/define-job.ts';
import { readyQueue } from '../jobs/queues.ts';
import { endImport } from '../services/imports/end-import.ts';
import { dispatchEach, outboxJobId, queueOf } from './dispatch.ts';
import type { OutboxEntry } from './topics.ts';

const BATCH = 200;
const MOST_BATCHES = 25;
const FAILED_LOOKED_AT = 1_000;
const ORDER_QUEUE = announceOrdersJob.queue;

/** `lingers`: long enough in the outbox for all its attempts to have failed; `isOld`: nobody waits for its news any more. */
type WaitingRow = OutboxEntry & { lingers: boolean; isOld: boolean };

/**
 * Queues the outbox rows that are older than five seconds and not dispatched: their process died between the commit and
 * the enqueue, or the queue's store was away. A row whose job has failed for good is let go; the job stays to be seen. Only
 * the news of an order is queued again, for an hour: what failed it was most likely the database, which was away for longer
 * than the attempts took, and somebody waits for them.
 * Answers how many rows it queued. Rejects when database or queue do not answer.
 */
export async function sweepOutbox(): Promise<number> {
  let queued = 0;
  let last = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const rows = await waitingRows(last);
    const failed = await failedAmong(rows);
    const over = failed.filter(({ topic, isOld }) => isOld || queueOf(topic) !== ORDER_QUEUE);
    await letGo(over);
    await clearAway(failed.filter((row) => !over.includes(row)));
    const missing = rows.filter((row) => !over.includes(row));
    await dispatchEach(missing);
    queued += missing.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) break;
  }
  return queued;
}

async function waitingRows(after: number): Promise<WaitingRow[]> {
  const { rows } = await database().pool.query<WaitingRow>({ name: 'outbox-waiting', text: WAITING, values: [after] });
  return rows;
}

async function failedAmong(rows: WaitingRow[]): Promise<WaitingRow[]> {
  const lingering = rows.filter(({ lingers }) => lingers);
  const names = new Set(lingering.map(({ topic }) => queueOf(topic)));
  const failed = new Set((await Promise.all([...names].map(failedJobs))).flat());
  return lingering.filter(({ id }) => failed.has(outboxJobId(id)));
}

async function failedJobs(name: QueueName): Promise<(string | undefined)[]> {
  const queue = await readyQueue(name);
  const jobs = await queue.getFailed(0, FAILED_LOOKED_AT - 1);
  return jobs.map(({ id }) => id);
}

// A job that has failed would keep a new one of its name out.
async function clearAway(rows: WaitingRow[]): Promise<void> {
  const queue = await readyQueue(ORDER_QUEUE);
  for (const { id } of rows) await (await queue.getJob(outboxJobId(id)))?.remove();
}

async function letGo(rows: WaitingRow[]): Promise<void> {
  if (rows.length === 0) return;
  const imports = rows.filter(({ topic }) => topic === 'import.requested');
  // Its shop could not begin another one otherwise.
  for (const { subjectId } of imports) await endImport({ id: subjectId, as: 'failed' });
  await database().pool.query('UPDATE outbox SET dispatched_at = now() WHERE id = ANY($1)', [rows.map(({ id }) => id)]);
}

const WAITING = `
  SELECT id, topic, subject_id AS "subjectId", created_at < now() - interval '1 minute' AS lingers,
    created_at < now() - interval '1 hour' AS "isOld"
  FROM outbox
  WHERE dispatched_at IS NULL AND created_at < now() - interval '5 seconds' AND id > $1
  ORDER BY id LIMIT ${BATCH}`;
