import * as api from '@haat/contract/notify/push.calls';
import { env } from '@haat/core/ops/env';
import { saveDevice } from '@haat/core/notify/devices';
import { type Route, route } from '../http/route.ts';

export const pushRoutes: Route[] = [
  ...[api.saveDevice, api.saveDeviceAlias].map((endpoint) =>
    route(endpoint, async ({ user: { userId, sessionId }, body: { fcm_token: token, kind } }) => {
      await saveDevice({ token, kind, userId, sessionId });
      return { success: true as const };
    }),
  ),

  route(api.getPushConfig, () => {
    const { FIREBASE_WEB_CONFIG: web, FIREBASE_VAPID_KEY: vapidKey } = env;
    return { config: web && vapidKey !== undefined ? { ...web, vapidKey } : null };
  }),
];
