import { join } from 'node:path';
import { PAYMENT_PROVIDERS } from '@haat/contract/payments/payment';
import { database } from '@haat/core/db/database';
import { env } from '@haat/core/ops/env';
import { recoverPaymentsSince } from '@haat/core/payments/recover-payment';
import { backUp } from '../../tools/backup/back-up.ts';
import { seededRandom } from '../fixtures/payments/providers.ts';
import type { Sandbox } from '../fixtures/payments/start-sandbox.ts';
import { Followers } from './observers.ts';
import { restoreProviders } from './online-customers.ts';
import type { RestorablePostgres } from './restorable-postgres.ts';
import { retryOutage } from './retry.ts';
import { act, judge, openStage, type Run } from './run-chaos.ts';
import type { SupervisedPrograms } from './supervised.ts';

/**
 * A third of the time before a backup, a third during and after it, of which all may be lost, and a third after it was restored
 * and the payments were recovered, while Redis still has the jobs and the providers send all webhooks again. Whether all is well.
 */
export async function runRestore(run: Run & { postgres: RestorablePostgres }): Promise<boolean> {
  const { seed, sandbox, fcm, dataDir, postgres } = run;
  const stage = await openStage(run);
  const begun = Date.now();
  const actFor = (part: number, followers: Followers) => {
    const until = Date.now() + run.ms / 3;
    return act({ ...run, ...stage, followers, seed: seed + part * 1_000, isOver: () => Date.now() > until });
  };
  await actFor(0, stage.followers);
  await stage.followers.close();

  const since = new Date();
  stage.acknowledged.mayBeLost = true;
  const databaseUrl = run.services.DATABASE_URL ?? '';
  const later = new Followers(stage.url);
  const [{ folder }] = await Promise.all([
    backUp({ databaseUrl, uploadsDir: env.UPLOADS_DIR, into: join(dataDir, 'backups') }),
    actFor(1, later),
  ]);
  await later.close();
  restoreProviders(sandbox);
  const before = await countRows();

  const killedAt = Date.now();
  await whileDead(stage.programs, () => postgres.restore(folder, env.UPLOADS_DIR));
  const restoredAt = new Date();
  fcm.log.accepted.length = 0;
  const after = await retryOutage(countRows);
  console.log(
    `The restore lost ${before.orders - after.orders} orders and ${before.payments - after.payments} payments`,
  );
  for (const provider of PAYMENT_PROVIDERS) {
    const { checked, recovered, unknown } = await recoverPaymentsSince(provider, since);
    console.log(`${provider}: ${checked} payments checked, ${recovered} recovered`);
    if (unknown.length > 0) stage.tally.fail(`${unknown.length} payments at ${provider} are unknown`);
  }
  stage.acknowledged.mayBeLost = false;
  const followers = new Followers(stage.url);
  const [calls] = await Promise.all([actFor(2, followers), sendAllAgain(sandbox, seed)]);
  const injected = [{ name: 'the backup was restored', killedAt, recoveredAt: restoredAt.getTime() }];
  const play = { ...run, ...stage, followers, restoredAt, calls, begun, injected, isOver: () => true };
  return stage.close(await judge(play));
}

/** Does the work after all programs were killed, and before they start again. */
async function whileDead({ apis, workers }: SupervisedPrograms, work: () => Promise<void>): Promise<void> {
  const programs = [...apis, ...workers];
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  let alive = programs.length;
  const hasDied = (): Promise<void> => {
    alive -= 1;
    if (alive === 0) work().then(resolve, reject);
    return done;
  };
  await Promise.all(programs.map((program) => program.kill(hasDied)));
}

type Rows = { orders: number; payments: number };

async function countRows(): Promise<Rows> {
  const { rows } = await database().pool.query<Rows>(
    'SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT count(*)::int FROM payments) AS payments',
  );
  return rows[0] ?? { orders: 0, payments: 0 };
}

const AT_ONCE = 4;

/** Sends every webhook that the providers have sent so far, in another order. */
async function sendAllAgain(sandbox: Sandbox, seed: number): Promise<void> {
  const chance = seededRandom(seed);
  const waiting = sandbox.providers.state.events
    .map(({ id }) => ({ id, rank: chance() }))
    .toSorted((one, other) => one.rank - other.rank);
  const send = async (): Promise<void> => {
    for (let event = waiting.pop(); event; event = waiting.pop()) await sandbox.sendAgain(event.id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
}
