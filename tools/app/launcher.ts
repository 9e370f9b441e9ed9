import { setTimeout as sleep } from 'node:timers/promises';
import { MigrationError } from '@haat/core/db/migration-error';
import { UserError } from '../lib/problem.ts';
import { isFree } from '../lib/ports.ts';
import { PostgresSupervisor } from './postgres-supervisor.ts';
import { step } from './welcome.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';

/** Everything that runs, and the order in which it ends: who uses the database before the database. */
export class Launcher {
  readonly #services: Service[] = [];
  #postgres: PostgresSupervisor | undefined;
  #stopping: Promise<void> | undefined;

  /** Starts PostgreSQL unless the settings name one; migrates it and updates its shared catalog, fills an empty one with the demo market. Whether there is a demo market. */
  async prepareDatabase(settings: Settings): Promise<boolean> {
    if (!settings.env.DATABASE_URL) {
      this.#postgres = new PostgresSupervisor();
      const postgres = this.#postgres;
      settings.env.DATABASE_URL = await step('Starting PostgreSQL', () => postgres.start());
    }
    const databaseUrl = settings.env.DATABASE_DIRECT_URL || settings.env.DATABASE_URL;
    // Modules of core read the environment when they are loaded.
    Object.assign(process.env, settings.env);
    const { migrate } = await import('@haat/core/db/migrate');
    const { updateSharedCatalog } = await import('@haat/core/catalog/load-shared-catalog');
    const note = await step('Migrating', async () => {
      const unchanged = await migrate(databaseUrl);
      if (!unchanged) await updateSharedCatalog(databaseUrl);
      return unchanged;
    });
    if (note) console.log(note);
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

  /** Kills all services immediately; only the database is shut down in order, which takes a moment. */
  async kill(): Promise<void> {
    for (const service of this.#services) service.kill();
    await this.#postgres?.stop();
  }
}

/** Throws a UserError that names a solution when another program uses the port. */
export async function refuseTakenPort(port: number, host: string, command: string): Promise<void> {
  if (await isFree(port, host)) return;
  throw new UserError(
    `Port ${port} is in use, perhaps by another copy of Haat. Use another one: PORT=${port + 1} ${command}`,
  );
}

// One Ctrl-C can arrive twice, from the terminal and handed on by npm; only a later one is meant as a second.
const SAME_MS = 1000;

/** Ends everything in order at Ctrl-C, a termination signal, or when the process above us is gone. A second Ctrl-C forces it. */
export function endOnSignal(launcher: Launcher): void {
  let firstAt = 0;
  const onEnd = (what: string) => {
    if (!firstAt) {
      firstAt = Date.now();
      console.log('\nStopping …');
      void launcher.stop().then(() => process.exit(what === 'SIGINT' ? 130 : 0));
    } else if (Date.now() - firstAt > SAME_MS) {
      console.log('Forcing exit …');
      void launcher.kill().then(() => process.exit(130));
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => onEnd(signal));
  process.once('disconnect', () => onEnd('disconnect'));
}

/** Runs the start; when it fails, says why in words for people and ends what already runs. */
export async function startOrExplain(launcher: Launcher, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const isExplained = error instanceof UserError || error instanceof MigrationError;
    console.error(`\n${isExplained ? error.message : error instanceof Error ? error.stack : String(error)}`);
    await launcher.stop();
    process.exit(1);
  }
}

const WITHIN_MS = 60_000;

/**
 * Waits until the api answers that it can serve and the others have reported that they work; from then on all are restarted when they die.
 * Throws a UserError when one of them cannot even start.
 */
export async function waitUntilReady({ host, port }: Settings, { api, others }: { api: Service; others: Service[] }) {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/ready`;
  const until = Date.now() + WITHIN_MS;
  while (!(others.every(({ hasReported }) => hasReported) && (await isReady(url)))) {
    const dead = [api, ...others].find(({ death }) => death);
    if (dead) throw new UserError(`The ${dead.name} failed to start (${dead.death}); see the output above.`);
    if (Date.now() > until)
      throw new UserError(`The api did not become ready on port ${port}. Set LOG_LEVEL=info for details.`);
    await sleep(50);
  }
  for (const service of [api, ...others]) service.restartWhenItDies();
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
