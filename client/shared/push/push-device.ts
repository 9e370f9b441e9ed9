import { initializeApp } from '@firebase/app';
import { getMessaging, isSupported, type Messaging, onRegistered, register, unregister } from '@firebase/messaging';
import type { PushConfig } from '@haat/machines/notify/push-token.machine';
import { readStored, writeStored } from '../../lib/storage.ts';

// Imports the library of the push service: only load this file dynamically.

/** The browser subscription of the last registration of this device. */
const REGISTERED = 'pushSubscription';

/** Registers this device with the push service; resolves with its id there. */
export async function registerDevice(config: PushConfig): Promise<string> {
  const worker = await navigator.serviceWorker.ready;
  const messaging = await messagingWith(config);
  await dropWhatIsOver(config, worker, messaging);
  const registered = await new Promise<string>((resolve, reject) => {
    onRegistered(messaging, resolve);
    register(messaging, { vapidKey: config.vapidKey, serviceWorkerRegistration: worker }).catch(reject);
  });
  writeStored(REGISTERED, await noteOf(config, worker));
  return registered;
}

/** Removes the registration at the push service, too. */
export async function unregisterDevice(config: PushConfig): Promise<void> {
  await unregister(await messagingWith(config));
}

async function messagingWith({ vapidKey: _, ...options }: PushConfig): Promise<Messaging> {
  // Thrown here, because the library throws it where it cannot be caught.
  if (!(await isSupported())) throw new Error('This browser has no push messages');
  return getMessaging(initializeApp(options));
}

/**
 * The library caches its registration for a week. If the browser has dropped the subscription since, or the server uses
 * another key now, that registration is invalid, and no message would ever arrive.
 */
async function dropWhatIsOver(config: PushConfig, worker: ServiceWorkerRegistration, messaging: Messaging) {
  const before = readStored(REGISTERED);
  if (before === undefined || before === (await noteOf(config, worker))) return;
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  await unregister(messaging).catch(() => {});
}

async function noteOf(config: PushConfig, worker: ServiceWorkerRegistration): Promise<string> {
  const subscription = await worker.pushManager.getSubscription();
  return [config.vapidKey, config.appId, subscription?.endpoint].join(' ');
}
