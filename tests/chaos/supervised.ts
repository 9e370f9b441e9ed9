import { setTimeout as pause } from 'node:timers/promises';
import { type Program, type ProgramOptions, startApiProgram, startWorkerProgram } from '../../core/test/program.ts';
import { type CrashPoints, Connections, type When } from './crash-points.ts';
import type { Replicas } from './environment.ts';
import type { Tally } from './records.ts';
import { OwnRedisServer } from '../../core/test/own-redis-server.ts';

const TRY_AGAIN_MS = 250;

/** A process that is started again whenever it was killed. */
export type Supervised = { kill(pauseMs: number): Promise<void>; stop(): Promise<void> };

type Setting = {
  name: string;
  connections: Connections;
  /** `options`: of the clock. */
  start(options: ClockOptions): Promise<Program>;
  fail(what: string): void;
};

type ClockOptions = Pick<ProgramOptions, 'nodeArgs'> & { env: Record<string, string> };

const SHIFTED_CLOCK = './tests/fixtures/shifted-clock.ts';

/** The clock of a program that starts with these options is so much ahead, or behind if negative. */
export const clockOptions = (aheadMs: number): ClockOptions =>
  aheadMs === 0 ? { env: {} } : { nodeArgs: ['--import', SHIFTED_CLOCK], env: { CLOCK_AHEAD_MS: String(aheadMs) } };

/** An api or a worker. It must not end unless it is killed. */
export class SupervisedProgram implements Supervised {
  readonly #setting: Setting;
  #running: Promise<Program>;
  #isOurs = false;
  #clockAheadMs = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#running = this.#start();
  }

  /**
   * kill -9 before or after one of its next effects. Resolves to the effect; undefined when it had none, and lives. `kill` starts
   * it again.
   */
  async crash(when: When): Promise<string | undefined> {
    const program = await this.#running;
    return this.#setting.connections.crash(when, () => {
      this.#isOurs = true;
      void program.kill();
    });
  }

  /**
   * SIGSTOP at one of its next effects, which happens before it or only when it continues, and SIGCONT after `ms`. Resolves to the
   * effect; undefined when it had none for some seconds, and was stopped then.
   */
  async freeze(when: When, ms: number): Promise<{ point: string | undefined; frozenAt: number }> {
    const { pid } = await this.#running;
    let frozenAt = 0;
    const freeze = async (): Promise<void> => {
      frozenAt = Date.now();
      process.kill(pid, 'SIGSTOP');
      await pause(ms);
      process.kill(pid, 'SIGCONT');
    };
    const point = await this.#setting.connections.freeze(when, freeze);
    if (point === undefined) await freeze();
    return { point, frozenAt };
  }

  /** kill -9 and restart, after so many ms or what happens once it is dead. Resolves when it serves again. */
  async kill(away: number | (() => Promise<unknown>) = 0): Promise<void> {
    const program = await this.#running;
    this.#isOurs = true;
    await program.kill();
    await (typeof away === 'number' ? pause(away) : away());
    this.#running = this.#start();
    await this.#running;
  }

  /** Restarts it with a clock that is so much ahead, or behind if negative. */
  async setClock(aheadMs: number): Promise<void> {
    this.#clockAheadMs = aheadMs;
    await this.kill();
  }

  /** Its connections to all that it works with. */
  get connections(): Connections {
    return this.#setting.connections;
  }

  async stop(): Promise<void> {
    const program = await this.#running;
    this.#isOurs = true;
    await program.terminate();
    this.#setting.connections.stop();
  }

  async ready(): Promise<void> {
    await this.#running;
  }

  async #start(): Promise<Program> {
    this.#isOurs = false;
    const { name, start, fail } = this.#setting;
    for (;;) {
      try {
        const program = await start(clockOptions(this.#clockAheadMs));
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

type HowMany = {
  replicas: Replicas;
  workers: number;
  tally: Tally;
  /** The settings that name the services that programs work with, with their addresses. */
  services: Record<string, string>;
  crashPoints: Record<'api' | 'worker', CrashPoints>;
};

/** As many of each as there shall be, once all of them serve. */
export async function startPrograms({ replicas, workers, tally, ...run }: HowMany): Promise<SupervisedPrograms> {
  const fail = (what: string): void => tally.fail(what);
  const onLine = (line: string): void => {
    const alarm = loggedError(line);
    if (alarm) tally.add(`logged as an error: ${alarm}`);
  };
  const connect = (kind: 'api' | 'worker') => Connections.to(run.services, run.crashPoints[kind]);
  const [apis, others] = await Promise.all([
    Promise.all(
      replicas.places.map(async ({ host, port }, nth) => {
        const connections = await connect('api');
        const trusted = { TRUSTED_PROXIES: replicas.isProxied ? '1' : '0' };
        const env = { ...connections.env, HOST: host, PORT: String(port), ...trusted };
        const start = (clock: ClockOptions) => startApiProgram({ ...clock, env: { ...env, ...clock.env }, onLine });
        return new SupervisedProgram({ name: `api ${nth}`, connections, fail, start });
      }),
    ),
    Promise.all(
      Array.from({ length: workers }, async (_, nth) => {
        const connections = await connect('worker');
        const start = (clock: ClockOptions) =>
          startWorkerProgram({ ...clock, env: { ...connections.env, ...clock.env }, onLine });
        return new SupervisedProgram({ name: `worker ${nth}`, connections, fail, start });
      }),
    ),
  ]);
  await Promise.all([...apis, ...others].map((program) => program.ready()));
  return { apis, workers: others };
}

const ERROR = /"level":"(error|fatal)"/;
type Cause = string | { message?: string };

/** The message of a log line at level error; undefined for all others. */
function loggedError(line: string): string | undefined {
  if (!ERROR.test(line)) return undefined;
  const { msg, err, error = err } = JSON.parse(line) as { msg?: string; err?: Cause; error?: Cause };
  const reason = typeof error === 'object' ? error.message : error;
  return [msg, reason].filter(Boolean).join(': ');
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
