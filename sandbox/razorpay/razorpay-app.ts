import type Koa from 'koa';
import type { Context, Next } from 'koa';
import { text } from 'node:stream/consumers';
import { createProviderApp } from '../http/provider-app.ts';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { razorpayRoutes } from './razorpay-routes.ts';

/** Razorpay's API: JSON in and out, Basic auth, 400 for nearly everything that is refused. */
export function createRazorpayApp(world: World): Koa {
  const app = createProviderApp(world, 'razorpay', (ctx, status) => (ctx.state.injectedStatus = status));
  app.use((ctx, next) => wordErrors(ctx, next));
  app.use(async (ctx, next) => {
    refuseStrangers(world, ctx);
    ctx.state.body = ctx.method === 'POST' ? readJson(await text(ctx.req)) : undefined;
    const status = ctx.state.injectedStatus as number | undefined;
    if (status)
      throw new Refusal(
        status === 429
          ? 'Request failed because of too many requests'
          : 'We are facing some trouble completing your request at the moment. Please try again shortly.',
        { status },
      );
    await next();
  });
  app.use(razorpayRoutes(world).routes());
  app.use(() => {
    throw new Refusal('The requested URL was not found on the server.');
  });
  return app;
}

async function wordErrors(ctx: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.status = error.status;
    ctx.body = { error: errorBody(error) };
  }
}

export function errorBody({ status, message, param }: Refusal): Record<string, unknown> {
  return {
    code: status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR',
    description: message,
    source: status >= 500 ? 'internal' : 'business',
    step: 'payment_initiation',
    reason: status >= 500 ? 'server_error' : 'input_validation_failed',
    metadata: {},
    ...(param && { field: param }),
  };
}

function refuseStrangers(world: World, ctx: Context): void {
  const { razorpayKeyId, razorpayKeySecret } = world.keys;
  const expected = `Basic ${Buffer.from(`${razorpayKeyId}:${razorpayKeySecret}`).toString('base64')}`;
  if (ctx.get('authorization') !== expected) throw new Refusal('Authentication failed', { status: 401 });
}

function readJson(raw: string): unknown {
  if (!raw) return {};
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    throw new Refusal('The request body is not valid JSON');
  }
}
