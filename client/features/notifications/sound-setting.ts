import { readStored, writeStored } from '../../lib/storage.ts';

const KEY = 'newOrderSound';
const listeners = new Set<() => void>();
let unstored: boolean | undefined;

/** Whether new orders are to be heard on this device; off until somebody turned it on. */
export function isSoundOn(): boolean {
  return unstored ?? readStored(KEY) === 'on';
}

/** For `useSyncExternalStore`. */
export function onSoundSwitched(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Remembers the choice; where storage is forbidden, as long as the page lives. */
export function switchSound(isOn: boolean): void {
  unstored = writeStored(KEY, isOn ? 'on' : 'off') ? undefined : isOn;
  for (const listener of listeners) listener();
}
