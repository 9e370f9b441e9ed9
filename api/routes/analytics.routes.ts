import { Router } from '@koa/router';
import type { VisitCountView } from '@haat/contract/api/analytics.schema';
import { log } from '@haat/core/log';
import { countVisit } from '@haat/core/services/analytics/count-visit';
import { readVisitCount } from '@haat/core/services/analytics/read-visit-count';
import { clientAddress } from '../http/client-address.ts';
import type { ApiState } from '../http/session.ts';

export const analyticsRoutes = new Router<ApiState>({ prefix: '/api/analytics' });

analyticsRoutes.post('/visit', async (ctx) => {
  ctx.status = 204;
  try {
    await countVisit({ visitor: clientAddress(ctx.ip) });
  } catch (error) {
    // A visitor is not told that nobody counts.
    log.warn({ requestId: ctx.state.requestId, error: String(error) }, 'A visit was not counted');
  }
});

analyticsRoutes.get('/visit-count', async (ctx) => {
  const count = await readVisitCount();
  ctx.set('Cache-Control', 'public, max-age=10');
  ctx.body = { count } satisfies VisitCountView;
});
