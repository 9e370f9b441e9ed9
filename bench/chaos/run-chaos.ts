import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { closeQueues } from '@haat/core/jobs/queues';
import { dispatched } from '@haat/core/outbox/dispatch-soon';
import { brokenInvariants } from '../../core/test/invariants.ts';
import { Acknowledged } from './acknowledged.ts';
import type { TimedCall } from './call-times.ts';
import { comeToRest } from './come-to-rest.ts';
import type { Course } from './course.ts';
import { planFaults } from './fault-plan.ts';
import { Followers } from './followers.ts';
import { startKeptPrograms } from './kept-programs.ts';
import { keptPostgres } from './kept-postgres.ts';
import { letThemTrade } from './load.ts';
import { type Market, newShopper, openMarket } from './market.ts';
import { patiently } from './patiently.ts';
import { letThemPay } from './payers.ts';
import { judgePhones, registerPhones, type Rung } from './phones.ts';
import { openDoorTo } from './replicas.ts';
import { type Outcome, report } from './report.ts';
import type { Stores } from './stores.ts';
import { strike } from './strike.ts';
import { Tally } from './tally.ts';
import { clearUp } from './weather.ts';

export type Run = Stores & { course: Course; ms: number; seed: number };

type Play = Run & { url: string; market: Market; tally: Tally; followers: Followers; isOver: () => boolean };

/** Lets it happen for so long, lets it come to rest, and judges. Whether everything is where it belongs. */
export async function runChaos(run: Run): Promise<boolean> {
  const { course, ms, seed, sandbox } = run;
  const by = run.replicas.isProxied ? ', behind HAProxy' : '';
  console.log(`${course.title}${by} for ${ms / 1_000} s, seed ${seed}`);
  connectDatabase();
  const tally = new Tally();
  const market = await openMarket();
  const programs = await startKeptPrograms({ ...run, workers: course.workers, tally });
  const door = await openDoorTo(run.replicas);
  sandbox.sendWebhooksTo(door.url);
  const followers = new Followers(door.url);
  const begun = Date.now();
  const play = { ...run, url: door.url, market, tally, followers, isOver: () => Date.now() > begun + ms };
  const [struck, acted] = await Promise.all([
    strike({
      ...run,
      plan: planFaults({ ...course, ms, seed }),
      untilMs: ms - course.calmMs.last,
      programs,
      postgres: keptPostgres(run.dataDir),
    }),
    act(play),
    watch(play),
  ]);
  clearUp(sandbox);
  const phones = await judge(play, acted);
  const isWell = await report({ ...play, ...acted, begun, struck, phones });
  await followers.close();
  door.stop();
  await Promise.all([...programs.apis, ...programs.workers].map((program) => program.stop()));
  await dispatched();
  await closeQueues();
  await closeDatabase();
  return isWell;
}

/** Lets everything come to rest, and accuses what is not as it must be then. */
async function judge({ course, market, ...play }: Play, { acknowledged }: Acted): Promise<Rung> {
  const { sandbox, fcm, followers, tally } = play;
  const left = await comeToRest({ sandbox, followers, withinMs: course.quietWithinMs });
  const phones = await judgePhones(fcm, market.shops);
  const wrong = [
    ...left.map((what) => `after ${course.quietWithinMs / 1_000} s of quiet: ${what}`),
    ...(await brokenInvariants(database().pool)),
    ...(await acknowledged.missing()),
    ...(await followers.mistold()),
    ...phones.wrong,
  ];
  for (const what of wrong) tally.accuse(what);
  return phones;
}

type Acted = Pick<Outcome, 'acknowledged' | 'calls'>;

async function act(play: Play): Promise<Acted> {
  const { course, market, tally, followers, isOver, url, seed, sandbox } = play;
  const shopId = market.shops[0]?.id ?? 0;
  const [payers, customers] = await Promise.all(
    [course.payers, course.customers].map((count) =>
      Promise.all(Array.from({ length: count }, () => newShopper(shopId))),
    ),
  );
  for (const shop of market.shops) followers.ofShop(shop);
  for (const person of [...(payers ?? []), ...(customers ?? [])]) followers.ofCustomer(person);
  await registerPhones({ url }, market.shops);
  const acknowledged = new Acknowledged();
  const calls: TimedCall[] = [];
  const onReply = ({ status }: { status: number }, path: string) => {
    if (status === 500) tally.accuse(`500 from ${path.replaceAll(/\d+|\?.*/g, '…')}`);
  };
  const line = { url, onReply, onTime: (call: TimedCall) => calls.push(call) };
  await Promise.all([
    letThemPay({ sandbox, market, url, tally, payers: payers ?? [], seed, isOver }),
    letThemTrade({
      shops: market.shops,
      line,
      tally,
      acknowledged,
      customers: customers ?? [],
      seed: seed + 50,
      isOver,
    }),
  ]);
  return { acknowledged, calls };
}

/** What must always hold is looked at all the time, not only in the end. */
async function watch({ tally, isOver }: Play): Promise<void> {
  while (!isOver()) {
    await pause(1_000);
    for (const broken of await patiently(() => brokenInvariants(database().pool))) tally.accuse(broken);
  }
}
