import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { restore } from '../../tools/backup/back-up.ts';
import {
  type EmbeddedPostgres,
  ensureDatabase,
  startEmbeddedPostgres,
} from '../../tools/embedded-postgres/start-embedded-postgres.ts';
import { DATABASE } from '../../tools/lib/operator-database.ts';
import { dataDir } from '../../tools/lib/paths.ts';
import type { StartedDatabase } from './environment.ts';

/** An embedded PostgreSQL that can be replaced by a backup of it, at the same port. */
export class RestorablePostgres {
  #running: EmbeddedPostgres | undefined;

  async start(): Promise<StartedDatabase> {
    this.#running = await startEmbeddedPostgres({ dataDir: dataDir() });
    await ensureDatabase(this.#running.url('postgres'), DATABASE);
    return { url: this.#running.url(DATABASE), stop: async () => this.#running?.stop() };
  }

  /** Loses the database and the pictures, and restores the backup in the folder `from`. */
  async restore(from: string, uploadsDir: string): Promise<void> {
    const lost = this.#running;
    if (!lost) throw new Error('PostgreSQL does not run');
    await lost.stop();
    rmSync(uploadsDir, { recursive: true, force: true });
    const fresh = join(dataDir(), 'restored');
    await restore({ from, dataDir: fresh, uploadsDir });
    this.#running = await startEmbeddedPostgres({ dataDir: fresh, port: lost.port });
    if (this.#running.port !== lost.port) throw new Error(`The port ${lost.port} is taken`);
  }
}
