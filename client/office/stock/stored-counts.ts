import type { CountBody } from '@haat/contract/stock/stock-takes.calls';
import { hasShape, parseJson } from '../../lib/api.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

/** A count that has no answer yet. `key`: the server counts it once, however often it is sent. */
export type StoredCount = { key: string; body: CountBody };

const EMPTY = { key: '', body: {} } as const;

/**
 * The counts of a user in a stock take that the server has not answered, in the order in which they were made, stored on the
 * device: a closed page or an empty battery loses none. Reads before each write, in one go: other tabs count, too.
 */
export function storedCounts(owner: { userId: number; shopId: number; takeId: number }) {
  const storageKey = `stockCounts_${owner.userId}_${owner.shopId}_${owner.takeId}`;
  const read = (): StoredCount[] => {
    const stored = parseJson(readStored(storageKey) ?? '');
    return Array.isArray(stored) ? stored.filter((count): count is StoredCount => hasShape(count, EMPTY)) : [];
  };
  const write = (counts: StoredCount[]): void => {
    if (counts.length === 0) removeStored(storageKey);
    else writeStored(storageKey, JSON.stringify(counts));
  };
  return {
    read,
    add: (count: StoredCount) => write([...read(), count]),
    remove: (key: string) => write(read().filter((count) => count.key !== key)),
  };
}
