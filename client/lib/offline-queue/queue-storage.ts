import type { QueuedAction } from '@haat/machines/offline-queue/offline-queue.machine';
import { hasShape, parseJson } from '../api.ts';
import { readStored, removeStored, storedKeys, writeStored } from '../storage.ts';

/** The storage key of a queue begins with it; user and shop follow. */
const PREFIX = 'offlineQueue_';

/** A change as it is stored. `sentAt`: since when (ms since 1970) a tab that is open sends it by itself. */
export type StoredAction = QueuedAction & { sentAt?: number };

/** What a stored action must have: the storage of a browser can be edited. */
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

/** What a user has changed on this device, in whatever shop, that is not sent yet. */
export function unsentOf(userId: number): StoredAction[] {
  const ownPrefix = `${PREFIX}${userId}_`;
  return storedKeys()
    .filter((key) => key.startsWith(ownPrefix))
    .flatMap((key) => queueStorage({ userId, shopId: Number(key.slice(ownPrefix.length)) }).read());
}
