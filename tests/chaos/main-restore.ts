import { hasRedisServer } from '../setup/redis.ts';
import { withEnvironment } from './environment.ts';
import { RestorablePostgres } from './restorable-postgres.ts';
import { restoreScenario, runSettings } from './scenario.ts';

// npm run chaos -- restore [90s] [seed] [--postgres]: the market of `main.ts` without its faults. After a third of the time a backup
// is taken while it runs, and after another third the database and the pictures are lost and restored from it. Redis still has
// its jobs, `recoverPaymentsSince` runs as in `npm run payments:recover`, and all webhooks arrive again. Everything acknowledged
// before the backup and after the restore must be there once. Every charge at the providers must belong to an order,
// be refunded or await its order.
const { ms, seed, isOnPostgres, isTimed } = runSettings(process.argv.slice(2), { usualMs: 90_000 });
const scenario = restoreScenario({ ms, hasRedis: !isOnPostgres && hasRedisServer(), isTimed });
const postgres = new RestorablePostgres();
const isWell = await withEnvironment({ scenario, seed, startDatabase: () => postgres.start() }, async (stores) => {
  // The settings are read when these are loaded.
  const { runRestore } = await import('./run-restore.ts');
  return runRestore({ ...stores, scenario, ms, seed, postgres });
});
process.exitCode = isWell ? 0 : 1;
