import type { QueuedAction } from '@haat/machines/orders/offline-queue.machine';
import { hasShape, parseJson } from '../api.ts';
import { readStored, removeStored, storedKeys, writeStored } from '../storage.ts';

/** The storage key of a queue begins with it; user and shop follow. */
const PREFIX = 'offlineQueue_';

/** A change as it is stored. `sentAt`: since when (ms since 1970) a tab that is open sends it by itself. */
export type StoredAction = QueuedAction & { sentAt?: number };

/** The required fields of a stored action: the storage of a browser can be edited. */
const ACTION = { id: '', at: '', call: '', label: '', subject: '' } as const;

/** The changes of one user for one shop, stored on the device: a closed page or an empty battery loses none. */
export type QueueStorage = {
  key: string;
  read: () => StoredAction[];
  /** Whether the change could be stored. Reads before it writes, in one go: other tabs change the same queue. */
  update: (change: (stored: StoredAction[]) => StoredAction[]) => boolean;
};

type Owner = { userId: number; shopId: number };

/** The storage key of their changes, which is also the name of the lock of the tab that sends them. */
export const queueKey = ({ userId, shopId }: Owner): string => `${PREFIX}${userId}_${shopId}`;

export function queueStorage(owner: Owner): QueueStorage {
  const key = queueKey(owner);
  const read = () => {
    const stored = parseJson(readStored(key) ?? '');
    return Array.isArray(stored) ? stored.filter((action): action is StoredAction => hasShape(action, ACTION)) : [];
  };
  const update = (change: (stored: StoredAction[]) => StoredAction[]) => {
    const next = change(read());
    if (next.length > 0) return writeStored(key, JSON.stringify(next));
    removeStored(key);
    return true;
  };
  return { key, read, update };
}

/** The changes that a user made on this device, in any shop, and that are not sent yet. */
export function unsentOf(userId: number): StoredAction[] {
  const ownPrefix = `${PREFIX}${userId}_`;
  return storedKeys()
    .filter((key) => key.startsWith(ownPrefix))
    .flatMap((key) => queueStorage({ userId, shopId: Number(key.slice(ownPrefix.length)) }).read());
}

/**
 * Moves the sales that others made on this device for the shop into the queue of this member, as their authors may have left
 * the team. The sales keep their authors until this member agrees to send them.
 */
export function takeSales(owner: Owner): void {
  const own = queueStorage(owner);
  for (const userId of usersWithQueue(owner.shopId)) {
    if (userId === owner.userId) continue;
    const theirs = queueStorage({ userId, shopId: owner.shopId });
    const sales = theirs.read().filter(isSale);
    const taken = sales.map(({ refusal: _, sentAt: __, ...sale }) => ({ actor: { id: userId, name: '' }, ...sale }));
    const isNew = (stored: StoredAction[]) => (sale: QueuedAction) => !stored.some(({ id }) => id === sale.id);
    if (sales.length === 0 || !own.update((stored) => [...stored, ...taken.filter(isNew(stored))])) continue;
    theirs.update((stored) => stored.filter((action) => !isSale(action)));
  }
}

const isSale = ({ call }: QueuedAction): boolean => call === 'sellAtCounter';

const usersWithQueue = (shopId: number): number[] =>
  storedKeys().flatMap((key) => {
    const [, userId] = /^offlineQueue_(\d+)_(\d+)$/.exec(key) ?? [];
    return userId !== undefined && key === queueKey({ userId: Number(userId), shopId }) ? [Number(userId)] : [];
  });
