import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkJobOptions } from 'bullmq';
import type { PoolClient } from 'pg';
import { currentTrace, untraced, withTimeout } from '../lib/async.ts';
import { afterCommit, type Connection, run, sql } from '../db/database.ts';
import { OutboxRow } from '../db/notify.models.ts';
import { requestLog, throttledErrorLog } from '../ops/log.ts';
import {
  publishOrderSignalsJob,
  JOB_OF_TOPIC,
  type JobDefinition,
  type OutboxEntry,
  type OutboxPayload,
  type OutboxTopic,
  type QueueName,
} from './job-definitions.ts';
import { readyQueue } from './queues.ts';

const DISPATCH_TIMEOUT_MS = 5_000;
/** Beyond these the sweep takes over: memory must not grow while the queue's store is unreachable. */
const MAX_WAITING = 1_000;

const logFailure = throttledErrorLog('outbox dispatch');
let waiting: OutboxEntry[] = [];
let dispatching: Promise<void> | undefined;

/**
 * Queues the job of a committed outbox row, soon and at most once. Never throws and is never awaited: the response does not
 * depend on it, and the sweep finds every row that stays open.
 */
export function dispatchSoon(entry: OutboxEntry): void {
  if (waiting.length >= MAX_WAITING) return;
  const { id: outboxId, topic, subjectId } = entry;
  const requestId = currentTrace()?.requestId;
  requestLog.info({ requestId, topic, outboxId, subjectId }, 'Dispatching an outbox row');
  waiting.push(requestId ? { ...entry, requestId } : entry);
  // One flush serves many requests.
  dispatching ??= untraced(flush);
}

/** Resolves when all rows given to `dispatchSoon` so far were queued or given up; for a process that exits. */
export async function dispatchesSettled(): Promise<void> {
  await dispatching;
}

/**
 * The least time between the starts of two batches, in which rows are gathered: on PostgreSQL a job costs more than the order
 * that it announces. New orders and status changes do not wait for the job: their screens are signaled right after the commit.
 * With 10 ms, eight concurrent clients reach 319 orders per second instead of 480 (`npm run bench orders`), and 200 status
 * changes instead of 300 (`npm run bench steps`).
 */
const GATHER_MS = 50;

// One batch at a time. The first row is queued immediately, so that mails and push messages of a quiet shop are not delayed.
// Later rows are gathered.
async function flush(): Promise<void> {
  await Promise.resolve();
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const sent = withTimeout(dispatchTogether(batch), DISPATCH_TIMEOUT_MS, 'The queue did not respond in time');
    await Promise.all([sent.catch(logFailure), sleep(GATHER_MS)]);
  }
  dispatching = undefined;
}

/** Adds the jobs of outbox rows, with a single job for all order rows. Rejects when a queue does not accept them. */
async function dispatchTogether(entries: OutboxEntry[]): Promise<void> {
  const orders = entries.filter((entry) => !hasOwnJob(entry));
  await add([...(orders.length > 0 ? [orderJob(orders)] : []), ...entries.filter(hasOwnJob).map(ownJob)]);
}

/**
 * Adds one job per outbox row, for rows that may be part of a job already: a job that begins with the row has the same id
 * and is not added twice; one that contains it later will find nothing left to do.
 */
export async function dispatchEach(entries: OutboxEntry[]): Promise<void> {
  await add(entries.map((entry) => (hasOwnJob(entry) ? ownJob(entry) : orderJob([entry]))));
}

/** Id of the job that begins with this outbox row: added any number of times, it is queued once. */
export const outboxJobId = (outboxId: number): string => `o-${outboxId}`;

/** The queue in which a topic's jobs are. */
export const queueOf = (topic: OutboxTopic): QueueName =>
  (isOwnTopic(topic) ? JOB_OF_TOPIC[topic] : publishOrderSignalsJob).queue;

/** Queues the jobs of rows that a statement has written, when its transaction is committed. */
export function dispatchAfterCommit(on: Connection, ...entries: OutboxEntry[]): void {
  afterCommit(on, () => entries.forEach(dispatchSoon));
}

/** Adds an outbox row in the caller's transaction, and queues its job after the commit. */
export async function addToOutbox(client: PoolClient, topic: OutboxTopic, subjectId: number): Promise<void> {
  dispatchAfterCommit(client, await OutboxRow.query(client).insert({ topic, subjectId }));
}

/** Closes the outbox row of a job whose work is done, so that the sweep skips it. Idempotent. */
export async function closeOutboxRow(outboxId: number): Promise<void> {
  await run(CLOSE_OUTBOX_ROW, { outboxId });
}

const CLOSE_OUTBOX_ROW = sql<{ outboxId: number }>(
  'UPDATE outbox SET done_at = now() WHERE id = :outboxId AND done_at IS NULL',
);

type OwnTopic = keyof typeof JOB_OF_TOPIC;
type OwnEntry = OutboxEntry & { topic: OwnTopic };

const isOwnTopic = (topic: OutboxTopic): topic is OwnTopic => topic in JOB_OF_TOPIC;
const hasOwnJob = (entry: OutboxEntry): entry is OwnEntry => isOwnTopic(entry.topic);

type NewJob = { name: string; data: unknown; opts: BulkJobOptions; queue: QueueName };

const ownJob = (entry: OwnEntry): NewJob => toJob(JOB_OF_TOPIC[entry.topic], toPayload(entry), entry.id);

const orderJob = (entries: OutboxEntry[]): NewJob =>
  toJob(publishOrderSignalsJob, { orders: entries.map(toPayload) }, entries[0]?.id ?? 0);

const toPayload = ({ id, subjectId, requestId }: OutboxEntry): OutboxPayload => ({
  outboxId: id,
  subjectId,
  ...(requestId && { requestId }),
});

function toJob<Payload>({ name, queue, options }: JobDefinition<Payload>, data: Payload, firstId: number): NewJob {
  return { name, queue, data, opts: { ...options, jobId: outboxJobId(firstId) } };
}

async function add(jobs: NewJob[]): Promise<void> {
  const byQueue = Map.groupBy(jobs, ({ queue }) => queue);
  await Promise.all([...byQueue].map(([name, added]) => addTo(name, added)));
}

// addBulk creates temporary tables on PostgreSQL: faster for many jobs, fifteen times slower for one.
async function addTo(name: QueueName, jobs: NewJob[]): Promise<void> {
  const queue = await readyQueue(name);
  const [first, ...others] = jobs;
  if (first && others.length === 0) await queue.add(first.name, first.data, first.opts);
  else await queue.addBulk(jobs);
}
