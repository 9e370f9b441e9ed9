import * as api from '@haat/contract/notify/notifications.calls';
import { DomainError } from '@haat/core/errors';
import { acknowledgeOrders, readableAfter, readAcknowledged } from '@haat/core/notify/acknowledge-orders';
import { listMissedOrders, readMissedOrders } from '@haat/core/orders/life/missed-orders';
import { listNotifications, presentNotification, presentToLocked } from '@haat/core/notify/feeds';
import { issueStreamTicket, redeemStreamToken, STREAM_TICKET_SECONDS } from '@haat/core/notify/stream-ticket';
import { countUnread, listOwnNotifications, markRead, type OwnNotification } from '@haat/core/notify/own-notifications';
import { wire } from '@haat/core/lib/wire';
import { parse } from '../http/input.ts';
import { requireAccess, type Route, route } from '../http/route.ts';
import type { LiveHub } from '../live/live-hub.ts';
import { redeemedSession } from '../live/stream-requests.ts';

/** The notifications of a shop, as a list and as a stream, and the notifications of a customer. */
export const createNotificationsRoutes = (hub: LiveHub): Route[] => [
  route(api.listNotifications, async ({ user, query }) => {
    const after = await readableAfter(user, query.after ?? 0);
    const rows = await listNotifications({ shopId: user.shopId, limit: query.limit, after });
    return rows.map(user.isLocked ? presentToLocked : presentNotification);
  }),

  route(api.getAcknowledged, async ({ user: { shopId } }) => {
    const acknowledged = await readAcknowledged([shopId]);
    return { seq: acknowledged.get(shopId) ?? 0 };
  }),

  route(api.acknowledgeOrders, async ({ user, body }) => ({
    seq: await acknowledgeOrders({ by: user, seq: body.seq, shopId: body.shop_id }),
  })),

  route(api.listMissedOrders, async ({ user }) => wire(api.missedOrderView, await listMissedOrders(user.shopId))),

  route(api.readMissedOrders, async ({ user, body }) => {
    await readMissedOrders({ by: user, orderIds: body.order_ids });
    return wire(api.missedOrderView, await listMissedOrders(user.shopId));
  }),

  route(api.createStreamTicket, async ({ user }) => ({
    ticket: await issueStreamTicket(user),
    expires_in: STREAM_TICKET_SECONDS,
  })),

  route(api.streamNotifications, async ({ ctx, query: { token, lastEventId } }) => {
    const resumed = parse(api.streamQuery.shape.lastEventId, ctx.get('last-event-id') || undefined);
    if (ctx.method === 'HEAD') throw new DomainError('method_not_allowed', 'A stream can only be opened with GET');
    // Last, because it consumes the ticket.
    ctx.state.session = await (redeemedSession(ctx.req) ?? redeemStreamToken(token));
    const session = requireAccess(ctx.state.session, 'orders');
    ctx.respond = false;
    await hub.stream(ctx.res, session, { after: resumed ?? lastEventId });
  }),

  route(api.listOwnNotifications, async ({ user, query }) => {
    const notifications = await listOwnNotifications({ userId: user.userId, ...query });
    return notifications.map(presentOwn);
  }),

  route(api.countUnread, ({ user }) => countUnread(user.userId)),

  route(api.markRead, ({ user, body }) => markRead({ userId: user.userId, seq: body.seq })),
];

function presentOwn(notification: OwnNotification) {
  const { seq, shopSlug: slug, shopName: name, kind, amountPaise } = notification;
  return wire(api.ownNotificationView, {
    ...notification,
    id: seq,
    shop: { slug, name },
    amountPaise: kind === 'order.refund' ? (amountPaise ?? 0) : null,
  });
}
