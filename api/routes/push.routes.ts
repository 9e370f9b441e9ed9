import { Router } from '@koa/router';
import {
  type PushConfigView,
  type PushPreferences,
  pushPreferences,
  saveDeviceBody,
  type SavedDeviceView,
} from '@haat/contract/api/push.schema';
import { env } from '@haat/core/env';
import { readPushPreferences, savePushPreferences } from '@haat/core/services/push/push-preferences';
import { saveDevice } from '@haat/core/services/push/save-device';
import { parse } from '../http/parse.ts';
import { type ApiState, requireUser } from '../http/session.ts';

/** Push messages: the devices they go to, and who wants which. Spec sections 4 and 7. */
export const pushRoutes = new Router<ApiState>({ prefix: '/api' });

// The spec names both; they are one.
for (const path of ['/users/fcm-token', '/save-fcm-token']) {
  pushRoutes.post(path, async (ctx) => {
    const { userId, sessionId } = requireUser(ctx.state);
    const { fcm_token: token, kind } = parse(saveDeviceBody, ctx.request.body);
    await saveDevice({ token, kind, userId, sessionId });
    ctx.body = { success: true } satisfies SavedDeviceView;
  });
}

pushRoutes.get('/push/config', (ctx) => {
  const { FIREBASE_WEB_CONFIG: web, FIREBASE_VAPID_KEY: vapidKey } = env;
  const config = web && vapidKey !== undefined ? { ...web, vapidKey } : null;
  ctx.body = { config } satisfies PushConfigView;
});

pushRoutes.get('/users/push-preferences', async (ctx) => {
  const { userId } = requireUser(ctx.state);
  ctx.body = (await readPushPreferences(userId)) satisfies PushPreferences;
});

pushRoutes.put('/users/push-preferences', async (ctx) => {
  const { userId } = requireUser(ctx.state);
  const wanted = parse(pushPreferences, ctx.request.body);
  await savePushPreferences(userId, wanted);
  ctx.body = wanted satisfies PushPreferences;
});
