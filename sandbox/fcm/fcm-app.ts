import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Router } from '@koa/router';
import Koa, { type Context } from 'koa';
import * as z from 'zod';
import { answerTo } from './fcm-answer.ts';
import type { FcmBook, FcmMessage } from './fcm-book.ts';
import { FAILURES } from './fcm-failure.ts';

/** How the service is: `delayMs` before each answer; `down` answers 503 to everything, `silent` nothing at all. */
export const fcmConditions = z.object({
  mode: z.enum(['up', 'down', 'silent']),
  delayMs: z.number().int().min(0).max(600_000),
});
export type FcmConditions = z.infer<typeof fcmConditions>;

/**
 * The push service's one call, and `/control` beside it: GET tells what came, POST changes the conditions. Answers by the
 * words of the tokens.
 */
export function fcmApp(book: FcmBook, conditions: FcmConditions): Koa {
  const routes = new Router();
  routes.post('/v1/projects/:project/messages\\:send', async (ctx) => {
    const { message } = (await json(ctx.req)) as { message: FcmMessage };
    await sleep(conditions.delayMs);
    await answer(ctx, { message, book, conditions });
  });
  routes.get('/control', (ctx) => {
    const { accepted, calls } = book;
    ctx.body = { ...conditions, calls, accepted: accepted.length, doubles: book.doubles() };
  });
  routes.post('/control', async (ctx) => {
    Object.assign(conditions, fcmConditions.partial().parse(await json(ctx.req)));
    ctx.body = conditions;
  });
  const app = new Koa();
  app.use(routes.routes());
  return app;
}

type Sending = { message: FcmMessage; book: FcmBook; conditions: FcmConditions };

async function answer(ctx: Context, { message, book, conditions }: Sending): Promise<void> {
  const nth = book.count(message);
  const isKnown = ctx.get('authorization').startsWith('Bearer ');
  const wanted = isKnown ? answerTo(message.token ?? message.fid ?? '', nth) : FAILURES.locked;
  const given = conditions.mode === 'up' ? wanted : conditions.mode === 'down' ? FAILURES.busy : 'silence';
  if (given === 'sent' || given === 'lost') book.accepted.push(message);
  if (given === 'sent') {
    ctx.body = { name: `projects/${ctx['params'].project}/messages/${book.accepted.length}` };
    return;
  }
  if (typeof given === 'string') {
    ctx.respond = false;
    if (given !== 'silence') ctx.req.socket.destroy();
    return;
  }
  ctx.status = given.status;
  ctx.set(given.headers ?? {});
  ctx.body = given.body;
}
