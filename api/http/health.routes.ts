import { Router } from '@koa/router';
import { readReadiness } from '@haat/core/ops/health/readiness';
import type { ApiState } from './route.ts';

/** `isServing` turns false as soon as this process was asked to stop. */
export function createHealthRoutes(isServing: () => boolean): Router<ApiState> {
  const routes = new Router<ApiState>();

  routes.get('/live', (ctx) => {
    ctx.body = { status: 'ok' };
  });

  routes.get('/ready', async (ctx) => {
    const readiness = await readReadiness(isServing());
    ctx.set('Cache-Control', 'no-store');
    ctx.body = readiness;
    if (readiness.status !== 'not_ready') return;
    const message = isServing() ? 'Not ready' : 'Shutting down';
    ctx.status = 503;
    ctx.set('Retry-After', isServing() ? '5' : '1');
    ctx.body = { ...readiness, code: 'unavailable', error: message, message };
  });

  return routes;
}
