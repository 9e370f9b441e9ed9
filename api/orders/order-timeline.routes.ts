import {
  getOrderTimeline,
  type OrderTimelineView,
  recordPrint as recordPrintCall,
  type TimelineEntryView,
} from '@haat/contract/orders/order-timeline.calls';
import { toRupees } from '@haat/contract/rupees';
import { type OrderTimeline, readOrderTimeline, type TimelineEntry } from '@haat/core/orders/order-timeline';
import { recordPrint } from '@haat/core/orders/record-print';
import { type Route, route } from '../http/route.ts';

export const orderTimelineRoutes: Route[] = [
  route(getOrderTimeline, async ({ user, params: { id } }) =>
    presentTimeline(await readOrderTimeline({ orderId: id, by: user })),
  ),

  route(recordPrintCall, ({ user, params: { id }, body: { revision } }) =>
    recordPrint({ orderId: id, revision, by: user }),
  ),
];

const presentTimeline = ({ status, entries, ...order }: OrderTimeline): OrderTimelineView => ({
  ...order,
  order_status: status,
  entries: entries.map(presentEntry),
});

function presentEntry(entry: TimelineEntry): TimelineEntryView {
  const { kind, at, actor, by, device, status, revision = 1, reason, text, amountPaise, totalPaise } = entry;
  const { promised, alert, message, payment } = entry;
  return {
    kind,
    at: at.toISOString(),
    ...(actor && { actor }),
    ...(by && { by }),
    ...(device && { device }),
    ...(status && { status }),
    ...(revision > 1 && { revision }),
    ...(reason && { reason }),
    ...(text && { text }),
    ...(amountPaise !== undefined && { amount: toRupees(amountPaise) }),
    ...(totalPaise !== undefined && { total: toRupees(totalPaise) }),
    ...(promised !== undefined && { promised }),
    ...(alert && { alert }),
    ...(message && { message }),
    ...(payment && { payment }),
  };
}
