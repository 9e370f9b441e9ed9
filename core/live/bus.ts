import type { FeedName } from '@haat/contract/socket-events';
import { log } from '../ops/log.ts';
import { busReconnects } from '../ops/metrics/counters.ts';

/**
 * Says that rows changed; receivers load them from the database. A lost signal costs latency, never data. `feed`: new rows up to
 * `seq`; `shopId` is the shop of the order, whose other screens show the change too. `acknowledged`: a shop has acknowledged its
 * new orders up to `seq`. `session`: that session has changed. `shop-sessions`: data shared by all sessions of that shop has
 * changed. `announcements`: the ones to that shop, or to all shops if null, have changed. `listing`: the version of the shop's
 * listing; without it, the listing may have changed.
 */
export type Signal =
  | { type: 'feed'; feed: FeedName; seq: number; shopId?: number }
  | { type: 'catalog'; shopId: number; version: number; listing?: number }
  | { type: 'acknowledged'; shopId: number; seq: number }
  | { type: 'announcements'; shopId: number | null }
  | { type: 'session'; sessionId: string }
  | { type: 'shop-sessions'; shopId: number };

type SignalListener = (signal: Signal) => void;

/** Carries signals to every process that listens, the sender included. */
export type Bus = {
  /** Resolves when signals are delivered now; rejects soon when they are not. */
  ping(): Promise<void>;
  /** Whether this process receives signals now, as far as it knows. */
  isConnected(): boolean;
  /** Resolves once the signal was handed to the store; rejects when the store does not respond. */
  publish(signal: Signal): Promise<void>;
  /** Returns the function that unsubscribes. */
  subscribe(listener: SignalListener): () => void;
  /** Called after a gap in which signals may have been lost. Returns the function that unsubscribes. */
  onReconnect(listener: () => void): () => void;
  close(): Promise<void>;
};

/** The subscribers of a bus in this process. One that throws does not affect the others. */
export class SignalListeners {
  readonly #listeners = new Set<SignalListener>();
  readonly #reconnected = new Set<() => void>();

  add(listener: SignalListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  addReconnect(listener: () => void): () => void {
    this.#reconnected.add(listener);
    return () => this.#reconnected.delete(listener);
  }

  /** Passes the signal of a message to all subscribers. Messages that are not JSON are ignored. */
  receive(message: string): void {
    const signal = readSignal(message);
    if (signal) for (const listener of this.#listeners) guarded(() => listener(signal));
  }

  /** Removes all subscribers. */
  clear(): void {
    this.#listeners.clear();
    this.#reconnected.clear();
  }

  reconnected(): void {
    busReconnects.inc();
    for (const listener of this.#reconnected) guarded(listener);
  }
}

function readSignal(message: string): Signal | undefined {
  try {
    return JSON.parse(message) as Signal;
  } catch {
    log.warn('Invalid message on the bus');
    return undefined;
  }
}

function guarded(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    log.error({ err: error }, 'A bus subscriber failed');
  }
}
