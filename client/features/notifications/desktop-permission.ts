import { readStored, writeStored } from '../../lib/storage.ts';

const ASKED = 'desktopAlertsAsked';

/** Whether to offer desktop notifications: the permission is undecided, and was not asked for on this device. */
export function mayAskForDesktopAlerts(): boolean {
  return 'Notification' in window && Notification.permission === 'default' && readStored(ASKED) === undefined;
}

/** Asks the browser for the permission, once; to be called from a tap. Spec section 9. */
export async function askForDesktopAlerts(): Promise<void> {
  writeStored(ASKED, new Date().toISOString());
  await Notification.requestPermission();
}
