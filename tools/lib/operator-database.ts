import { setting } from '@haat/core/setting';
import { ensureDatabase, startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';
import { dataDir, loadDotEnv } from './paths.ts';

export const DATABASE = 'haat';

/**
 * Does `work` on the database of DATABASE_URL (or DATABASE_URL_FILE), else on the embedded one, which runs meanwhile. Where
 * DATABASE_URL is the address of a pooler, by DATABASE_DIRECT_URL. Prints what fails and sets the exit code.
 */
export async function withOperatorDatabase(work: (databaseUrl: string) => Promise<void>): Promise<void> {
  loadDotEnv();
  try {
    const given = setting('DATABASE_URL', process.env);
    if (given) return await work(setting('DATABASE_DIRECT_URL', process.env) ?? given);
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
