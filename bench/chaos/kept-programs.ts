import { type Program, startApiProgram, startWorkerProgram } from '../../core/test/program.ts';

/** One of our programs, started again as soon as it was killed. */
class KeptProgram {
  readonly #start: () => Promise<Program>;
  #running: Promise<Program>;
  kills = 0;

  constructor(start: () => Promise<Program>) {
    this.#start = start;
    this.#running = start();
  }

  /** kill -9, and once more to life. Resolves when it serves again. */
  async kill(): Promise<void> {
    const program = await this.#running;
    this.kills += 1;
    this.#running = program.kill().then(this.#start);
    await this.#running;
  }

  async stop(): Promise<void> {
    await (await this.#running).terminate();
  }

  async ready(): Promise<void> {
    await this.#running;
  }
}

export type KeptPrograms = { api: KeptProgram; worker: KeptProgram };

export async function startKeptPrograms(): Promise<KeptPrograms> {
  const port = process.env.PORT ?? '';
  const api = new KeptProgram(() => startApiProgram({ env: { PORT: port } }));
  const worker = new KeptProgram(() => startWorkerProgram());
  await Promise.all([api.ready(), worker.ready()]);
  return { api, worker };
}
