import type { PushData } from '@haat/contract/notify/push.calls';
import { readPushData } from '@haat/contract/notify/push-data';
import { worker } from './worker-scope.ts';

type FromPage = { type?: string; message?: unknown } | undefined;

/**
 * Shows each push message once: in the visible page, else as a notification. A page that receives a new order over its own
 * socket hands it over (`push.show`), so that it is not shown twice.
 */
export function showPushes(): void {
  worker.addEventListener('push', (event) => {
    const message = readPushData(dataOf(event.data));
    if (message) event.waitUntil(once(message.id, () => deliver(message)));
  });
  worker.addEventListener('message', (event) => {
    const { type, message } = (event.data ?? {}) as NonNullable<FromPage>;
    const data = type === 'push.show' ? readPushData(message) : undefined;
    if (data) event.waitUntil(once(data.id, () => show(data)));
  });
}

function dataOf(arrived: PushMessageData | null): unknown {
  try {
    return (arrived?.json() as { data?: unknown } | undefined)?.data;
  } catch {
    // Not a message of our server.
    return undefined;
  }
}

async function deliver(message: PushData): Promise<void> {
  const pages = (await openPages()).filter(({ visibilityState }) => visibilityState === 'visible');
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  // Browsers want to see a notification wherever no page is visible.
  if (!page || !(await answerOf(page, { type: 'push.arrived', message }))) await show(message);
}

function show(message: PushData): Promise<void> {
  const { title, body, tag } = message;
  const icon = new URL('icons/icon-192.png', worker.registration.scope).href;
  // A newer message of an order replaces the older one, and alerts again.
  const options = { body, tag, icon, renotify: true, data: message };
  return worker.registration.showNotification(title, options);
}

/** Opens the screen of a clicked notification: in the page that was focused last, else in a new one. */
export function openClickedNotifications(): void {
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
  // Rejected without a user gesture.
  await page.focus().catch(() => {});
  // Only the part after the # changes, so the page is not reloaded, and a form with unsaved input asks first.
  const opened = await page.navigate(address).catch(() => worker.clients.openWindow(address));
  (opened ?? page).postMessage({ type: 'push.opened', message });
}

const MAX_REMEMBERED = 100;

let queue: Promise<void> = Promise.resolve();

/**
 * Shows the message of that id unless it was shown before: a device that comes back online may receive a message twice.
 * Calls run one after the other. The ids outlive this worker, which is short-lived; without storage the message is shown anyway.
 */
function once(id: string, showIt: () => Promise<void>): Promise<void> {
  const name = `shown?${new URLSearchParams({ id })}`;
  const mine = queue.then(async () => {
    if (await wasShown(name).catch(() => false)) return;
    await showIt();
    await remember(name).catch(() => {});
  });
  queue = mine.catch(() => {});
  return mine;
}

async function wasShown(name: string): Promise<boolean> {
  const shown = await caches.open('shown-messages');
  return Boolean(await shown.match(name));
}

async function remember(name: string): Promise<void> {
  const shown = await caches.open('shown-messages');
  await shown.put(name, new Response());
  const names = await shown.keys();
  await Promise.all(names.slice(0, -MAX_REMEMBERED).map((old) => shown.delete(old)));
}

const ANSWER_TIMEOUT_MS = 2000;

/** Whether the page answers in time. One that is still loading, or has no logged-in user, does not listen. */
function answerOf(page: WindowClient, question: object): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), ANSWER_TIMEOUT_MS);
    page.postMessage(question, [port2]);
  });
}

/** The open pages of this app, the last focused first. */
async function openPages(): Promise<readonly WindowClient[]> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Other apps may share the host.
  return pages.filter(({ url }) => url.startsWith(worker.registration.scope));
}
