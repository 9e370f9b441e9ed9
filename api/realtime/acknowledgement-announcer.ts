import type { Bus } from '@haat/core/bus/bus';
import { quietErrors } from '@haat/core/jobs/quiet-errors';
import { readAcknowledged } from '@haat/core/services/notifications/read-acknowledged';

const SWEEP_EVERY_MS = 5_000;

type Tell = (seq: number) => void;
type Watched = { seq: number | undefined; tellers: Set<Tell> };

const failed = quietErrors('acknowledgements');

/**
 * Tells on one replica, of the shops that have a screen open here, how far they have taken notice of their new orders: at
 * once when the bus says that it grew. A sweep finds what no poke spoke of.
 */
export class AcknowledgementAnnouncer {
  readonly #watched = new Map<number, Watched>();
  readonly #stops: (() => void)[];

  constructor(bus: Pick<Bus, 'subscribe' | 'onReconnect'>, sweepEveryMs = SWEEP_EVERY_MS) {
    const sweep = (): void => void this.#read([...this.#watched.keys()]).catch(failed);
    const timer = setInterval(sweep, sweepEveryMs).unref();
    const unsubscribe = bus.subscribe((poke) => {
      if (poke.type === 'acknowledged') this.#hear(poke.shopId, poke.seq);
    });
    this.#stops = [unsubscribe, bus.onReconnect(sweep), () => clearInterval(timer)];
  }

  /**
   * Calls `tell` with how far the shop is, before it answers and whenever that grows. Answers how to stop. Rejects when the
   * database does not answer.
   */
  async watch(shopId: number, tell: Tell): Promise<() => void> {
    const watched = this.#watched.get(shopId) ?? { seq: undefined, tellers: new Set() };
    this.#watched.set(shopId, watched);
    watched.tellers.add(tell);
    const stop = (): void => {
      watched.tellers.delete(tell);
      if (watched.tellers.size === 0 && this.#watched.get(shopId) === watched) this.#watched.delete(shopId);
    };
    try {
      if (watched.seq === undefined) await this.#read([shopId]);
      else tell(watched.seq);
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
    for (const [shopId, seq] of await readAcknowledged(shopIds)) this.#hear(shopId, seq);
  }

  #hear(shopId: number, seq: number): void {
    const watched = this.#watched.get(shopId);
    if (!watched || seq <= (watched.seq ?? -1)) return;
    watched.seq = seq;
    for (const tell of watched.tellers) tell(seq);
  }
}
