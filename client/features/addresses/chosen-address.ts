import { readStored, writeStored } from '../../lib/storage.ts';

const listeners = new Set<() => void>();
const unstored = new Map<string, number>();

const keyOf = (userId: number | undefined) => `address_${userId ?? ''}`;

/** The id of the address that this user chose last on this device. */
export function readChosenAddress(userId: number | undefined): number | undefined {
  const stored = Number(readStored(keyOf(userId)));
  return unstored.get(keyOf(userId)) ?? (stored > 0 ? stored : undefined);
}

/** Remembers the choice, for every screen that shows it. */
export function chooseAddress(userId: number | undefined, addressId: number): void {
  if (writeStored(keyOf(userId), String(addressId))) unstored.delete(keyOf(userId));
  else unstored.set(keyOf(userId), addressId);
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export function onAddressChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
