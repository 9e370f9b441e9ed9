import { setTimeout as pause } from 'node:timers/promises';
import { type Program, startApiProgram, startWorkerProgram } from '../../core/test/program.ts';
import type { Replicas } from './environment.ts';
import type { Tally } from './checks.ts';
import { OwnRedisServer } from '../../core/test/own-redis-server.ts';

const TRY_AGAIN_MS = 250;

/** A process that is started again whenever it was killed. */
export type Supervised = { kill(pauseMs: number): Promise<void>; stop(): Promise<void> };

type Setting = { name: string; start(): Promise<Program>; fail(what: string): void };

/** An api or a worker. It must not end unless it is killed. */
class SupervisedProgram implements Supervised {
  readonly #setting: Setting;
  #running: Promise<Program>;
  #isOurs = false;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#running = this.#start();
  }

  /** kill -9 and restart. Resolves when it serves again. */
  async kill(pauseMs = 0): Promise<void> {
    const program = await this.#running;
    this.#isOurs = true;
    await program.kill();
    await pause(pauseMs);
    this.#running = this.#start();
    await this.#running;
  }

  async stop(): Promise<void> {
    const program = await this.#running;
    this.#isOurs = true;
    await program.terminate();
  }

  async ready(): Promise<void> {
    await this.#running;
  }

  async #start(): Promise<Program> {
    this.#isOurs = false;
    const { name, start, fail } = this.#setting;
    for (;;) {
      try {
        const program = await start();
        void program.exited.then((code) => this.#isOurs || fail(`${name} ended by itself with ${code}`));
        return program;
      } catch {
        // While a store is away it does not start; a supervisor would retry, too.
        await pause(TRY_AGAIN_MS);
      }
    }
  }
}

export type SupervisedPrograms = { apis: SupervisedProgram[]; workers: SupervisedProgram[] };

type HowMany = { replicas: Replicas; workers: number; tally: Tally };

/** As many of each as there shall be, once all of them serve. */
export async function startPrograms({ replicas, workers, tally }: HowMany): Promise<SupervisedPrograms> {
  const fail = (what: string): void => tally.fail(what);
  const onLine = (line: string): void => {
    const alarm = loggedError(line);
    if (alarm) tally.add(`logged as an error: ${alarm}`);
  };
  const apis = replicas.places.map(({ host, port }, nth) => {
    const env = { HOST: host, PORT: String(port), TRUSTED_PROXIES: replicas.isProxied ? '1' : '0' };
    const start = () => startApiProgram({ env, onLine });
    return new SupervisedProgram({ name: `api ${nth}`, fail, start });
  });
  const supervised = {
    apis,
    workers: Array.from(
      { length: workers },
      (_, nth) => new SupervisedProgram({ name: `worker ${nth}`, fail, start: () => startWorkerProgram({ onLine }) }),
    ),
  };
  await Promise.all([...supervised.apis, ...supervised.workers].map((program) => program.ready()));
  return supervised;
}

const ERROR = 50;

/** The message of a log line at level error; undefined for all others. */
function loggedError(line: string): string | undefined {
  if (!line.includes('"level":5') && !line.includes('"level":6')) return undefined;
  const { level, msg, err } = JSON.parse(line) as { level: number; msg?: string; err?: { message?: string } };
  return level >= ERROR ? [msg, err?.message].filter(Boolean).join(': ') : undefined;
}

export type SupervisedRedis = Supervised & {
  url: string;
  /** The next start is on an empty folder. */
  loseData(): void;
};

/** A redis-server that writes its data down as it would in production; it stays at the same port. */
export async function startRedis(): Promise<SupervisedRedis> {
  const server = await OwnRedisServer.at();
  await server.start();
  let isToLose = false;
  return {
    url: server.url,
    loseData: () => void (isToLose = true),
    async kill(pauseMs) {
      await server.kill();
      if (isToLose) server.loseData();
      isToLose = false;
      await pause(pauseMs);
      await server.start();
    },
    stop: () => server.stop(),
  };
}
