import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { repoRoot } from '../lib/paths.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const STEADY_AFTER_MS = 30_000;
const STOP_WITHIN_MS = 15_000;
const GUARD = join(import.meta.dirname, 'exit-with-parent.ts');

export type ServiceOptions = { env: Record<string, string>; nodeArgs?: string[]; say?: (line: string) => void };

/** One of our server programs as a child process: started again when it dies (once it was ready), ended with us whatever ends us. */
export class Service {
  readonly name: string;
  readonly #entry: string;
  readonly #options: ServiceOptions;
  #child: ChildProcess | undefined;
  #again: NodeJS.Timeout | undefined;
  #isStopping = false;
  #isKept = false;
  #pauseMs = FIRST_PAUSE_MS;
  /** Why it ended without being stopped; undefined while it runs. */
  death: string | undefined;
  /** Whether it has sent any message, which says that it is ready. */
  hasReported = false;

  constructor(name: string, entry: string, options: ServiceOptions) {
    this.name = name;
    this.#entry = resolve(repoRoot, entry);
    this.#options = options;
  }

  start(): void {
    const { env, nodeArgs = [] } = this.#options;
    const startedAt = Date.now();
    const child = spawn(process.execPath, [...nodeArgs, '--import', GUARD, this.#entry], {
      cwd: repoRoot,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Ctrl-C in the terminal must come to us alone, so that things end in order.
      detached: process.platform !== 'win32',
    });
    this.#child = child;
    this.death = undefined;
    child.once('message', () => (this.hasReported = true));
    child.once('error', (error) => this.#onDeath(error.message, startedAt));
    child.once('exit', (code, signal) => this.#onDeath(signal ?? `exit code ${code}`, startedAt));
  }

  /** From now on it is started again when it dies: it has shown that it can run. */
  restartWhenItDies(): void {
    this.#isKept = true;
  }

  #onDeath(why: string, startedAt: number): void {
    this.#child = undefined;
    if (this.#isStopping) return;
    this.death = why;
    if (!this.#isKept) return;
    if (Date.now() - startedAt > STEADY_AFTER_MS) this.#pauseMs = FIRST_PAUSE_MS;
    const say = this.#options.say ?? console.error;
    say(`The ${this.name} stopped (${why}); starting it again in ${this.#pauseMs / 1000} s`);
    this.#again = setTimeout(() => this.start(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** Asks it to end and waits; ends it by force when it takes too long. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#again);
    const child = this.#child;
    if (!child) return;
    const exited = new Promise<void>((done) => child.once('exit', () => done()));
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await exited;
    clearTimeout(force);
  }

  /** For changed sources. */
  async restart(): Promise<void> {
    await this.stop();
    this.#isStopping = false;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.start();
  }

  kill(): void {
    this.#isStopping = true;
    this.#child?.kill('SIGKILL');
  }
}
