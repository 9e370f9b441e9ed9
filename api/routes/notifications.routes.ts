import { Router } from '@koa/router';
import {
  acknowledgeBody,
  type AcknowledgedView,
  notificationsQuery,
  streamQuery,
  type StreamTicketView,
} from '@haat/contract/api/notifications.schema';
import { DomainError } from '@haat/core/errors';
import { acknowledgeOrders } from '@haat/core/services/notifications/acknowledge-orders';
import { listNotifications } from '@haat/core/services/notifications/list-notifications';
import { readAcknowledged } from '@haat/core/services/notifications/read-acknowledged';
import {
  issueStreamTicket,
  redeemStreamToken,
  STREAM_TICKET_SECONDS,
} from '@haat/core/services/notifications/stream-ticket';
import { parse } from '../http/parse.ts';
import { type ApiState, requireMember } from '../http/session.ts';
import type { LiveHub } from '../realtime/live-hub.ts';
import { presentNotification } from '../realtime/present-event.ts';

/** The notifications of a shop: as a list, and as they come. Spec sections 2 and 7. */
export function createNotificationsRoutes(hub: LiveHub): Router<ApiState> {
  const routes = new Router<ApiState>({ prefix: '/api/notifications' });

  routes.get('/', async (ctx) => {
    const { shopId } = requireMember(ctx.state);
    const page = parse(notificationsQuery, ctx.query);

    const rows = await listNotifications({ shopId, ...page });
    ctx.body = rows.map(presentNotification);
  });

  routes.get('/acknowledged', async (ctx) => {
    const { shopId } = requireMember(ctx.state);

    const acknowledged = await readAcknowledged([shopId]);
    ctx.body = { seq: acknowledged.get(shopId) ?? 0 } satisfies AcknowledgedView;
  });

  routes.post('/acknowledge', async (ctx) => {
    const by = requireMember(ctx.state);
    const { seq } = parse(acknowledgeBody, ctx.request.body);

    ctx.body = { seq: await acknowledgeOrders({ by, seq }) } satisfies AcknowledgedView;
  });

  routes.post('/stream-ticket', async (ctx) => {
    const session = requireMember(ctx.state);

    const ticket = await issueStreamTicket(session);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ticket, expires_in: STREAM_TICKET_SECONDS } satisfies StreamTicketView;
  });

  routes.get('/stream', async (ctx) => {
    const { token, lastEventId } = parse(streamQuery, ctx.query);
    const resumed = parse(streamQuery.shape.lastEventId, ctx.get('last-event-id') || undefined);
    if (ctx.method === 'HEAD') throw new DomainError('method_not_allowed', 'A stream has to be read');
    // Last, for it spends the ticket.
    ctx.state.session = await redeemStreamToken(token);
    const session = requireMember(ctx.state);

    ctx.respond = false;
    await hub.stream(ctx.res, session, resumed ?? lastEventId);
  });

  return routes;
}
