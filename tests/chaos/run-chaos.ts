import { findLocation } from '../../tools/embedded-postgres/location.ts';
import { readPidFile } from '../../tools/embedded-postgres/server.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { closeQueues } from '@haat/core/queue/queues';
import { dispatchesSettled } from '@haat/core/queue/outbox';
import { brokenInvariants } from '../../core/test/invariants.ts';
import { differingCharges, missingPictures, waitUntilIdle } from './checks.ts';
import { passTime } from './clock.ts';
import { Connections, CrashPoints } from './crash-points.ts';
import { Acknowledged, Tally } from './records.ts';
import { type Outcome, report } from './report.ts';
import { type TimedCall } from './recovery.ts';
import type { Scenario } from './scenario.ts';
import { planFaults } from './faults.ts';
import { type InjectedFault, injectFaults } from './inject-faults.ts';
import type { Failovers } from './failovers.ts';
import { Followers, checkPhones, registerPhones } from './observers.ts';
import { startPrograms, type Supervised } from './supervised.ts';
import { runLoad } from './load.ts';
import { type Market, newCustomer, openMarket } from './market.ts';
import { retryOutage } from './retry.ts';
import { runOnlineCustomers, restoreProviders } from './online-customers.ts';
import { openProxy, type Environment } from './environment.ts';

/** `failovers`: what happens instead of the faults of the scenario. */
export type Run = Environment & { scenario: Scenario; ms: number; seed: number; failovers?: Failovers };

export type Play = Run & {
  url: string;
  market: Market;
  tally: Tally;
  followers: Followers;
  acknowledged: Acknowledged;
  isOver: () => boolean;
  /** When a backup was restored: what phones received before is not checked. */
  restoredAt?: Date;
};

/** Runs the scenario, waits until all work is done, and checks the result. Whether all is well. */
export async function runChaos(run: Run): Promise<boolean> {
  const { ms } = run;
  const stage = await openStage(run);
  const begun = Date.now();
  const play = { ...run, ...stage, isOver: () => Date.now() > begun + ms };
  const inject = async (): Promise<InjectedFault[]> =>
    run.failovers ? run.failovers.inject(stage.tally) : injectAsPlanned(run, stage);
  const [injected, calls] = await Promise.all([inject(), act(play)]);
  return stage.close(await judge({ ...play, calls, begun, injected }));
}

const injectAsPlanned = (run: Run, { programs, door }: Pick<Stage, 'programs' | 'door'>): Promise<InjectedFault[]> =>
  injectFaults({
    ...run,
    plan: planFaults({ ...run.scenario, ms: run.ms, seed: run.seed }),
    untilMs: run.ms - run.scenario.calmMs.last,
    programs,
    door,
    postgres: supervisedPostgres(run.dataDir),
  });

type Stage = Awaited<ReturnType<typeof openStage>>;

/** The market, the programs and all who look at them. `close` ends them and passes the verdict on. */
export async function openStage(run: Run) {
  const { scenario, ms, seed, sandbox } = run;
  const by = run.replicas.isProxied ? ', behind HAProxy' : '';
  console.log(`${scenario.title}${by} for ${ms / 1_000} s, seed ${seed}`);
  connectDatabase();
  const tally = new Tally();
  const market = await openMarket();
  const crashPoints = { api: new CrashPoints(), worker: new CrashPoints() };
  const programs = await startPrograms({ ...run, workers: scenario.workers, tally, crashPoints });
  const proxy = await openProxy(run.replicas);
  const door = await Connections.to({ url: proxy.url }, new CrashPoints());
  const url = door.env.url ?? proxy.url;
  sandbox.sendWebhooksTo(url);
  const close = async (isWell: boolean): Promise<boolean> => {
    door.stop();
    proxy.stop();
    await Promise.all([...programs.apis, ...programs.workers].map((program) => program.stop()));
    await dispatchesSettled();
    await closeQueues();
    await closeDatabase();
    return isWell;
  };
  const followers = new Followers(url);
  return { url, market, tally, crashPoints, programs, door, followers, acknowledged: new Acknowledged(), close };
}

type Judging = Play & Pick<Outcome, 'begun' | 'calls' | 'injected' | 'crashPoints'>;

/** Waits until all work is done, records every violation, and reports. Whether all is well. */
export async function judge(play: Judging): Promise<boolean> {
  restoreProviders(play.sandbox);
  const checked = await check(play);
  play.failovers?.report(play.calls, play.tally);
  const faults = play.injected.length + (play.failovers?.count ?? 0);
  const isWell = await report({ ...play, ...checked, faults });
  await play.followers.close();
  return isWell;
}

async function check({ scenario, market, acknowledged, ...play }: Play): Promise<Judged> {
  const { sandbox, fcm, followers, tally } = play;
  const left = await waitUntilIdle({ sandbox, followers, withinMs: scenario.quietWithinMs });
  const phones = await checkPhones(fcm, market.shops, play.restoredAt);
  const { lost, doubled } = await acknowledged.violations();
  const missed = await followers.misdelivered();
  const wrong = [
    ...left.map((what) => `after ${scenario.quietWithinMs / 1_000} s of quiet: ${what}`),
    ...(await brokenInvariants(database().pool)),
    ...(await differingCharges(sandbox)),
    ...(await missingPictures()),
    ...lost,
    ...doubled,
    ...missed,
    ...phones.wrong,
  ];
  for (const what of wrong) tally.fail(what);
  const twice = tally.wrong.filter((what) => /^(one key|two clicks) made/.test(what));
  return { phones, lost: lost.length, doubled: doubled.length + twice.length, missed: missed.length };
}

type Judged = Pick<Outcome, 'phones' | 'lost' | 'doubled' | 'missed'>;

/** Everybody does their part until it is over, while time passes. Returns their calls. */
export async function act(play: Play): Promise<TimedCall[]> {
  const { scenario, market, tally, followers, acknowledged, isOver, url, seed, sandbox } = play;
  const shopId = market.shops[0]?.id ?? 0;
  const [payers, customers] = await Promise.all(
    [scenario.payers, scenario.customers].map((count) =>
      Promise.all(Array.from({ length: count }, () => newCustomer(shopId))),
    ),
  );
  for (const shop of market.shops) followers.ofShop(shop);
  for (const person of [...(payers ?? []), ...(customers ?? [])]) followers.ofCustomer(person);
  await registerPhones({ url }, market.shops);
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
    watch(play),
    passTime(isOver),
  ]);
  return calls;
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
