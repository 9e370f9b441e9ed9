import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { closeQueues } from '@haat/core/jobs/queues';
import { dispatched } from '@haat/core/outbox/dispatch-soon';
import { sweepPayments } from '@haat/core/services/payments/sweep-payments';
import type { Sandbox } from '@haat/sandbox/start-sandbox';
import { seededChance } from '@haat/sandbox/world/chance';
import { brokenInvariants } from '../../core/test/invariants.ts';
import { bareRound } from './bare-round.ts';
import { drawBalance, rupees, underWay } from './books.ts';
import { type KeptPrograms, startKeptPrograms } from './kept-programs.ts';
import { newShopper, openMarket } from './market.ts';
import { type Stage, shoppingRound } from './shopping-round.ts';
import { Tally } from './tally.ts';
import { hurrySweeper, letAllHoldsEnd, letMoneyGrowOld } from './time-travel.ts';
import { clearUp, makeWeather } from './weather.ts';

const SHOPPERS = 6;
const QUIET_WITHIN_MS = 120_000;

type Run = { sandbox: Sandbox; url: string; ms: number; seed: number };

/** Lets it happen for so long, lets it come to rest, and draws the balance. Whether every paisa is where it belongs. */
export async function runChaos({ sandbox, url, ms, seed }: Run): Promise<boolean> {
  console.log(`Payments in chaos for ${ms / 1000} s, seed ${seed}`);
  connectDatabase();
  const tally = new Tally();
  const market = await openMarket();
  const programs = await startKeptPrograms();
  sandbox.sendWebhooksTo(url);
  const until = Date.now() + ms;
  const isOver = (): boolean => Date.now() > until;
  const shoppers = Array.from({ length: SHOPPERS }, (_, nth) =>
    shop({ sandbox, market, url, tally, chance: seededChance(seed + nth + 1) }, isOver),
  );
  const chance = seededChance(seed);
  await Promise.all([
    ...shoppers,
    makeWeather({ sandbox, chance, tally, isOver }),
    killPrograms(programs, { chance: seededChance(seed + 100), isOver }),
    watch(tally, isOver),
  ]);
  clearUp(sandbox);
  await letAllHoldsEnd();
  const left = await comeToRest(sandbox);
  for (const broken of await brokenInvariants(database().pool)) tally.accuse(broken);
  for (const what of left) tally.accuse(`after ${QUIET_WITHIN_MS / 1000} s of quiet there are ${what}`);
  const isEven = await report({ sandbox, tally, programs });
  await Promise.all([programs.api.stop(), programs.worker.stop(), dispatched()]);
  await closeQueues();
  await closeDatabase();
  return isEven && tally.wrong.length === 0;
}

async function shop(stage: Stage, isOver: () => boolean): Promise<void> {
  const shopper = await newShopper(stage.market.shops[0]?.id ?? 0);
  while (!isOver()) {
    await (stage.chance() < 0.1 ? bareRound(stage, shopper) : shoppingRound(stage, shopper));
    await pause(stage.chance() * 200);
  }
}

async function killPrograms(
  programs: KeptPrograms,
  { chance, isOver }: { chance: () => number; isOver: () => boolean },
) {
  for (let nth = 0; !isOver(); nth++) {
    await pause(500 + chance() * 3_000);
    await (nth % 2 === 0 ? programs.api : programs.worker).kill();
  }
}

/** What must always hold is looked at all the time, not only in the end. */
async function watch(tally: Tally, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await pause(1_000);
    await Promise.all([hurrySweeper(), letMoneyGrowOld()]);
    for (const broken of await brokenInvariants(database().pool)) tally.accuse(broken);
  }
}

async function comeToRest(sandbox: Sandbox): Promise<string[]> {
  const until = Date.now() + QUIET_WITHIN_MS;
  let left = await underWay(sandbox);
  while (left.length > 0 && Date.now() < until) {
    await hurrySweeper();
    // One more that sweeps, so that nobody has to wait for the worker's next turn.
    await sweepPayments();
    await pause(500);
    left = await underWay(sandbox);
  }
  return left;
}

async function report({
  sandbox,
  tally,
  programs,
}: {
  sandbox: Sandbox;
  tally: Tally;
  programs: KeptPrograms;
}): Promise<boolean> {
  const { captured, paid, refunded, held, isEven } = await drawBalance(sandbox);
  console.log(`What happened: ${tally.toString()}`);
  console.log(`Killed with -9: api ${programs.api.kills} times, worker ${programs.worker.kills} times`);
  const { rows } = await database().pool.query<{ source: string; n: number }>(
    'SELECT source, count(*)::int AS n FROM payment_events GROUP BY source ORDER BY source',
  );
  console.log(`Moves caused by: ${rows.map(({ source, n }) => `${source} ${n}`).join(', ')}`);
  console.log(
    `captured ${rupees(captured)} = paid orders ${rupees(paid)} + given back ${rupees(refunded)} + waiting ${rupees(held)}`,
  );
  console.log(
    isEven ? 'The books agree to the paisa.' : `THE BOOKS DISAGREE by ${rupees(captured - paid - refunded - held)}`,
  );
  for (const wrong of tally.wrong.slice(0, 20)) console.log(`WRONG: ${wrong}`);
  return isEven;
}
