import { unsubscribe } from '@haat/core/orders/mail/unsubscribe';
import { Router } from '@koa/router';
import type { ApiState } from '../http/route.ts';

/**
 * The links to unsubscribe in mails and in their `List-Unsubscribe` header. A mail program posts to the address (RFC 8058); a
 * browser that opens it is redirected to the screen with the button, because programs that check mails open links, too.
 */
export const unsubscribeLinksRoutes = new Router<ApiState>({ prefix: '/unsubscribe' });

unsubscribeLinksRoutes.get('/:token', (ctx) => {
  ctx.redirect(`/#/notifications/unsubscribe/${encodeURIComponent(ctx.params.token ?? '')}`);
});

unsubscribeLinksRoutes.post('/:token', async (ctx) => {
  await unsubscribe(ctx.params.token ?? '');
  ctx.status = 204;
});
