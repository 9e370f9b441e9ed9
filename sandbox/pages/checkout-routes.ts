import { Router } from '@koa/router';
import type { Context } from 'koa';
import { actOnOrder, type Payer } from '../razorpay/pay-order.ts';
import { orderEntity } from '../razorpay/razorpay-objects.ts';
import { findOrder } from '../razorpay/razorpay-orders.ts';
import type { RazorpayPayment } from '../razorpay/razorpay-records.ts';
import { isOutcome } from '../world/outcome.ts';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { readBody } from './read-body.ts';

/** What Razorpay's checkout in the browser asks its server; the public key says for which shop. */
export function checkoutRoutes(world: World): Router {
  const router = new Router({ prefix: '/dev/pay/razorpay/orders' });
  router.get('/:id', (ctx) => {
    refuseOtherKeys(world, ctx);
    ctx.body = orderEntity(findOrder(world, ctx.params.id ?? ''));
  });
  router.post('/:id', async (ctx) => {
    refuseOtherKeys(world, ctx);
    const { outcome, method, email, contact } = await readBody(ctx);
    if (!isOutcome(outcome)) throw new Refusal('No such outcome');
    const payer = Object.fromEntries(Object.entries({ method, email, contact }).filter(([, value]) => value)) as Payer;
    const { payment, reply } = actOnOrder(world, ctx.params.id ?? '', { outcome, payer });
    await world.saved();
    // Who closes the tab after paying never hears of it.
    ctx.body = { ...(outcome === 'pay' && { reply }), ...(payment?.failure && { error: errorOf(payment) }) };
  });
  return router;
}

function refuseOtherKeys(world: World, ctx: Context): void {
  if (ctx.query.key !== world.keys.razorpayKeyId) throw new Refusal('The api key provided is invalid', { status: 401 });
}

const errorOf = ({ failure, orderId, id }: RazorpayPayment) => ({
  ...failure,
  metadata: { order_id: orderId, payment_id: id },
});
