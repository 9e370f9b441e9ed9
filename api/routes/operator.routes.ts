import { Router } from '@koa/router';
import { idParams } from '@haat/contract/api/common.schema';
import {
  createShopBody,
  operatorShopsQuery,
  type OperatorShopView,
  suspendShopBody,
} from '@haat/contract/api/operator.schema';
import { DomainError } from '@haat/core/errors';
import { createShop } from '@haat/core/services/operator/create-shop';
import { findListedShop, listAllShops, type ListedShop } from '@haat/core/services/operator/list-all-shops';
import { suspendShop } from '@haat/core/services/operator/suspend-shop';
import { parse } from '../http/parse.ts';
import { type ApiState, requireOperator } from '../http/session.ts';

export const operatorRoutes = new Router<ApiState>({ prefix: '/api/operator/shops' });

operatorRoutes.get('/', async (ctx) => {
  requireOperator(ctx.state);
  const shops = await listAllShops(parse(operatorShopsQuery, ctx.query));
  ctx.body = shops.map(presentListed);
});

operatorRoutes.post('/', async (ctx) => {
  const { userId } = requireOperator(ctx.state);
  const { id } = await createShop({ actorId: userId, fields: parse(createShopBody, ctx.request.body) });
  ctx.body = await listed(id);
  ctx.status = 201;
});

operatorRoutes.patch('/:id', async (ctx) => {
  const { userId } = requireOperator(ctx.state);
  const { id } = parse(idParams, ctx.params);
  const { suspended, reason } = parse(suspendShopBody, ctx.request.body);
  await suspendShop({ shopId: id, actorId: userId, reason: suspended ? reason : undefined });
  ctx.body = await listed(id);
});

async function listed(id: number): Promise<OperatorShopView> {
  const shop = await findListedShop({ id });
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  return presentListed(shop);
}

function presentListed(shop: ListedShop): OperatorShopView {
  const { id, slug, name, address, isPlatform, isPaused, suspendedFor, members, ordersToday } = shop;
  return {
    id,
    slug,
    name,
    address,
    status: suspendedFor === null ? (isPaused ? 'paused' : 'open') : 'suspended',
    ...(suspendedFor !== null && { suspended: suspendedFor }),
    platform: isPlatform,
    members,
    orders_today: ordersToday,
  };
}
