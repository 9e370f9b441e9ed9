import Koa, { type Context, type Next } from 'koa';
import { errorBody } from '../razorpay/razorpay-app.ts';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { assetRoutes } from './asset-routes.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { controlRoutes } from './control-routes.ts';
import { customerRoutes } from './customer-routes.ts';

/** Everything under /dev/pay: what customers see, what the checkout in the browser asks, what controls the sandbox. */
export function createPagesApp(world: World): Koa {
  const app = new Koa();
  app.use((ctx, next) => wordErrors(ctx, next));
  for (const router of [assetRoutes(), checkoutRoutes(world), customerRoutes(world), controlRoutes(world)])
    app.use(router.routes());
  return app;
}

async function wordErrors(ctx: Context, next: Next): Promise<void> {
  ctx.set('Cache-Control', 'no-store');
  try {
    await next();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.status = error.status;
    ctx.body = { error: errorBody(error) };
  }
}
