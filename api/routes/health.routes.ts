import { Router } from '@koa/router';
import { database } from '@haat/core/db/database';
import { DomainError } from '@haat/core/errors';
import type { ApiState } from '../http/session.ts';

/** `isServing` turns false as soon as this process was asked to stop. */
export function createHealthRoutes(isServing: () => boolean): Router<ApiState> {
  const routes = new Router<ApiState>();

  routes.get('/live', (ctx) => {
    ctx.body = { status: 'ok' };
  });

  routes.get('/ready', async (ctx) => {
    if (!isServing()) throw new DomainError('unavailable', 'Shutting down', { retry_after: 1 });
    await database().pool.query('SELECT 1');
    ctx.body = { status: 'ok' };
  });

  return routes;
}
