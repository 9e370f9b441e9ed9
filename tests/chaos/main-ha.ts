import { findEngines } from '../servers/engines.ts';
import { startPostgresCluster } from '../servers/postgres-cluster.ts';
import { withEnvironment } from './environment.ts';
import { Failovers } from './failovers.ts';
import { failoverScenario, runSettings } from './scenario.ts';

// npm run chaos -- ha [5m] [seed] [--untimed]: the same market on three PostgreSQL nodes under Patroni behind HAProxy, by the files of
// deploy/. The primary is killed, frozen and cut off from the others in turn, about each 45 s. No order that was acknowledged may be
// lost or doubled, the writes must be back in time, and no program may end. Needs root on Debian.
const { ms, seed, isTimed } = runSettings(process.argv.slice(2), { usualMs: 300_000 });
const found = await findEngines();
if ('missing' in found) {
  console.log(`SKIPPED: ${found.missing}.`);
} else {
  const cluster = await startPostgresCluster(found.engines);
  const scenario = failoverScenario({ isTimed });
  const isWell = await withEnvironment({ scenario, seed, startDatabase: async () => cluster }, async (stores) => {
    // The settings are read when these are loaded.
    const { runChaos } = await import('./run-chaos.ts');
    return runChaos({ ...stores, scenario, ms, seed, failovers: new Failovers({ cluster, ms, seed, isTimed }) });
  });
  process.exitCode = isWell ? 0 : 1;
}
