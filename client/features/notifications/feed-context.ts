import type { NotificationView } from '@haat/contract/api/notifications.schema';
import { notificationFeedMachine } from '@haat/machines/notifications/notification-feed.machine';
import { createActorContext } from '@xstate/react';
import { fromPromise } from 'xstate';
import { callApi } from '../../lib/api.ts';
import { NOTIFICATION, streamNotifications } from './stream-notifications.ts';

const loadNotifications = fromPromise<NotificationView[]>(({ signal }) =>
  callApi<NotificationView[]>('/api/notifications', { signal, like: [NOTIFICATION] }),
);

/** The live notifications of the vendor's own shop: one list and one stream for all screens of the shop. */
export const FeedContext = createActorContext(
  notificationFeedMachine.provide({ actors: { loadNotifications, stream: streamNotifications } }),
);
