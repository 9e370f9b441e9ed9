import type { PushData } from '@haat/contract/api/push.schema';
import { readPushData } from '@haat/contract/rules/push-data';
import { openPages } from './open-pages.ts';
import { worker } from './worker-scope.ts';

/** A click on a notification leads to what it tells of: in the page that was looked at last, else in a new one. */
export function openWhatIsClicked(): void {
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const message = readPushData(event.notification.data);
    if (message) event.waitUntil(open(message));
  });
}

async function open(message: PushData): Promise<void> {
  const address = `${worker.registration.scope}#${message.path}`;
  const [page] = await openPages();
  if (!page) return void (await worker.clients.openWindow(address));
  // Refused where no person clicked.
  await page.focus().catch(() => {});
  // Only what stands after the # changes, so the page stays as it is, and what is being typed asks before it is left.
  const opened = await page.navigate(address).catch(() => worker.clients.openWindow(address));
  (opened ?? page).postMessage({ type: 'push.opened', message });
}
