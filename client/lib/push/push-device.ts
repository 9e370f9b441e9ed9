// With the library of the push service: nothing that loads early may import this file.
import { initializeApp } from '@firebase/app';
import { getMessaging, isSupported, onRegistered, register, unregister, type Messaging } from '@firebase/messaging';
import type { PushConfig } from '@haat/machines/push/push-ground';
import { readStored, writeStored } from '../storage.ts';

/** Under which subscription of the browser the library registered this device last. */
const REGISTERED = 'pushSubscription';

/** Registers this device with the push service; answers what the service calls it. */
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

/** Takes the registration back at the push service, too. */
export async function unregisterDevice(config: PushConfig): Promise<void> {
  await unregister(await messagingWith(config));
}

async function messagingWith({ vapidKey: _, ...options }: PushConfig): Promise<Messaging> {
  // Said here, for the library says it where nobody can catch it.
  if (!(await isSupported())) throw new Error('This browser has no push messages');
  return getMessaging(initializeApp(options));
}

/**
 * For a week the library believes its own notes. Where the browser has given up the subscription since, or another key is
 * used now, they are of something that is over, and nothing would ever arrive.
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
