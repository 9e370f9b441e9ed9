import type { PushData } from '@haat/contract/api/push.schema';

/** `onOpen`: what a click does where this page shows the alert itself. */
type Alert = PushData & { onOpen: () => void };

/**
 * Shows a desktop notification where it is permitted; a click on it brings the page forward. Where there is a service worker it
 * shows it: it alone knows what a push message has told already, and phones let no page do it.
 */
export function showDesktopAlert({ onOpen, ...message }: Alert): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const worker = navigator.serviceWorker?.controller;
  worker?.postMessage({ type: 'push.show', message }, []);
  if (!worker) showByPage(message, onOpen);
}

function showByPage({ title, body, tag }: PushData, onOpen: () => void): void {
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
