import type { Bus } from '../../bus/bus.ts';
import type { EncodedBody } from '../../cache/encoded-body.ts';
import { VersionedCache } from '../../cache/versioned-cache.ts';
import { readShelf, readShelfVersion } from './read-shelf.ts';

/** The shelves that this process has read lately, by shop. Two seconds old at most, should the bus fail. */
export const shelfCache = new VersionedCache<number, EncodedBody>({
  load: (shopId) => readShelf({ shopId }),
  version: readShelfVersion,
  maxStaleMs: 2000,
  maxEntries: 5000,
  maxBytes: 64 * 1024 * 1024,
});

/** Lets the cache hear of every shelf that changes. Answers how to stop. */
export function watchShelves(bus: Pick<Bus, 'subscribe' | 'onReconnect'>): () => void {
  const unsubscribe = bus.subscribe((poke) => {
    if (poke.type === 'shelf') shelfCache.announce(poke.shopId, poke.version);
  });
  const forget = bus.onReconnect(() => shelfCache.doubt());
  return () => {
    unsubscribe();
    forget();
  };
}
