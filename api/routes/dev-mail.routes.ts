import { Router } from '@koa/router';
import { email } from '@haat/contract/api/common';
import { listStoredMails } from '@haat/core/gateways/mailer';
import * as z from 'zod';
import { mailboxPage } from '../dev/mailbox-page.ts';
import { allowInline } from '../http/headers.ts';
import { parse } from '../http/input.ts';
import type { ApiState } from '../http/route.ts';

const mailQuery = z.object({ to: email.optional() });

/** The mail of a system that has no mail server; it must not exist in production. */
export const devMailRoutes = new Router<ApiState>({ prefix: '/dev' });

devMailRoutes.get('/mail', async (ctx) => {
  const { to } = parse(mailQuery, ctx.query);
  const mails = await listStoredMails({ to });
  ctx.set('Cache-Control', 'no-store');
  ctx.vary('Accept');
  if (ctx.accepts('json', 'html') !== 'html') {
    ctx.body = mails;
    return;
  }
  const page = mailboxPage(mails);
  allowInline(ctx, page);
  ctx.body = page;
});
