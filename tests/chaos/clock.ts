import { setTimeout as pause } from 'node:timers/promises';
import { runOrderTimersJob } from '@haat/core/queue/job-definitions';
import { readyQueue } from '@haat/core/queue/queues';
import { database } from '@haat/core/db/database';
import { retryOutage } from './retry.ts';

// Waiting takes minutes to days in the product: here, deadlines are moved into the past.

type Moving = { table: string; set: string; where: string };

/** Changes the rows that are not locked: waiting for some while other transactions wait for ours would be a deadlock. */
async function move({ table, set, where }: Moving): Promise<void> {
  const rows = `SELECT ctid FROM ${table} WHERE ${where} FOR NO KEY UPDATE SKIP LOCKED`;
  await retryOutage(() => database().pool.query(`UPDATE ${table} SET ${set} WHERE ctid IN (${rows})`));
}

/** One of so many is never answered: its time runs out. A request has the id of its order. */
const LEFT_ALONE = { order: 6, proposal: 4, request: 5 };

/** Whether the one with this id waits until its time is over. */
export const isLeftAlone = (what: keyof typeof LEFT_ALONE, id: number): boolean => id % LEFT_ALONE[what] === 0;

/** Moves time on while the load runs, until it is over. */
export async function passTime(isOver: () => boolean): Promise<void> {
  const jobs = requestJobs(isOver);
  while (!isOver()) {
    await pause(1_000);
    await Promise.all([expediteSweeps(), agePayments(), endSomeTimes(), remind()]);
  }
  await jobs;
}

const JOBS_EVERY_MS = 2_000;

/** What the workers do for orders by the clock, more often. */
async function requestJobs(isOver: () => boolean): Promise<void> {
  const { name, queue, options } = runOrderTimersJob;
  while (!isOver()) {
    await pause(JOBS_EVERY_MS);
    // While a store is away, no job is added; the next round comes soon.
    const adding = readyQueue(queue).then((ready) => ready.add(name, {}, options));
    await Promise.race([adding.catch(() => {}), pause(JOBS_EVERY_MS)]);
  }
}

const ORDERS = { table: 'orders', set: 'accept_by = now()', where: `status = 'Pending' AND accept_by > now()` };
const PROPOSALS = {
  table: 'order_proposals',
  set: 'answer_by = now()',
  where: `state = 'open' AND answer_by > now()`,
};
const REQUESTS = { ...PROPOSALS, table: 'cancellation_requests' };
const RESERVATIONS = {
  table: 'orders',
  set: `reserved_until = now() - interval '1 second'`,
  where: `payment_status = 'awaiting' AND reserved_until > now()`,
};

/** Ends the time of orders, proposals and requests that are never answered. */
async function endSomeTimes(): Promise<void> {
  await move({ ...ORDERS, where: `${ORDERS.where} AND id % ${LEFT_ALONE.order} = 0` });
  await move({ ...PROPOSALS, where: `${PROPOSALS.where} AND id % ${LEFT_ALONE.proposal} = 0` });
  await move({ ...REQUESTS, where: `${REQUESTS.where} AND order_id % ${LEFT_ALONE.request} = 0` });
}

/** Ends the time of everything that waits for a payment or an answer. */
export async function endAllTimes(): Promise<void> {
  for (const each of [RESERVATIONS, ORDERS, PROPOSALS, REQUESTS]) await move(each);
}

async function remind(): Promise<void> {
  const set = 'remind_at = now()';
  await move({ table: 'orders', set, where: `status = 'Pending' AND remind_at > now() AND id % 2 = 0` });
  await move({ table: 'order_problems', set, where: 'solved_at IS NULL AND remind_at > now() AND id % 2 = 0' });
}

/** Expires the reservation of an order. */
export const expireReservation = (orderId: number): Promise<void> =>
  move({ ...RESERVATIONS, where: `${RESERVATIONS.where} AND id = ${orderId}` });

/** Half an hour has passed for every other payment whose order did not come for some seconds. */
const agePayments = (): Promise<void> =>
  move({
    table: 'payments',
    set: `paid_at = paid_at - interval '31 minutes'`,
    where: `order_id IS NULL AND state = 'paid' AND id % 2 = 0 AND paid_at < now() - interval '3 seconds'`,
  });

/** Makes everything that the sweeper waits for due now. */
export async function expediteSweeps(): Promise<void> {
  const checked = { set: 'next_check_at = now()', where: 'next_check_at > now()' };
  const open = (condition: string) => `${checked.where} AND ${condition}`;
  await move({ table: 'payments', ...checked, where: open(`state IN ('created', 'failed', 'paid')`) });
  // Not a refund that a worker has just claimed: two workers would request it at the same time.
  const unclaimed = `state IN ('due', 'requested') AND (attempts = 0 OR updated_at < now() - interval '5 seconds')`;
  await move({ table: 'refunds', ...checked, where: open(unclaimed) });
  await move({ table: 'webhook_events', ...checked, where: open('processed_at IS NULL') });
  const waits = `payment_status = 'awaiting' AND reservation_check_at > now()`;
  await move({ table: 'orders', set: 'reservation_check_at = NULL', where: waits });
}
