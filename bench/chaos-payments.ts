import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@haat/sandbox/start-sandbox';
import { killLeftPrograms } from '../core/test/program.ts';
import { migrate } from '../core/db/migrate.ts';
import { ensureDatabase } from '../scripts/embedded-postgres/ensure-database.ts';
import { startEmbeddedPostgres } from '../scripts/embedded-postgres/start-embedded-postgres.ts';
import { freePort } from '../scripts/lib/ports.ts';
import { runSettings } from './chaos/run-settings.ts';

// npm run chaos:payments [10m] [seed]: customers who pay, are declined, change their minds, close the tab and click twice, at
// providers that fail, with webhooks that get lost, while api and worker are killed with -9. In the end every paisa that the
// providers took must be an order's, given back, or waiting for its order. The seed chooses what happens, not when.
const { ms, seed } = runSettings(process.argv.slice(2));
const dataDir = mkdtempSync(join(tmpdir(), 'haat-chaos-'));
chmodSync(dataDir, 0o755); // when root runs it, the account that runs PostgreSQL must get in
const postgres = await startEmbeddedPostgres({ dataDir });
const sandbox = await startSandbox({ seed, conditions: { lateMs: 1_500, webhookRetryMs: 200, refundMs: 500 } });
try {
  await ensureDatabase(postgres.url('postgres'), 'chaos');
  const port = String(await freePort());
  Object.assign(process.env, {
    ...sandbox.env,
    DATABASE_URL: postgres.url('chaos'),
    JWT_SECRET: 'a secret for the chaos, known to everybody',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    UPLOADS_DIR: join(dataDir, 'uploads'),
  });
  await migrate(postgres.url('chaos'));
  // The settings are read when these are loaded.
  const { runChaos } = await import('./chaos/run-chaos.ts');
  process.exitCode = (await runChaos({ sandbox, url: `http://127.0.0.1:${port}`, ms, seed })) ? 0 : 1;
} finally {
  killLeftPrograms();
  await sandbox.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
