import { log } from '../log.ts';
import { busReconnects } from '../metrics/counters.ts';
import type { Poke, PokeListener } from './bus.ts';

/** Those who listen to a bus in this process. One that throws does not keep the poke from the others. */
export class PokeListeners {
  readonly #listeners = new Set<PokeListener>();
  readonly #reconnected = new Set<() => void>();

  add(listener: PokeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  addReconnect(listener: () => void): () => void {
    this.#reconnected.add(listener);
    return () => this.#reconnected.delete(listener);
  }

  /** Hands the poke of a message to everybody; a message that is none is left alone. */
  hear(message: string): void {
    const poke = readPoke(message);
    if (poke) for (const listener of this.#listeners) guarded(() => listener(poke));
  }

  /** From now on nobody hears anything. */
  clear(): void {
    this.#listeners.clear();
    this.#reconnected.clear();
  }

  reconnected(): void {
    busReconnects.inc();
    for (const listener of this.#reconnected) guarded(listener);
  }
}

function readPoke(message: string): Poke | undefined {
  try {
    return JSON.parse(message) as Poke;
  } catch {
    log.warn('A message on the bus is not a poke');
    return undefined;
  }
}

function guarded(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    log.error({ err: error }, 'A listener of the bus failed');
  }
}
