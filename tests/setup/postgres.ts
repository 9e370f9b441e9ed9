import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../tools/embedded-postgres/start-embedded-postgres.ts';
import { withDatabase } from './databases.ts';

export type TestPostgres = { url(database: string): string; stop(): Promise<void> };

// A test database need not survive a power cut.
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

/** The PostgreSQL server for tests: that of TEST_DATABASE_URL, else an embedded one in its own folder. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: (database) => withDatabase(given, database), stop: async () => {} };
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-test-'));
  chmodSync(dataDir, 0o755); // when root runs the tests, the account that runs the server must get in
  const postgres = await startEmbeddedPostgres({ dataDir, flags: FAST.flatMap((setting) => ['-c', setting]) });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, stop };
}
