import Koa, { type Context, type Next } from 'koa';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../world/fault.ts';
import type { World } from '../world/world.ts';
import type { Provider } from '../webhooks/webhook-event.ts';

const PROXY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** The API of one provider: every call is noted, may be struck by a fault, and what it did is saved before it is answered. */
export function createProviderApp(
  world: World,
  provider: Provider,
  injected: (ctx: Context, status: number) => void,
): Koa {
  const app = new Koa();
  app.use(async (ctx, next) => {
    try {
      await meetFault(ctx, { fault: faultOf(world, provider, ctx), injected }, next);
    } finally {
      const key = ctx.get('idempotency-key');
      world.saw({ provider, method: ctx.method, path: ctx.path, status: ctx.status, ...(key && { key }) });
    }
    if (ctx.method !== 'GET') await world.saved();
  });
  return app;
}

function faultOf(world: World, provider: Provider, { method, path }: Context): Partial<Fault> {
  const isDown = provider === 'stripe' ? world.conditions.stripeDown : world.conditions.razorpayDown;
  return isDown ? { html: true } : (world.faults.take(provider, method, path) ?? {});
}

type Strike = { fault: Partial<Fault>; injected: (ctx: Context, status: number) => void };

async function meetFault(ctx: Context, { fault, injected }: Strike, next: Next): Promise<void> {
  if (fault.delayMs) await sleep(fault.delayMs);
  if (fault.reset === 'before') return breakOff(ctx);
  if (fault.html) {
    ctx.status = 502;
    ctx.type = 'html';
    ctx.body = PROXY_PAGE;
    return;
  }
  if (fault.status) injected(ctx, fault.status);
  await next();
  if (fault.reset === 'after') breakOff(ctx);
}

function breakOff(ctx: Context): void {
  ctx.respond = false;
  ctx.req.socket.destroy();
}
