import * as api from '@haat/contract/notify/messages.calls';
import { readPreferences, savePreferences } from '@haat/core/accounts/message-preferences';
import { unsubscribe } from '@haat/core/orders/mail/unsubscribe';
import { saveLanguage } from '@haat/core/accounts/profile';
import { type Route, route } from '../http/route.ts';

export const messagesRoutes: Route[] = [
  route(api.getMessagePreferences, ({ user }) => readPreferences(user.userId)),

  route(api.saveMessagePreferences, async ({ user, body }) => {
    await savePreferences(user.userId, body);
    return readPreferences(user.userId);
  }),

  route(api.saveLanguage, async ({ user: { userId }, body: { language } }) => {
    await saveLanguage({ userId, language });
    return { language };
  }),

  route(api.unsubscribe, async ({ body: { token } }) => ({ mails: await unsubscribe(token) })),
];
