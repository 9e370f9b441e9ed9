import { many, sql } from '../db/database.ts';
import { OutboxRow } from '../db/notify.models.ts';
import { NOW } from '../db/table.ts';
import { publishOrderSignalsJob, type OutboxEntry, type QueueName } from '../queue/job-definitions.ts';
import { processEach } from '../queue/failed-items.ts';
import { dispatchEach, outboxJobId, queueOf } from '../queue/outbox.ts';
import { readyQueue } from '../queue/queues.ts';
import { endImport } from '../catalog/imports/import-record.ts';

const BATCH = 200;
const MAX_BATCHES = 25;
const MAX_FAILED_READ = 1_000;
const ORDER_QUEUE = publishOrderSignalsJob.queue;

/** `mayHaveFailed`: old enough for all attempts of its job to be over; `isOld`: too old to be worth announcing. */
type WaitingRow = OutboxEntry & { mayHaveFailed: boolean; isOld: boolean };

/**
 * Queues outbox rows that are older than five seconds and still open: their process died between commit and enqueue, or
 * the queue's store was unreachable. A row whose job failed after all attempts is closed; the failed job stays in the queue.
 * Only rows of orders are queued again, for an hour: most likely the database was unreachable for longer than the attempts, and
 * people wait for them. Returns how many rows were queued. Rejects when database or queue do not respond.
 */
export async function sweepOutbox(): Promise<number> {
  let queued = 0;
  let last = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const rows = await many(READ_WAITING, { after: last });
    const failed = await failedAmong(rows);
    const closed = new Set(failed.filter(({ topic, isOld }) => isOld || queueOf(topic) !== ORDER_QUEUE));
    await close([...closed]);
    await removeFailedJobs(failed.filter((row) => !closed.has(row)));
    const missing = rows.filter((row) => !closed.has(row));
    await dispatchEach(missing);
    queued += missing.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) break;
  }
  return queued;
}

const READ_WAITING = sql<{ after: number }, WaitingRow>(
  `
  SELECT id, topic, subject_id, created_at < now() - interval '1 minute' AS may_have_failed,
    created_at < now() - interval '1 hour' AS is_old
  FROM outbox
  WHERE done_at IS NULL AND created_at < now() - interval '5 seconds' AND id > :after
  ORDER BY id LIMIT ${BATCH}`,
);

async function failedAmong(rows: WaitingRow[]): Promise<WaitingRow[]> {
  const candidates = rows.filter(({ mayHaveFailed }) => mayHaveFailed);
  const names = new Set(candidates.map(({ topic }) => queueOf(topic)));
  const failed = new Set((await Promise.all([...names].map(failedJobs))).flat());
  return candidates.filter(({ id }) => failed.has(outboxJobId(id)));
}

async function failedJobs(name: QueueName): Promise<(string | undefined)[]> {
  const queue = await readyQueue(name);
  const jobs = await queue.getFailed(0, MAX_FAILED_READ - 1);
  return jobs.map(({ id }) => id);
}

// A failed job would block a new one with its id.
async function removeFailedJobs(rows: WaitingRow[]): Promise<void> {
  const queue = await readyQueue(ORDER_QUEUE);
  for (const { id } of rows) await (await queue.getJob(outboxJobId(id)))?.remove();
}

async function close(rows: WaitingRow[]): Promise<void> {
  if (rows.length === 0) return;
  const imports = rows.filter(({ topic }) => topic === 'import.requested');
  const closed = new Set(rows.filter((row) => !imports.includes(row)));
  // An open import would block the shop's next one.
  await processEach({
    processor: 'end-imports',
    items: imports,
    idOf: ({ subjectId }) => subjectId,
    process: async (row) => {
      await endImport({ id: row.subjectId, as: 'failed' });
      closed.add(row);
    },
  });
  const ids = [...closed].map(({ id }) => id);
  await OutboxRow.query().whereIn('id', ids).patch({ doneAt: NOW });
}
