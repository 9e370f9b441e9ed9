import { findLocation } from '../../tools/embedded-postgres/location.ts';
import { readPidFile } from '../../tools/embedded-postgres/server.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { closeQueues } from '@haat/core/jobs/queues';
import { dispatchesSettled } from '@haat/core/jobs/outbox';
import { brokenInvariants } from '../../core/test/invariants.ts';
import { differingCharges, waitUntilIdle } from './checks.ts';
import { passTime } from './clock.ts';
import { CrashPoints } from './crash-points.ts';
import { Acknowledged, Tally } from './records.ts';
import { type Outcome, report } from './report.ts';
import { type TimedCall } from './recovery.ts';
import type { Scenario } from './scenario.ts';
import { planFaults, injectFaults, type InjectedFault } from './faults.ts';
import type { Failovers } from './failovers.ts';
import { Followers, checkPhones, registerPhones, type PhoneCheck } from './observers.ts';
import { startPrograms, type Supervised, type SupervisedPrograms } from './supervised.ts';
import { runLoad } from './load.ts';
import { type Market, newCustomer, openMarket } from './market.ts';
import { retryOutage } from './retry.ts';
import { runOnlineCustomers, restoreProviders } from './online-customers.ts';
import { openProxy, type Environment } from './environment.ts';

/** `failovers`: what happens instead of the faults of the scenario. */
export type Run = Environment & { scenario: Scenario; ms: number; seed: number; failovers?: Failovers };

type Play = Run & { url: string; market: Market; tally: Tally; followers: Followers; isOver: () => boolean };

/** Runs the scenario, waits until all work is done, and checks the result. Whether all is well. */
export async function runChaos(run: Run): Promise<boolean> {
  const { scenario, ms, seed, sandbox } = run;
  const by = run.replicas.isProxied ? ', behind HAProxy' : '';
  console.log(`${scenario.title}${by} for ${ms / 1_000} s, seed ${seed}`);
  connectDatabase();
  const tally = new Tally();
  const market = await openMarket();
  const crashPoints = { api: new CrashPoints(), worker: new CrashPoints() };
  const programs = await startPrograms({ ...run, workers: scenario.workers, tally, crashPoints });
  const door = await openProxy(run.replicas);
  sandbox.sendWebhooksTo(door.url);
  const followers = new Followers(door.url);
  const begun = Date.now();
  const play = { ...run, url: door.url, market, tally, followers, isOver: () => Date.now() > begun + ms };
  const [injected, acted] = await Promise.all([
    run.failovers ? run.failovers.inject(tally) : injectAsPlanned(run, programs),
    act(play),
    watch(play),
    passTime(play.isOver),
  ]);
  restoreProviders(sandbox);
  const phones = await judge(play, acted);
  run.failovers?.report(acted.calls, tally);
  const isWell = await report({ ...play, ...acted, begun, injected, crashPoints, phones });
  await followers.close();
  door.stop();
  await Promise.all([...programs.apis, ...programs.workers].map((program) => program.stop()));
  await dispatchesSettled();
  await closeQueues();
  await closeDatabase();
  return isWell;
}

const injectAsPlanned = (run: Run, programs: SupervisedPrograms): Promise<InjectedFault[]> =>
  injectFaults({
    ...run,
    plan: planFaults({ ...run.scenario, ms: run.ms, seed: run.seed }),
    untilMs: run.ms - run.scenario.calmMs.last,
    programs,
    postgres: supervisedPostgres(run.dataDir),
  });

/** Waits until all work is done and records every violation. */
async function judge({ scenario, market, ...play }: Play, { acknowledged }: Acted): Promise<PhoneCheck> {
  const { sandbox, fcm, followers, tally } = play;
  const left = await waitUntilIdle({ sandbox, followers, withinMs: scenario.quietWithinMs });
  const phones = await checkPhones(fcm, market.shops);
  const wrong = [
    ...left.map((what) => `after ${scenario.quietWithinMs / 1_000} s of quiet: ${what}`),
    ...(await brokenInvariants(database().pool)),
    ...(await differingCharges(sandbox)),
    ...(await acknowledged.violations()),
    ...(await followers.misdelivered()),
    ...phones.wrong,
  ];
  for (const what of wrong) tally.fail(what);
  return phones;
}

type Acted = Pick<Outcome, 'acknowledged' | 'calls'>;

async function act(play: Play): Promise<Acted> {
  const { scenario, market, tally, followers, isOver, url, seed, sandbox } = play;
  const shopId = market.shops[0]?.id ?? 0;
  const [payers, customers] = await Promise.all(
    [scenario.payers, scenario.customers].map((count) =>
      Promise.all(Array.from({ length: count }, () => newCustomer(shopId))),
    ),
  );
  for (const shop of market.shops) followers.ofShop(shop);
  for (const person of [...(payers ?? []), ...(customers ?? [])]) followers.ofCustomer(person);
  await registerPhones({ url }, market.shops);
  const acknowledged = new Acknowledged();
  const calls: TimedCall[] = [];
  const onReply = ({ status }: { status: number }, path: string) => {
    if (status === 500) tally.fail(`500 from ${path.replaceAll(/\d+|\?.*/g, '…')}`);
  };
  const line = { url, onReply, onTime: (call: TimedCall) => calls.push(call) };
  await Promise.all([
    runOnlineCustomers({ sandbox, market, url, tally, payers: payers ?? [], seed, isOver }),
    runLoad({
      shops: market.shops,
      line,
      tally,
      acknowledged,
      customers: customers ?? [],
      payers: payers ?? [],
      seed: seed + 50,
      isOver,
    }),
  ]);
  return { acknowledged, calls };
}

/** Checks the invariants during the run, not only at the end. */
async function watch({ tally, isOver }: Play): Promise<void> {
  while (!isOver()) {
    await pause(1_000);
    for (const broken of await retryOutage(() => brokenInvariants(database().pool))) tally.fail(broken);
  }
}

/** The embedded PostgreSQL, which its supervisor restarts immediately. */
function supervisedPostgres(dataDir: string): Pick<Supervised, 'kill'> {
  const { cluster } = findLocation(dataDir, () => {});
  const serverOf = () => readPidFile(cluster);
  return {
    async kill() {
      const killed = serverOf()?.pid;
      if (!killed) throw new Error('PostgreSQL does not run');
      process.kill(killed, 'SIGKILL');
      while (serverOf()?.pid === killed || serverOf()?.status !== 'ready') await pause(25);
      await retryOutage(() => database().pool.query('SELECT 1'));
    },
  };
}
