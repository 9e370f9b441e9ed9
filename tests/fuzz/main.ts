import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../core/db/migrate.ts';
import { ensureDatabase, startEmbeddedPostgres } from '../../tools/embedded-postgres/start-embedded-postgres.ts';

// npm run fuzz -- 100000 [seed]: so many requests of valid, nearly valid and hostile values to its own api process, on a
// separate database. The same seed gives the same requests; a fault is printed with the smallest request that shows it.
const [requests = 100_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const ROUND = 100;

const dataDir = mkdtempSync(join(tmpdir(), 'haat-fuzz-'));
chmodSync(dataDir, 0o755); // when root runs it, the account that runs PostgreSQL must get in
const postgres = await startEmbeddedPostgres({ dataDir, flags: ['-c', 'fsync=off'] });
const startedAt = performance.now();
const reports = new Map<string, string>();
try {
  await ensureDatabase(postgres.url('postgres'), 'fuzz');
  Object.assign(process.env, {
    DATABASE_URL: postgres.url('fuzz'),
    JWT_SECRET: 'the public secret of every fuzz run',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development',
    UPLOADS_DIR: join(dataDir, 'uploads'),
  });
  await migrate(postgres.url('fuzz'));
  // The settings are read when these are loaded.
  const { connectDatabase, database } = await import('@haat/core/db/database');
  const { stopServices } = await import('../../core/test/stop-services.ts');
  const { ENDPOINTS } = await import('@haat/contract/endpoints');
  const { startFuzzer } = await import('./fuzzer.ts');
  connectDatabase();
  console.log(`Seed ${seed}`);
  let sent = 0;
  const errors: string[] = [];
  // Each round has a new api process, a new shop and new people.
  for (let round = 0; sent < requests; round++) {
    const fuzzer = await startFuzzer();
    // Its providers are new, too, and do not know them.
    await database().pool.query('TRUNCATE payments RESTART IDENTITY CASCADE');
    const options = { seed: (seed + round) % 2 ** 31, runs: ROUND };
    for (const endpoint of ENDPOINTS) {
      const name = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
      // A call whose fault is known would only report it again.
      const report = reports.has(name) ? undefined : await fuzzer.attackCall(endpoint, options);
      if (report) reports.set(name, report);
    }
    const report = await fuzzer.attackElsewhere(options);
    if (report) reports.set('other paths', report);
    const end = await fuzzer.stop();
    errors.push(...end.errors, ...(end.code === 0 ? [] : [`The api ended with ${end.code}`]));
    sent += fuzzer.sent();
    console.log(`${sent} requests, ${fuzzer.succeeded()} of ${ENDPOINTS.length} calls had some that succeeded`);
  }
  await stopServices();
  for (const [name, report] of reports) console.log(`\n${name}\n${report}`);
  for (const line of errors) console.log(`\nLogged: ${line}`);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(`\n${sent} requests in ${seconds} s, ${reports.size} faults, ${errors.length} logged errors`);
  process.exitCode = reports.size + errors.length > 0 ? 1 : 0;
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
