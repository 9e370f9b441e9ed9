import { Router } from '@koa/router';
import type { Context } from 'koa';
import * as z from 'zod';
import { actOnOrder } from '../razorpay/pay-order.ts';
import { actOnSession } from '../stripe/pay-session.ts';
import { booksOf } from '../world/books.ts';
import { conditionsSchema } from '../world/conditions.ts';
import { faultSchema } from '../world/fault.ts';
import { OUTCOMES } from '../world/outcome.ts';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { controlPage } from './control-page.ts';
import { listPayments } from './payment-list.ts';
import { readBody } from './read-body.ts';

const conditionsBody = conditionsSchema.extend({
  // A form says of a switch "false" by a hidden field and "true" by the box itself, if it is checked.
  stripeDown: z.preprocess(lastWord, z.boolean()),
  razorpayDown: z.preprocess(lastWord, z.boolean()),
  webhooksHeld: z.preprocess(lastWord, z.boolean()),
});
const actBody = z.object({ id: z.string(), outcome: z.enum(OUTCOMES).default('pay') });

function lastWord(given: unknown): unknown {
  const word: unknown = Array.isArray(given) ? given.at(-1) : given;
  return word === 'true' ? true : word === 'false' ? false : word;
}

/** The control of the sandbox, for people (forms and a page) and for tests in other processes (JSON). */
export function controlRoutes(world: World): Router {
  const router = new Router({ prefix: '/dev/pay' });
  router.get('/', (ctx) => {
    ctx.body = controlPage(world);
  });
  router.get('/state', (ctx) => {
    const { events } = world.state;
    ctx.body = { books: booksOf(world), conditions: world.conditions, payments: listPayments(world), events };
  });
  router.post('/conditions', async (ctx) => {
    world.conditions = { ...world.conditions, ...checked(conditionsBody.partial(), await readBody(ctx)) };
    world.webhooks.sendDue();
    answer(ctx, world.conditions);
  });
  router.post('/faults', async (ctx) => {
    world.faults.add(checked(faultSchema, await readBody(ctx)));
    ctx.status = 204;
  });
  router.post('/acts', async (ctx) => {
    const { id, outcome } = checked(actBody, await readBody(ctx));
    ctx.body = id.startsWith('cs_') ? actOnSession(world, id, outcome) : actOnOrder(world, id, { outcome });
    await world.saved();
  });
  router.post('/events/:id/send', async (ctx) => {
    const said = await world.webhooks.sendAgain(ctx.params.id ?? '');
    if (said === undefined) throw new Refusal('No such event', { status: 404 });
    answer(ctx, { answer: said });
  });
  return router;
}

function checked<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new Refusal(z.prettifyError(result.error));
}

/** A page for who sent a form, data for who sent data. */
function answer(ctx: Context, data: unknown): void {
  if (ctx.is('json') || ctx.accepts('html', 'json') === 'json') {
    ctx.body = data;
    return;
  }
  ctx.redirect('/dev/pay');
  ctx.status = 303;
}
