import type { OrderNotificationKind } from '../orders/order-updates.ts';
import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * Identifies this device at the push service: a registration token, or the id of its installation. Printable, as both are.
 */
export const saveDeviceBody = z.object({
  fcm_token: z
    .string()
    .min(1)
    .max(4096)
    .regex(/^[!-[\]-~]+$/, 'must be a token of the push service'),
  kind: z.enum(['token', 'fid']).default('token'),
});

export const savedDeviceView = z.object({ success: z.literal(true) });
export type SavedDeviceView = z.infer<typeof savedDeviceView>;

/** The configuration that a browser registers with; nothing in it is secret. */
export const pushConfig = z.object({
  apiKey: z.string().min(1),
  appId: z.string().min(1),
  projectId: z.string().min(1),
  messagingSenderId: z.string().min(1),
  vapidKey: z.string().min(1),
});

/** null: this installation sends no push messages. */
export const pushConfigView = z.object({ config: pushConfig.nullable() });
export type PushConfigView = z.infer<typeof pushConfigView>;

/**
 * The payload of a push message; all values are strings. `id` identifies the notification, so that it is shown only once;
 * `path` is the screen that a click opens.
 */
export type PushData = {
  id: `${string}#${number}`;
  kind: OrderNotificationKind;
  title: string;
  body: string;
  path: `/${string}`;
  tag: string;
};

/** Both paths exist for compatibility and do the same. */
export const saveDevice = endpoint({
  method: 'post',
  path: '/api/users/fcm-token',
  access: 'user',
  onSharedDevice: 'locked',
  summary: 'Register a device for push messages until its session ends',
  body: saveDeviceBody,
  output: savedDeviceView,
});

export const saveDeviceAlias = endpoint({ ...saveDevice, path: '/api/save-fcm-token' });

export const getPushConfig = endpoint({
  method: 'get',
  path: '/api/push/config',
  access: 'public',
  summary: 'Get the public configuration of the push service',
  output: pushConfigView,
});
