import { readStored, writeStored } from '../../lib/storage.ts';

const ASKED = 'desktopAlertsAsked';

type Alert = { title: string; body: string; tag: string; onOpen: () => void };

/** Whether to offer desktop notifications: the permission is undecided, and was not asked for on this device. */
export function mayAskForDesktopAlerts(): boolean {
  return 'Notification' in window && Notification.permission === 'default' && readStored(ASKED) === undefined;
}

/** Asks the browser for the permission, once; to be called from a tap. Spec section 9. */
export async function askForDesktopAlerts(): Promise<void> {
  writeStored(ASKED, new Date().toISOString());
  await Notification.requestPermission();
}

/** Shows a desktop notification where it is permitted; a click on it brings the page forward and calls `onOpen`. */
export function showDesktopAlert({ title, body, tag, onOpen }: Alert): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const shown = createNotification(title, { body, tag, icon: './icons/icon-192.png' });
  shown?.addEventListener('click', () => {
    window.focus();
    shown.close();
    onOpen();
  });
}

function createNotification(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options);
  } catch {
    // Phones have the class, but let only a service worker show one; there the sound and the list tell.
    return undefined;
  }
}
