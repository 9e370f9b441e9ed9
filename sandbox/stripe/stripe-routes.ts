import { Router } from '@koa/router';
import type { World } from '../world/world.ts';
import { Refusal } from '../world/refusal.ts';
import { listObject, page } from './list-page.ts';
import { createSession, expireSession, findSession } from './checkout-sessions.ts';
import { intentObject, lineObjects, refundObject, sessionObject } from './stripe-objects.ts';
import type { StripeRefund } from './stripe-records.ts';
import { createRefund, findRefund } from './stripe-refunds.ts';

export function stripeRoutes(world: World): Router {
  const router = new Router({ prefix: '/v1' });
  const { stripe } = world.state;
  router.post('/checkout/sessions', (ctx) => {
    ctx.body = sessionObject(createSession(world, ctx.state.form));
  });
  router.get('/checkout/sessions', (ctx) => {
    const intent = ctx.query.payment_intent;
    const sessions = Object.values(stripe.sessions).filter(({ intentId }) => !intent || intentId === intent);
    ctx.body = page(ctx, sessions, sessionObject);
  });
  router.get('/checkout/sessions/:id', (ctx) => {
    ctx.body = sessionObject(findSession(world, ctx.params.id ?? ''));
  });
  router.get('/checkout/sessions/:id/line_items', (ctx) => {
    ctx.body = listObject(ctx.path, lineObjects(findSession(world, ctx.params.id ?? '')));
  });
  router.post('/checkout/sessions/:id/expire', (ctx) => {
    ctx.body = sessionObject(expireSession(world, ctx.params.id ?? ''));
  });
  router.get('/payment_intents/:id', (ctx) => {
    const { id = '' } = ctx.params;
    const intent = stripe.intents[id];
    if (!intent) throw new Refusal(`No such payment_intent: '${id}'`, { status: 404, code: 'resource_missing' });
    ctx.body = intentObject(intent);
  });
  addRefunds(world, router);
  return router;
}

function addRefunds(world: World, router: Router): void {
  const present = (refund: StripeRefund) => refundObject(refund, world.state.stripe.intents[refund.intentId]!);
  router.post('/refunds', (ctx) => {
    ctx.body = present(createRefund(world, ctx.state.form));
  });
  router.get('/refunds', (ctx) => {
    const intent = ctx.query.payment_intent;
    const refunds = Object.values(world.state.stripe.refunds).filter(({ intentId }) => !intent || intentId === intent);
    ctx.body = page(ctx, refunds, present);
  });
  router.get('/refunds/:id', (ctx) => {
    ctx.body = present(findRefund(world, ctx.params.id ?? ''));
  });
}
