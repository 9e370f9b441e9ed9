import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { emptyState, type State, withoutOldThings } from './state.ts';

/** The state in a file that is never half written: a new one takes the place of the old one at once. */
export class StateFile {
  readonly #path: string | undefined;
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** Without a path nothing is kept. */
  constructor(path?: string) {
    this.#path = path;
  }

  read(now: number): State {
    if (!this.#path || !existsSync(this.#path)) return emptyState();
    return withoutOldThings(JSON.parse(readFileSync(this.#path, 'utf8')) as State, now);
  }

  /** Resolves when the state as it is now is on the disk. Those who ask while a write runs share the next one. */
  save(state: State): Promise<void> {
    if (!this.#path) return Promise.resolve();
    if (!this.#writing) return this.#write(this.#path, state);
    const path = this.#path;
    this.#next ??= this.#writing.then(() => {
      this.#next = undefined;
      return this.#write(path, state);
    });
    return this.#next;
  }

  #write(path: string, state: State): Promise<void> {
    const done = async (): Promise<void> => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
      await rename(`${path}.new`, path);
    };
    this.#writing = done().finally(() => (this.#writing = undefined));
    return this.#writing;
  }
}
