import { Problem } from '../lib/problem.ts';
import { isFree } from '../lib/ports.ts';
import { PostgresKeeper } from './postgres-keeper.ts';
import { step } from './progress.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';

/** Everything that runs, and the order in which it ends: who uses the database before the database. */
export class Launcher {
  readonly #services: Service[] = [];
  #postgres: PostgresKeeper | undefined;
  #stopping: Promise<void> | undefined;

  /** Starts PostgreSQL unless the settings name one; migrates it, fills an empty one with the demo market. Whether there is a demo market. */
  async prepareDatabase(settings: Settings): Promise<boolean> {
    if (!settings.env.DATABASE_URL) {
      this.#postgres = new PostgresKeeper();
      const postgres = this.#postgres;
      settings.env.DATABASE_URL = await step('Starting PostgreSQL', () => postgres.start());
    }
    const databaseUrl = settings.env.DATABASE_URL;
    // Modules of core read the environment when they are loaded.
    Object.assign(process.env, settings.env);
    const { migrate } = await import('@haat/core/db/migrate');
    await step('Migrating', () => migrate(databaseUrl));
    if (settings.isProduction) return false;
    const { seedDemoMarket } = await import('@haat/core/db/seeds/seed-demo-market');
    const { imageStore } = await import('@haat/core/gateways/image-store');
    await step('Seeding', () => seedDemoMarket({ databaseUrl, pictures: imageStore() }));
    return true;
  }

  run(service: Service): Service {
    if (this.#stopping) return service;
    this.#services.push(service);
    service.start();
    return service;
  }

  stop(): Promise<void> {
    this.#stopping ??= (async () => {
      await Promise.all(this.#services.map((service) => service.stop()));
      await this.#postgres?.stop();
    })();
    return this.#stopping;
  }

  /** For who has no patience: the database still ends in good order, which takes a moment only. */
  async kill(): Promise<void> {
    for (const service of this.#services) service.kill();
    await this.#postgres?.stop();
  }
}

/** Throws a Problem that names the way out when the port is somebody else's. */
export async function refuseTakenPort(port: number, host: string, command: string): Promise<void> {
  if (await isFree(port, host)) return;
  throw new Problem(`Port ${port} is taken, perhaps by another Haat. Choose another one: PORT=${port + 1} ${command}`);
}
