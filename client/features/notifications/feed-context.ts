import type { NotificationView } from '@haat/contract/api/notifications.schema';
import { acknowledgementMachine } from '@haat/machines/notifications/acknowledgement.machine';
import { notificationFeedMachine } from '@haat/machines/notifications/notification-feed.machine';
import { createActorContext } from '@xstate/react';
import { fromPromise } from 'xstate';
import { callApi } from '../../lib/api.ts';
import { NOTIFICATION, streamNotifications } from './stream-notifications.ts';

const loadNotifications = fromPromise<NotificationView[]>(({ signal }) =>
  callApi<NotificationView[]>('/api/notifications', { signal, like: [NOTIFICATION] }),
);

// Without the machine's signal, and outliving the page: who taps Silence and leaves has tapped Silence.
const sendAcknowledgement = fromPromise<unknown, { seq: number }>(({ input }) =>
  callApi('/api/notifications/acknowledge', { method: 'POST', body: input, keepalive: true, like: { seq: 0 } }),
);

/** The live notifications of the vendor's own shop: one list and one stream for all screens of the shop. */
export const FeedContext = createActorContext(
  notificationFeedMachine.provide({
    actors: {
      loadNotifications,
      stream: streamNotifications,
      acknowledgement: acknowledgementMachine.provide({ actors: { sendAcknowledgement } }),
    },
  }),
);
