import type { ShelfEvent } from '@haat/contract/events/socket-events';
import type { Bus } from '@haat/core/bus/bus';
import { quietErrors } from '@haat/core/jobs/quiet-errors';
import { readShelfVersions } from '@haat/core/services/catalogue/read-shelf';

const TELL_EVERY_MS = 250;
const SWEEP_EVERY_MS = 5_000;

type Watched = { watchers: number; told: number; newest: number; pause: NodeJS.Timeout | undefined };
type Options = { tellEveryMs?: number; sweepEveryMs?: number };

const failed = quietErrors('shelf versions');

/**
 * Tells on one replica, of the shops that are being looked at, when their shelf changes: at once when it was quiet, and
 * in a rush four times a second at most. A sweep finds what no poke spoke of.
 */
export class ShelfAnnouncer {
  readonly #watched = new Map<number, Watched>();
  readonly #tellEveryMs: number;
  readonly #stops: (() => void)[];
  #tell: (event: ShelfEvent) => void = () => {};

  constructor(bus: Pick<Bus, 'subscribe' | 'onReconnect'>, options: Options = {}) {
    this.#tellEveryMs = options.tellEveryMs ?? TELL_EVERY_MS;
    const sweep = (): void => void this.#sweep().catch(failed);
    const timer = setInterval(sweep, options.sweepEveryMs ?? SWEEP_EVERY_MS).unref();
    const unsubscribe = bus.subscribe((poke) => {
      if (poke.type === 'shelf') this.#hear(poke.shopId, poke.version);
    });
    this.#stops = [unsubscribe, bus.onReconnect(sweep), () => clearInterval(timer)];
  }

  /** Who carries the news to those who watch. */
  useTeller(tell: (event: ShelfEvent) => void): void {
    this.#tell = tell;
  }

  /** Counts one more who watches this shop. Answers how to stop. */
  watch(shopId: number): () => void {
    const watched = this.#watched.get(shopId) ?? { watchers: 0, told: -1, newest: -1, pause: undefined };
    this.#watched.set(shopId, watched);
    watched.watchers += 1;
    return () => {
      watched.watchers -= 1;
      if (watched.watchers > 0) return;
      clearTimeout(watched.pause);
      if (this.#watched.get(shopId) === watched) this.#watched.delete(shopId);
    };
  }

  close(): void {
    for (const stop of this.#stops) stop();
    for (const { pause } of this.#watched.values()) clearTimeout(pause);
    this.#watched.clear();
  }

  #hear(shopId: number, version: number): void {
    const watched = this.#watched.get(shopId);
    if (!watched || version <= watched.newest) return;
    watched.newest = version;
    if (!watched.pause) this.#announce(shopId, watched);
  }

  #announce(shopId: number, watched: Watched): void {
    watched.told = watched.newest;
    this.#tell({ shop_id: shopId, version: watched.newest });
    watched.pause = setTimeout(() => {
      watched.pause = undefined;
      if (watched.newest > watched.told) this.#announce(shopId, watched);
    }, this.#tellEveryMs).unref();
  }

  async #sweep(): Promise<void> {
    if (this.#watched.size === 0) return;
    for (const { shopId, version } of await readShelfVersions([...this.#watched.keys()])) this.#hear(shopId, version);
  }
}
