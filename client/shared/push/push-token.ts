import { createActor, fromCallback, fromPromise } from 'xstate';
import { getPushConfig, saveDevice } from '@haat/contract/notify/push.calls';
import {
  type PushConfig,
  type PushSupport,
  type PushTokenEvent,
  pushTokenMachine,
} from '@haat/machines/notify/push-token.machine';
import { call } from '../../lib/api.ts';

type Configured = { config: PushConfig | undefined };

const checkSupport = fromPromise<PushSupport>(async ({ signal }) => {
  const { config } = await call(getPushConfig, { signal });
  const ability = pushAbility();
  return { config, ability, permission: ability === 'able' ? Notification.permission : 'default' };
});

const watchPermission = fromCallback<PushTokenEvent>(({ sendBack }) => {
  const onOnline = () => sendBack({ type: 'connection.restored' });
  window.addEventListener('online', onOnline);
  const stop = onPermissionChanged(() => sendBack({ type: 'permission.changed' }));
  return () => {
    window.removeEventListener('online', onOnline);
    stop();
  };
});

const saveToken = fromPromise<number, { token: string }>(async ({ input: { token }, signal }) => {
  await call(saveDevice, { body: { fcm_token: token, kind: 'fid' }, signal });
  return Date.now();
});

// Unsubscribes first, online or offline: the device must not show the next user messages for this one.
let unregistering: Promise<unknown> = Promise.resolve();

const deleteToken = fromPromise<unknown, Configured>(({ input: { config } }) => (unregistering = unregister(config)));

async function unregister(config: PushConfig | undefined): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  const subscription = await worker?.pushManager?.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  if (config) await (await import('./push-device.ts')).unregisterDevice(config);
}

/** The actor of this device's push registration; one for the whole page. */
export const pushToken = createActor(
  pushTokenMachine.provide({
    actors: {
      checkSupport,
      watchPermission,
      askPermission: fromPromise<unknown>(() => Notification.requestPermission()),
      awaitWorker: fromPromise<unknown>(() => navigator.serviceWorker.ready),
      fetchToken: fromPromise<string, Configured>(async ({ input: { config } }) => {
        if (!config) throw new Error('Nothing to register with');
        // Finished late, it would remove the new registration.
        await unregistering.catch(() => {});
        return (await import('./push-device.ts')).registerDevice(config);
      }),
      saveToken,
      deleteToken,
    },
  }),
).start();

/** Whether this browser can show what arrives while no page is open. */
function pushAbility(): PushSupport['ability'] {
  const parts = ['PushManager', 'Notification', 'indexedDB'];
  if ('serviceWorker' in navigator && parts.every((part) => part in window)) return 'able';
  // Only browsers of iPhones know the property; false in those, true in an app on the home screen.
  return (navigator as { standalone?: boolean }).standalone === false ? 'afterInstall' : 'unable';
}

/** Calls back when the permission changes, by an answer or in the settings of the browser; returns the unsubscribe. */
function onPermissionChanged(listener: () => void): () => void {
  const ended = new AbortController();
  const listen = async () => {
    const permission = await navigator.permissions.query({ name: 'notifications' });
    permission.addEventListener('change', listener, { signal: ended.signal });
  };
  // Not all browsers emit the event; there the change shows at the next start.
  listen().catch(() => {});
  return () => ended.abort();
}
