import { Router } from '@koa/router';
import type { World } from '../world/world.ts';
import { orderEntity, paymentEntity, refundEntity } from './razorpay-objects.ts';
import { createOrder, findOrder } from './razorpay-orders.ts';
import { capturePayment, findPayment, paymentsOf } from './razorpay-payments.ts';
import { findRazorpayRefund, refundPayment } from './razorpay-refunds.ts';

const collection = (items: unknown[]) => ({ entity: 'collection', count: items.length, items });

export function razorpayRoutes(world: World): Router {
  const router = new Router({ prefix: '/v1' });
  router.post('/orders', (ctx) => {
    ctx.body = orderEntity(createOrder(world, ctx.state.body));
  });
  router.get('/orders', (ctx) => {
    const { receipt, count, skip } = ctx.query;
    const orders = Object.values(world.state.razorpay.orders).filter((order) => !receipt || order.receipt === receipt);
    const from = Number(skip) || 0;
    ctx.body = collection(
      orders
        .toReversed()
        .slice(from, from + (Number(count) || 10))
        .map(orderEntity),
    );
  });
  router.get('/orders/:id', (ctx) => {
    ctx.body = orderEntity(findOrder(world, ctx.params.id ?? ''));
  });
  router.get('/orders/:id/payments', (ctx) => {
    const { id } = findOrder(world, ctx.params.id ?? '');
    ctx.body = collection(paymentsOf(world, id).map((payment) => paymentEntity(world, payment)));
  });
  addPayments(world, router);
  return router;
}

function addPayments(world: World, router: Router): void {
  const { refunds } = world.state.razorpay;
  router.get('/payments/:id', (ctx) => {
    ctx.body = paymentEntity(world, findPayment(world, ctx.params.id ?? ''));
  });
  router.post('/payments/:id/capture', (ctx) => {
    ctx.body = paymentEntity(world, capturePayment(world, ctx.params.id ?? '', ctx.state.body));
  });
  router.post('/payments/:id/refund', (ctx) => {
    ctx.body = refundEntity(refundPayment(world, ctx.params.id ?? '', ctx.state.body));
  });
  router.get('/payments/:id/refunds', (ctx) => {
    const { id } = findPayment(world, ctx.params.id ?? '');
    ctx.body = collection(
      Object.values(refunds)
        .filter(({ paymentId }) => paymentId === id)
        .map(refundEntity),
    );
  });
  router.get('/refunds', (ctx) => {
    ctx.body = collection(Object.values(refunds).toReversed().map(refundEntity));
  });
  router.get('/refunds/:id', (ctx) => {
    ctx.body = refundEntity(findRazorpayRefund(world, ctx.params.id ?? ''));
  });
}
