import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../../core/test/program.ts';

const TRY_AGAIN_MS = 250;

/** Something that runs, and is started again whenever it was killed. */
export type Kept = { kill(pauseMs: number): Promise<void>; stop(): Promise<void> };

type Setting = { name: string; start(): Promise<Program>; accuse(what: string): void };

/** One of our programs. That it ends when nobody has killed it is wrong. */
export class KeptProgram implements Kept {
  readonly #setting: Setting;
  #running: Promise<Program>;
  #isOurs = false;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#running = this.#start();
  }

  /** kill -9, and once more to life. Resolves when it serves again. */
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
    const { name, start, accuse } = this.#setting;
    for (;;) {
      try {
        const program = await start();
        void program.exited.then((code) => this.#isOurs || accuse(`${name} ended by itself with ${code}`));
        return program;
      } catch {
        // As whoever supervises it: while a store is away it does not start.
        await pause(TRY_AGAIN_MS);
      }
    }
  }
}
