import type Koa from 'koa';
import type { Context, Next } from 'koa';
import { text } from 'node:stream/consumers';
import { parse as parseForm } from 'qs';
import { createProviderApp } from '../http/provider-app.ts';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { answerOnce } from './answer-once.ts';
import { errorBody, type StripeState } from './stripe-call.ts';
import { stripeRoutes } from './stripe-routes.ts';

/** Stripe's API: forms in, JSON out, Bearer keys, each key's answer given again. */
export function createStripeApp(world: World): Koa {
  const app = createProviderApp(world, 'stripe', (ctx, status) => (ctx.state.injectedStatus = status));
  app.use((ctx, next) => wordErrors(world, ctx, next));
  app.use(async (ctx, next) => {
    refuseStrangers(world, ctx);
    await readForm(ctx);
    await next();
  });
  app.use((ctx, next) => answerOnce(world, ctx, next));
  app.use(failWhenInjected);
  app.use(stripeRoutes(world).routes());
  app.use((ctx) => {
    throw new Refusal(`Unrecognized request URL (${ctx.method}: ${ctx.path}).`, { status: 404 });
  });
  return app;
}

async function wordErrors(world: World, ctx: Context, next: Next): Promise<void> {
  ctx.set('Request-Id', world.newId('req_'));
  ctx.set('Stripe-Version', '2026-10-28.endive');
  try {
    await next();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.status = error.status;
    ctx.body = { error: errorBody(error) };
  }
}

function refuseStrangers(world: World, ctx: Context): void {
  if (ctx.get('authorization') === `Bearer ${world.keys.stripeSecretKey}`) return;
  throw new Refusal('Invalid API Key provided.', { status: 401 });
}

async function readForm(ctx: Context): Promise<void> {
  const raw = ctx.method === 'POST' ? await text(ctx.req) : '';
  // Stripe's own clients number the items of a list; beyond a limit qs would take the numbers for names.
  const form = parseForm(raw, { depth: 10, arrayLimit: 1_000, parameterLimit: 5_000 });
  Object.assign(ctx.state, { raw, form });
}

function failWhenInjected(ctx: Context, next: Next): Promise<void> {
  const { injectedStatus: status } = ctx.state as StripeState;
  if (!status) return next();
  if (status === 429)
    throw new Refusal('Too many requests made to the API too quickly.', { status, code: 'rate_limit' });
  throw new Refusal('An unknown error occurred.', { status });
}
