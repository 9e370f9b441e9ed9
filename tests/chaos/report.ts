import { database } from '@haat/core/db/database';
import type { CrashPoints } from './crash-points.ts';
import { printFigures } from './figures.ts';
import type { Acknowledged, Tally } from './records.ts';
import { percentile } from '../bench/measure.ts';
import { p99Of, type Recovery, recoveryIn, type TimedCall, writesPausedFor } from './recovery.ts';
import type { Scenario } from './scenario.ts';
import type { Followers, PhoneCheck } from './observers.ts';
import type { Environment } from './environment.ts';
import type { InjectedFault } from './inject-faults.ts';

const FAST_MS = 500;
// The first calls meet programs that have done nothing yet.
const WARM_UP_MS = 2_000;
const BACK_WITHIN_MS = 10_000;
/** A machine with much else to do is slow without any fault: then so many times as long as in the calm beginning. */
const TIMES_THE_FLOOR = 3;
const MOST_SAID = 20;

export type Outcome = Pick<Environment, 'sandbox'> & {
  scenario: Scenario;
  seed: number;
  begun: number;
  injected: InjectedFault[];
  /** How many there were, failovers included. */
  faults: number;
  crashPoints: Record<'api' | 'worker', CrashPoints>;
  calls: TimedCall[];
  acknowledged: Acknowledged;
  followers: Followers;
  phones: PhoneCheck;
  /** How much that was acknowledged is missing or there twice, and how many screens lack an event or have one twice. */
  lost: number;
  doubled: number;
  missed: number;
  tally: Tally;
};

/** Prints what happened, how it went, and the verdict. Whether all is well. */
export async function report(outcome: Outcome): Promise<boolean> {
  const { scenario, seed, injected, tally, acknowledged, followers, phones, sandbox } = outcome;
  console.log(`What happened: ${tally.toString()}`);
  const longestMs = printFaults(outcome);
  printCrashPoints(outcome);
  await printFigures(sandbox, tally);
  const orders = await countOrders();
  console.log(
    `${orders} orders, ${acknowledged.orders.size} acknowledged for cash, ${acknowledged.steps.length} transitions and ${acknowledged.acts} other acts; ${followers.received} events received by screens`,
  );
  const { received, again } = phones;
  console.log(
    `${received} push messages, ${again} of them repeated because the worker was killed before it stored the response`,
  );
  const { delays } = followers;
  const [half, most, longest] = [0.5, 0.99, 1].map((share) => inMs(percentile(delays, share)));
  console.log(`From the commit to a screen: p50 ${half}, p99 ${most}, longest ${longest}`);
  for (const wrong of tally.wrong.slice(0, MOST_SAID)) console.log(`VIOLATION: ${wrong}`);
  const verdict = tally.wrong.length === 0 ? 'PASSED' : `FAILED (${tally.wrong.length} kinds of violations)`;
  const { lost, doubled, missed } = outcome;
  // A run of failovers has printed its own.
  if (injected.length > 0) console.log(`Writes back after ${inSeconds(longestMs)} at most`);
  console.log(`Acknowledged and lost ${lost}, doubled ${doubled}; screens with a missed or doubled event ${missed}`);
  console.log(
    `${scenario.customers > 0 ? 'CHAOS' : 'PAYMENTS'} ${verdict} seed=${seed} faults=${outcome.faults} orders=${orders}`,
  );
  return tally.wrong.length === 0;
}

/** Returns the longest time without a write that was served, in ms. */
function printFaults({ begun, injected, calls, tally, scenario }: Outcome): number {
  const pauses: number[] = [];
  const calm = { from: begun + WARM_UP_MS, to: injected[0]?.killedAt ?? Infinity };
  const floor = p99Of(calls.filter(({ at, ms }) => at >= calm.from && at + ms < calm.to));
  const limitMs = Math.max(FAST_MS, TIMES_THE_FLOOR * (floor ?? 0));
  console.log(`${calls.length} timed calls; p99 without a fault ${inMs(floor)}: ${inMs(limitMs)} is fast`);
  for (const [nth, { name, point, killedAt, recoveredAt }] of injected.entries()) {
    const full = recoveredAt + BACK_WITHIN_MS;
    const to = Math.min(full, injected[nth + 1]?.killedAt ?? full);
    const recovery = recoveryIn(calls, { from: recoveredAt, to, limitMs });
    if (scenario.isTimed && recovery === 'never' && to === full)
      tally.fail(`slow for ${inSeconds(BACK_WITHIN_MS)} after ${name} was back`);
    const paused = writesPausedFor(calls, { from: killedAt, to });
    pauses.push(paused);
    const at = inSeconds(killedAt - begun).padStart(7);
    console.log(
      `${at}  ${name}${point ? ` ${shortened(point)}` : ''}, for ${inSeconds(recoveredAt - killedAt)}, writes back after ${inSeconds(paused)}${inWords(recovery)}`,
    );
  }
  return Math.max(0, ...pauses);
}

const MOST_LETTERS = 100;
const shortened = (text: string): string => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text);

function inWords(recovery: Recovery): string {
  if (recovery === 'unknown') return '';
  if (recovery === 'never') return ', not fast again';
  return `, p99 ${inMs(recovery.p99)} from ${inSeconds(recovery.afterMs)} after it`;
}

/** Between which effects programs were killed. */
function printCrashPoints({ injected, crashPoints }: Outcome): void {
  const ofPrograms = injected.filter(({ fault }) => fault?.target === 'api' || fault?.target === 'worker');
  const between = ofPrograms.filter(({ point }) => point !== undefined);
  console.log(`${ofPrograms.length} programs were killed, ${between.length} of them between two effects`);
  for (const [kind, { counts }] of Object.entries(crashPoints)) {
    const effects = [...counts.values()];
    const [before, after] = (['before', 'after'] as const).map(
      (when) => effects.filter((each) => each[when] > 0).length,
    );
    const seen = effects.reduce((sum, each) => sum + each.seen, 0);
    console.log(
      `${seen} effects of the ${kind}, of ${effects.length} kinds: killed before ${before} of them, after ${after}`,
    );
  }
}

async function countOrders(): Promise<number> {
  const { rows } = await database().pool.query<{ n: number }>('SELECT count(*)::int AS n FROM orders');
  return rows[0]?.n ?? 0;
}

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const inMs = (ms: number | undefined): string => (ms === undefined ? 'unknown' : `${Math.round(ms)} ms`);
