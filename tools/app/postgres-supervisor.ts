import { setTimeout as sleep } from 'node:timers/promises';
import {
  ensureDatabase,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../embedded-postgres/start-embedded-postgres.ts';
import { dataDir } from '../lib/paths.ts';
import { DATABASE } from '../lib/operator-database.ts';

const PAUSE_MS = 1000;
// Only errors of the server are printed; the rest would flood the terminal.
const ALARMING = /\b(PANIC|FATAL):(?!.*(terminating|shutting down|starting up|not yet accepting))/;

/** The embedded server with the product's database in it, started again on the same port when it ends unexpectedly. */
export class PostgresSupervisor {
  #postgres: EmbeddedPostgres | undefined;
  #isStopping = false;

  /** Answers the URL of the database, which stays the same until `stop`. */
  async start(): Promise<string> {
    const postgres = await this.#launch();
    await ensureDatabase(postgres.url('postgres'), DATABASE);
    void this.#supervise();
    return postgres.url(DATABASE);
  }

  async #launch(port?: number): Promise<EmbeddedPostgres> {
    const log = (line: string) => ALARMING.test(line) && !this.#isStopping && console.error(`PostgreSQL: ${line}`);
    this.#postgres = await startEmbeddedPostgres({ dataDir: dataDir(), log, ...(port ? { port } : {}) });
    return this.#postgres;
  }

  async #supervise(): Promise<void> {
    for (let running = this.#postgres; running; running = this.#postgres) {
      await running.exited;
      if (this.#isStopping) return;
      console.error('PostgreSQL stopped; starting it again');
      await this.#launch(running.port).catch((error: unknown) => console.error(String(error)));
      if (this.#postgres === running) await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#postgres?.stop();
  }
}
