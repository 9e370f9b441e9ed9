import * as z from 'zod';

/**
 * What the push service calls this device: a registration token, or the id of its installation. Printable, as both are.
 * Spec section 3, push token record.
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

/** What a browser registers with; nothing in it is secret. */
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

/** What a user wants to be told with the app closed; `new_orders` concerns the shops that they work for. */
export const pushPreferences = z
  .object({ new_orders: z.boolean(), order_status: z.boolean(), refunds: z.boolean() })
  .meta({ id: 'PushPreferences' });
export type PushPreferences = z.infer<typeof pushPreferences>;

/**
 * The data of a push message: all of them texts, and nothing else in it. `id` names the notification, so that it is shown once
 * however often it comes; `path` is what a click opens. Spec section 3, push payload.
 */
export type PushData = {
  id: `${string}#${number}`;
  kind: 'order.placed' | 'order.status' | 'order.refund';
  title: string;
  body: string;
  path: `/${string}`;
  tag: string;
};
