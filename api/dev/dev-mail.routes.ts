import { Router } from '@koa/router';
import { email, mobile } from '@haat/contract/common';
import { listStoredMails } from '@haat/core/gateways/mailer';
import { listStoredMessages } from '@haat/core/gateways/message-sender';
import type { Context } from 'koa';
import * as z from 'zod';
import { mailboxPage, messagesPage } from './mailbox-page.ts';
import { allowInline } from '../http/headers.ts';
import { parse } from '../http/input.ts';
import type { ApiState } from '../http/route.ts';

const mailQuery = z.object({ to: email.optional() });
const messagesQuery = z.object({ to: mobile.optional() });

/** Mail and messages of a system without a mail server and a message gateway; they must not exist in production. */
export const devMailRoutes = new Router<ApiState>({ prefix: '/dev' });

devMailRoutes.get('/mail', async (ctx) => {
  const { to } = parse(mailQuery, ctx.query);
  answer(ctx, await listStoredMails({ to }), mailboxPage);
});

devMailRoutes.get('/messages', async (ctx) => {
  const { to } = parse(messagesQuery, ctx.query);
  answer(ctx, await listStoredMessages({ to: to && `+91${to}` }), messagesPage);
});

/** The entries as JSON or, for browsers, as a page. */
function answer<Entry>(ctx: Context, entries: Entry[], pageOf: (entries: Entry[]) => string): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.vary('Accept');
  if (ctx.accepts('json', 'html') !== 'html') {
    ctx.body = entries;
    return;
  }
  const page = pageOf(entries);
  allowInline(ctx, page);
  ctx.body = page;
}
