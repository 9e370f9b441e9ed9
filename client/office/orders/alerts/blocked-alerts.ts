import { readStored, removeStored, writeStored } from '../../../lib/storage.ts';

const ASKED = 'desktopAlertsAsked';
const DISMISSED = 'desktopAlertsBlockedSeen';

const listeners = new Set<() => void>();

/** Whether the browser blocks the notifications that this device asked for, and the warning about it was not dismissed. */
export const areAlertsBlocked = (): boolean =>
  'Notification' in window &&
  Notification.permission === 'denied' &&
  readStored(ASKED) !== undefined &&
  readStored(DISMISSED) === undefined;

/** Whether the permission is undecided and was not asked for on this device. */
export function mayAskForDesktopAlerts(): boolean {
  return 'Notification' in window && Notification.permission === 'default' && readStored(ASKED) === undefined;
}

/** Asks the browser for permission, once; to be called from a user gesture. */
export async function askForDesktopAlerts(): Promise<void> {
  writeStored(ASKED, new Date().toISOString());
  removeStored(DISMISSED);
  await Notification.requestPermission();
  notify();
}

export function dismissBlockedAlerts(): void {
  writeStored(DISMISSED, new Date().toISOString());
  notify();
}

/** For `useSyncExternalStore` with `areAlertsBlocked`. */
export function onBlockedAlertsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
