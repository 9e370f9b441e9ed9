import { vi } from 'vitest';
import { pushToken } from '../shared/push/push-token.ts';

type Permission = 'default' | 'granted' | 'denied';

/** The response of `GET /api/push/config` where push messages are configured. */
export const CONFIGURED = {
  config: { apiKey: 'k', appId: 'a', projectId: 'p', messagingSenderId: '1', vapidKey: 'v' },
};

/** A browser with support for push messages; `answer` is the user's choice. Returns how often the user was asked. */
export function stubPushBrowser(permission: Permission, answer: Permission = permission) {
  const requestPermission = vi.fn(() => {
    browser.permission = answer;
    return Promise.resolve(answer);
  });
  const browser = { permission, requestPermission };
  const worker = { pushManager: { getSubscription: () => Promise.resolve(null) } };
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(worker),
    getRegistration: () => Promise.resolve(worker),
    controller: null,
  });
  vi.stubGlobal('Notification', browser);
  vi.stubGlobal('PushManager', vi.fn());
  vi.stubGlobal('indexedDB', {});
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  return { requestPermission, serviceWorker };
}

/** The browser of an iPhone, where the app is not on the home screen. */
export function stubPhoneBrowser(): void {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
}

/** Resets the browser and the push registration between tests. */
export async function endPush(): Promise<void> {
  pushToken.send({ type: 'signedOut' });
  await vi.waitFor(() => {
    if (!pushToken.getSnapshot().matches('signedOut')) throw new Error('still forgetting');
  });
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'standalone');
}
