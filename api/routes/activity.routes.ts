import { Router } from '@koa/router';
import {
  activityQuery,
  type ActivityView,
  operatorActivityQuery,
  type OperatorActivityView,
} from '@haat/contract/api/activity.schema';
import { ownShopParams } from '@haat/contract/api/settings.schema';
import { type ActivityRow, listActivity, listOperatorActivity } from '@haat/core/services/activity/list-activity';
import { findActingShop } from '@haat/core/services/auth/acting-shop';
import { parse } from '../http/parse.ts';
import { type ApiState, requireAdmin, requireOperator } from '../http/session.ts';

export const activityRoutes = new Router<ApiState>({ prefix: '/api' });

activityRoutes.get('/shops/:shopId/activity', async (ctx) => {
  const session = requireAdmin(ctx.state);
  const shopId = await findActingShop(session, parse(ownShopParams, ctx.params).shopId);
  const rows = await listActivity({ shopId, ...parse(activityQuery, ctx.query) });
  ctx.body = rows.map(presentActivity);
});

activityRoutes.get('/operator/activity', async (ctx) => {
  requireOperator(ctx.state);
  const rows = await listOperatorActivity(parse(operatorActivityQuery, ctx.query));
  ctx.body = rows.map(({ shopId, slug, shopName, ...row }) => ({
    ...presentActivity(row),
    shop: { id: shopId, slug, name: shopName },
  })) satisfies OperatorActivityView[];
});

function presentActivity({ id, at, action, actorId, actorName, subject, before, after }: ActivityRow): ActivityView {
  const actor = actorId === null ? null : { id: actorId, name: actorName ?? '' };
  return { id, at: at.toISOString(), action, actor, subject, before, after };
}
