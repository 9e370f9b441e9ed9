import type { Bus } from '@haat/core/live/bus';
import { throttledErrorLog } from '@haat/core/ops/log';
import { readAcknowledged } from '@haat/core/notify/acknowledge-orders';

const SWEEP_EVERY_MS = 5_000;

type Listener = (seq: number) => void;
type Watched = { seq: number | undefined; listeners: Set<Listener> };

const logFailure = throttledErrorLog('acknowledgements');

/**
 * Notifies the connections of this process up to which number their shop has acknowledged its new orders: immediately on a
 * signal, and by a periodic sweep if a signal was lost.
 */
export class Acknowledgements {
  readonly #watched = new Map<number, Watched>();
  readonly #stops: (() => void)[];

  constructor(bus: Pick<Bus, 'subscribe' | 'onReconnect'>, sweepEveryMs = SWEEP_EVERY_MS) {
    const sweep = (): void => void this.#read([...this.#watched.keys()]).catch(logFailure);
    const timer = setInterval(sweep, sweepEveryMs).unref();
    const unsubscribe = bus.subscribe((signal) => {
      if (signal.type === 'acknowledged') this.#update(signal.shopId, signal.seq);
    });
    this.#stops = [unsubscribe, bus.onReconnect(sweep), () => clearInterval(timer)];
  }

  /**
   * Calls the listener with the shop's number, before it resolves and whenever the number grows. Resolves to the function that
   * unsubscribes. Rejects when the database does not respond.
   */
  async watch(shopId: number, listener: Listener): Promise<() => void> {
    const watched = this.#watched.get(shopId) ?? { seq: undefined, listeners: new Set() };
    this.#watched.set(shopId, watched);
    watched.listeners.add(listener);
    const stop = (): void => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0 && this.#watched.get(shopId) === watched) this.#watched.delete(shopId);
    };
    try {
      if (watched.seq === undefined) await this.#read([shopId]);
      else listener(watched.seq);
    } catch (error) {
      stop();
      throw error;
    }
    return stop;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#watched.clear();
  }

  async #read(shopIds: number[]): Promise<void> {
    if (shopIds.length === 0) return;
    for (const [shopId, seq] of await readAcknowledged(shopIds)) this.#update(shopId, seq);
  }

  #update(shopId: number, seq: number): void {
    const watched = this.#watched.get(shopId);
    if (!watched || seq <= (watched.seq ?? -1)) return;
    watched.seq = seq;
    for (const listener of watched.listeners) listener(seq);
  }
}
