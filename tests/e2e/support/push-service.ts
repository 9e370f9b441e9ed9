import type { BrowserContext, CDPSession, Page, Request } from '@playwright/test';
import { expect } from './test.ts';

type Message = { id: string; kind: string; title: string; body: string; path: string; tag: string };

const CONFIG = { apiKey: 'key', appId: '1:1:web:1', projectId: 'market', messagingSenderId: '1', vapidKey: 'BAAA' };
const ANYBODY = { 'access-control-allow-origin': '*' };

/**
 * Stands in for the two services of Google that a device is registered with, and for the browser's own, which has none
 * here: everything in between is what people have. Answers the calls that come in at them.
 */
export async function mockPushService(context: BrowserContext): Promise<string[]> {
  const calls: string[] = [];
  const record = (request: Request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  await context.addInitScript(subscribeHere);
  await context.route('**/api/push/config', (route) => route.fulfill({ json: { config: CONFIG } }));
  await context.route('https://firebaseinstallations.googleapis.com/**', (route, request) => {
    record(request);
    const { fid } = request.postDataJSON() as { fid: string };
    const authToken = { token: 'auth', expiresIn: '604800s' };
    return route.fulfill({ headers: ANYBODY, json: { fid, name: fid, refreshToken: 'refresh', authToken } });
  });
  await context.route('https://fcmregistrations.googleapis.com/**', async (route, request) => {
    record(request);
    const fid = await installationOf(request);
    return route.fulfill({ headers: ANYBODY, json: { name: `projects/market/registrations/${fid}` } });
  });
  return calls;
}

/** What the library calls this device; it keeps it in its own database. */
async function installationOf(request: Request): Promise<string> {
  return request.frame().evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('firebase-installations-database');
        opening.addEventListener('success', () => {
          const store = opening.result
            .transaction('firebase-installations-store')
            .objectStore('firebase-installations-store');
          const reading = store.getAll() as IDBRequest<{ fid: string }[]>;
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve(reading.result[0]?.fid ?? '');
          });
        });
      }),
  );
}

/** Runs in the page. */
function subscribeHere(): void {
  const NAME = 'test-subscription';
  const subscription = {
    endpoint: 'https://push.test/1',
    getKey: () => new Uint8Array([1, 2, 3]).buffer,
    unsubscribe: () => {
      localStorage.removeItem(NAME);
      return Promise.resolve(true);
    },
  };
  Object.assign(PushManager.prototype, {
    getSubscription: () => Promise.resolve(localStorage.getItem(NAME) ? subscription : null),
    subscribe: () => {
      localStorage.setItem(NAME, 'yes');
      return Promise.resolve(subscription);
    },
  });
}

/** A browser as it is before anybody was asked, and what the person says then. */
export function neverAsked(context: BrowserContext, answer: NotificationPermission) {
  return context.addInitScript((said) => {
    let permission: NotificationPermission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = () => Promise.resolve((permission = said));
  }, answer);
}

/** How the browser's push service hands a message to the service worker, as FCM writes it. */
export async function pushLine(page: Page): Promise<(message: Message) => Promise<void>> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session);
  const origin = new URL(page.url()).origin;
  return async (message) => {
    const data = JSON.stringify({ data: message, from: '1', fcmMessageId: message.id });
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

function registrationOf(session: CDPSession): Promise<string> {
  return new Promise((resolve, reject) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const live = registrations.find(({ isDeleted }) => !isDeleted);
      if (live) resolve(live.registrationId);
    });
    session.send('ServiceWorker.enable').catch(reject);
  });
}

/** The names of the messages that are shown as notifications now. */
export function shownIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map(({ data }) => (data as { id: string }).id);
  });
}

/** Clicks on the one notification that is shown. */
export async function clickShown(page: Page): Promise<void> {
  await expect.poll(() => shownIn(page)).toHaveLength(1);
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(async () => {
    type Click = new (name: string, facts: { notification: Notification }) => Event;
    const scope = self as unknown as { registration: ServiceWorkerRegistration; NotificationEvent: Click };
    const [notification] = await scope.registration.getNotifications();
    if (notification) self.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });
}
