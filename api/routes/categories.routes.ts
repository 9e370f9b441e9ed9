import { Router } from '@koa/router';
import {
  type CategoryView,
  createCategoryBody,
  createUnitBody,
  type NamedView,
  ownShopQuery,
} from '@haat/contract/api/categories.schema';
import { createCategory } from '@haat/core/services/catalogue/create-category';
import { createUnit } from '@haat/core/services/catalogue/create-unit';
import { listCategories } from '@haat/core/services/catalogue/list-categories';
import { listUnits } from '@haat/core/services/catalogue/list-units';
import { parse } from '../http/parse.ts';
import { type ApiState, requireMember, requireUser } from '../http/session.ts';

/** Categories and units: what products are sorted by and sold in. */
export const categoriesRoutes = new Router<ApiState>({ prefix: '/api' });

categoriesRoutes.get('/categories', async (ctx) => {
  const by = requireUser(ctx.state);
  const { shop_id: shopId } = parse(ownShopQuery, ctx.query);
  ctx.body = (await listCategories({ by, shopId })) satisfies CategoryView[];
});

categoriesRoutes.post('/categories', async (ctx) => {
  const by = requireMember(ctx.state);
  const { name, parent_id: parentId, shop_id: shopId } = parse(createCategoryBody, ctx.request.body);
  const { category, isNew } = await createCategory({ by, name, parentId, shopId });
  ctx.status = isNew ? 201 : 200;
  ctx.body = category satisfies NamedView;
});

categoriesRoutes.get('/units', async (ctx) => {
  const by = requireUser(ctx.state);
  const { shop_id: shopId } = parse(ownShopQuery, ctx.query);
  ctx.body = (await listUnits({ by, shopId })) satisfies NamedView[];
});

categoriesRoutes.post('/units', async (ctx) => {
  const by = requireMember(ctx.state);
  const { name, shop_id: shopId } = parse(createUnitBody, ctx.request.body);
  const { unit, isNew } = await createUnit({ by, name, shopId });
  ctx.status = isNew ? 201 : 200;
  ctx.body = unit satisfies NamedView;
});
