import { Router } from '@koa/router';
import { shopProductsParams, shopProductsQuery, type ShopProduct } from '@haat/contract/api/products.schema';
import { listShopProducts } from '@haat/core/services/catalogue/list-shop-products';
import { parse } from '../http/parse.ts';
import { type ApiState, requireMember } from '../http/session.ts';

export const shopProductsRoutes = new Router<ApiState>({ prefix: '/api/shops' });

shopProductsRoutes.get('/:shopId/products', async (ctx) => {
  const by = requireMember(ctx.state);
  const { shopId } = parse(shopProductsParams, ctx.params);
  const wanted = parse(shopProductsQuery, ctx.query);
  ctx.body = (await listShopProducts({ by, shopId, ...wanted })) satisfies ShopProduct[];
});
