import type { PushConfigView, SavedDeviceView } from '@haat/contract/api/push.schema';
import type { PushConfig, PushGround } from '@haat/machines/push/push-ground';
import { pushTokenMachine, type PushTokenEvent } from '@haat/machines/push/push-token.machine';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { callApi } from '../api.ts';
import { sendRequest } from '../send-request.ts';
import { onPermissionChanged, pushAbility } from './push-ability.ts';

type Configured = { config: PushConfig | undefined };

const lookAround = fromPromise<PushGround>(async ({ signal }) => {
  const { config } = await sendRequest<PushConfigView>('/api/push/config', { signal }, undefined);
  const ability = pushAbility();
  return { config, ability, permission: ability === 'able' ? Notification.permission : 'default' };
});

const watchPermission = fromCallback<PushTokenEvent>(({ sendBack }) => {
  const hearLine = () => sendBack({ type: 'line.back' });
  window.addEventListener('online', hearLine);
  const stop = onPermissionChanged(() => sendBack({ type: 'permission.changed' }));
  return () => {
    window.removeEventListener('online', hearLine);
    stop();
  };
});

const saveToken = fromPromise<number, { token: string }>(async ({ input: { token }, signal }) => {
  const body = { fcm_token: token, kind: 'fid' };
  await callApi<SavedDeviceView>('/api/users/fcm-token', { method: 'POST', body, signal, like: { success: true } });
  return Date.now();
});

// First what makes the device silent, line or not: it must not tell the next one what was meant for this one.
let forgetting: Promise<unknown> = Promise.resolve();

const forgetToken = fromPromise<unknown, Configured>(({ input: { config } }) => (forgetting = forget(config)));

async function forget(config: PushConfig | undefined): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  const subscription = await worker?.pushManager?.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  if (config) await (await import('./push-device.ts')).unregisterDevice(config);
}

/** Whether this device is told what happens while no page is open: one for the whole page. */
export const pushToken = createActor(
  pushTokenMachine.provide({
    actors: {
      lookAround,
      watchPermission,
      askPermission: fromPromise<unknown>(() => Notification.requestPermission()),
      awaitWorker: fromPromise<unknown>(() => navigator.serviceWorker.ready),
      fetchToken: fromPromise<string, Configured>(async ({ input: { config } }) => {
        if (!config) throw new Error('Nothing to register with');
        // Ended late, it would take away what is made now.
        await forgetting.catch(() => {});
        return (await import('./push-device.ts')).registerDevice(config);
      }),
      saveToken,
      forgetToken,
    },
  }),
).start();
