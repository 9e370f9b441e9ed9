import * as api from '@haat/contract/orders/order-timeline.calls';
import { readOrderTimeline, type TimelineEntry } from '@haat/core/orders/order-timeline';
import { recordPrint } from '@haat/core/orders/record-print';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';

export const orderTimelineRoutes: Route[] = [
  route(api.getOrderTimeline, async ({ user, params: { id } }) => {
    const timeline = await readOrderTimeline({ orderId: id, by: user });
    return wire(api.orderTimelineView, { ...timeline, entries: timeline.entries.map(withLaterRevision) });
  }),

  route(api.recordPrint, ({ user, params: { id }, body: { revision } }) =>
    recordPrint({ orderId: id, revision, by: user }),
  ),
];

const withLaterRevision = ({ revision = 1, ...entry }: TimelineEntry) => ({
  ...entry,
  revision: revision > 1 ? revision : undefined,
});
