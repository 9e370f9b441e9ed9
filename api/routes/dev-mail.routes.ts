import { Router } from '@koa/router';
import { listCaughtMails } from '@haat/core/services/mailbox/list-caught-mails';
import { mailboxPage } from '../dev/mailbox-page.ts';
import type { ApiState } from '../http/session.ts';

/** The mail of a system that has no mail server; it must not exist in production. */
export const devMailRoutes = new Router<ApiState>({ prefix: '/dev' });

devMailRoutes.get('/mail', async (ctx) => {
  const { to } = ctx.query;
  const mails = await listCaughtMails({ to: typeof to === 'string' ? to : undefined });
  ctx.set('Cache-Control', 'no-store');
  ctx.vary('Accept');
  ctx.body = ctx.accepts('json', 'html') === 'html' ? mailboxPage(mails) : mails;
});
