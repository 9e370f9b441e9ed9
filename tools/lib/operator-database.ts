import { existsSync } from 'node:fs';
import { setting } from '@haat/core/ops/setting';
import { findLocation } from '../embedded-postgres/location.ts';
import { ensureDatabase, startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';
import { dataDir, loadDotEnv } from './paths.ts';
import { UserError } from './problem.ts';

export const DATABASE = 'haat';

/**
 * Does `work` on the database of DATABASE_URL (or DATABASE_URL_FILE), else on the embedded one, which runs meanwhile; only npm start
 * creates it. Where DATABASE_URL is the address of a pooler, by DATABASE_DIRECT_URL. Prints what fails and sets the exit code.
 */
export async function withOperatorDatabase(work: (databaseUrl: string) => Promise<void>): Promise<void> {
  loadDotEnv();
  try {
    const given = setting('DATABASE_URL', process.env);
    if (given) return await work(setting('DATABASE_DIRECT_URL', process.env) ?? given);
    refuseMissingCluster(dataDir());
    const postgres = await startEmbeddedPostgres({ dataDir: dataDir() });
    try {
      await ensureDatabase(postgres.url('postgres'), DATABASE);
      await work(postgres.url(DATABASE));
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function refuseMissingCluster(folder: string): void {
  if (existsSync(folder) && existsSync(findLocation(folder, () => {}).cluster)) return;
  throw new UserError(
    `DATABASE_URL is not set, and there is no database in ${folder}. Set DATABASE_URL, in the environment or in .env, or ` +
      'HAAT_DATA_DIR to the data folder of npm start. A new installation: npm start creates its database.',
  );
}
