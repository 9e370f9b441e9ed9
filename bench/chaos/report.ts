import { database } from '@haat/core/db/database';
import type { Acknowledged } from './acknowledged.ts';
import { percentile } from '../percentile.ts';
import { drawBalance, rupees } from './books.ts';
import { p99Of, type Recovery, recoveryIn, type TimedCall } from './call-times.ts';
import type { Course } from './course.ts';
import type { Followers } from './followers.ts';
import type { Rung } from './phones.ts';
import type { Stores } from './stores.ts';
import type { Struck } from './strike.ts';
import type { Tally } from './tally.ts';

const FAST_MS = 500;
// The first calls meet programs that have done nothing yet.
const WARM_UP_MS = 2_000;
const BACK_WITHIN_MS = 10_000;
/** A machine with much else to do is slow without any fault: then so many times as long as in the calm beginning. */
const TIMES_THE_FLOOR = 3;
const MOST_SAID = 20;

export type Outcome = Pick<Stores, 'sandbox'> & {
  course: Course;
  seed: number;
  begun: number;
  struck: Struck[];
  calls: TimedCall[];
  acknowledged: Acknowledged;
  followers: Followers;
  phones: Rung;
  tally: Tally;
};

/** Prints what happened, how it went, and the verdict. Whether all is well. */
export async function report(outcome: Outcome): Promise<boolean> {
  const { course, seed, struck, tally, acknowledged, followers, phones } = outcome;
  console.log(`What happened: ${tally.toString()}`);
  tellFaults(outcome);
  await tellMoney(outcome);
  const orders = await countOrders();
  console.log(
    `${orders} orders, ${acknowledged.orders.size} acknowledged for cash, ${acknowledged.steps.length} steps; ${followers.told} times a screen was told`,
  );
  const { told, again } = phones;
  console.log(`${told} messages to phones, ${again} of them again as the first answer died with its worker`);
  const { delays } = followers;
  const [half, most, longest] = [0.5, 0.99, 1].map((share) => inMs(percentile(delays, share)));
  console.log(`From the commit to a screen: p50 ${half}, p99 ${most}, longest ${longest}`);
  for (const wrong of tally.wrong.slice(0, MOST_SAID)) console.log(`WRONG: ${wrong}`);
  const verdict = tally.wrong.length === 0 ? 'PASSED' : `FAILED (${tally.wrong.length} kinds of wrong)`;
  console.log(
    `${course.customers > 0 ? 'CHAOS' : 'PAYMENTS'} ${verdict} seed=${seed} kills=${struck.length} orders=${orders}`,
  );
  return tally.wrong.length === 0;
}

function tellFaults({ begun, struck, calls, tally, course }: Outcome): void {
  const calm = { from: begun + WARM_UP_MS, to: struck[0]?.struckAt ?? Infinity };
  const floor = p99Of(calls.filter(({ at, ms }) => at >= calm.from && at + ms < calm.to));
  const limitMs = Math.max(FAST_MS, TIMES_THE_FLOOR * (floor ?? 0));
  console.log(`${calls.length} timed calls; p99 without a fault ${inMs(floor)}: ${inMs(limitMs)} is fast`);
  for (const [nth, { name, struckAt, healedAt }] of struck.entries()) {
    const full = healedAt + BACK_WITHIN_MS;
    const to = Math.min(full, struck[nth + 1]?.struckAt ?? full);
    const recovery = recoveryIn(calls, { from: healedAt, to, limitMs });
    if (course.isTimed && recovery === 'never' && to === full)
      tally.accuse(`slow for ${inSeconds(BACK_WITHIN_MS)} after ${name} was back`);
    const at = inSeconds(struckAt - begun).padStart(7);
    console.log(`${at}  kill -9 ${name}, away for ${inSeconds(healedAt - struckAt)}${inWords(recovery)}`);
  }
}

function inWords(recovery: Recovery): string {
  if (recovery === 'unknown') return '';
  if (recovery === 'never') return ', not fast again';
  return `, p99 ${inMs(recovery.p99)} from ${inSeconds(recovery.afterMs)} after it`;
}

async function tellMoney({ sandbox, tally }: Outcome): Promise<void> {
  const { captured, paid, refunded, held, isEven } = await drawBalance(sandbox);
  const { rows } = await database().pool.query<{ source: string; n: number }>(
    'SELECT source, count(*)::int AS n FROM payment_events GROUP BY source ORDER BY source',
  );
  console.log(`Payments were moved by: ${rows.map(({ source, n }) => `${source} ${n}`).join(', ')}`);
  console.log(
    `captured ${rupees(captured)} = paid orders ${rupees(paid)} + given back ${rupees(refunded)} + waiting ${rupees(held)}`,
  );
  if (!isEven) tally.accuse(`the books disagree by ${rupees(captured - paid - refunded - held)}`);
}

async function countOrders(): Promise<number> {
  const { rows } = await database().pool.query<{ n: number }>('SELECT count(*)::int AS n FROM orders');
  return rows[0]?.n ?? 0;
}

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const inMs = (ms: number | undefined): string => (ms === undefined ? 'unknown' : `${Math.round(ms)} ms`);
