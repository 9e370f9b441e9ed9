import { fullScenario, runSettings } from './scenario.ts';
import { withEnvironment } from './environment.ts';
import { canMountDisks, NO_SMALL_DISK } from '../fixtures/small-disk.ts';
import { hasRedisServer } from '../setup/redis.ts';

// npm run chaos [90s] [seed] [--faults kills,freezes,network,disks,clocks] [--postgres] [--untimed]: a market where people look
// around, order for cash and online, cancel orders and report problems, where vendors accept, decline, change, return and refund,
// and everybody follows on streams, sockets and phones, while api, worker, Redis and PostgreSQL are killed with -9, workers are frozen
// for longer than their locks last, the network is slow, loses one direction or answers, disks are full, and clocks are five minutes
// apart. In the end every invariant must hold, nothing acknowledged may be lost or doubled, nothing may be open past its time, and
// every screen must have received everything once. The same seed makes the same plan of faults. With --faults only the faults of
// these groups happen; with --postgres the queues are in PostgreSQL and there is no Redis; with --untimed the time until
// responses are fast again is reported but not judged.
const { ms, seed, isOnPostgres, isTimed, groups } = runSettings(process.argv.slice(2), { usualMs: 90_000 });
const hasRedis = !isOnPostgres && hasRedisServer();
if (!isOnPostgres && !hasRedis) console.warn('There is no redis-server here: the queues are in PostgreSQL.');
const hasDisks = canMountDisks();
if (groups.includes('disks') && !hasDisks) console.warn(`Full disks are SKIPPED: ${NO_SMALL_DISK}.`);
const possible = groups.filter((group) => group !== 'disks' || hasDisks);
const scenario = fullScenario({ ms, hasRedis, isTimed, groups: possible });
const isWell = await withEnvironment({ scenario, seed }, async (stores) => {
  // The settings are read when these are loaded.
  const { runChaos } = await import('./run-chaos.ts');
  return runChaos({ ...stores, scenario, ms, seed });
});
process.exitCode = isWell ? 0 : 1;
