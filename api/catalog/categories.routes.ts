import * as api from '@haat/contract/catalog/categories-and-units.calls';
import {
  listShopCategories,
  mergeCategories,
  orderCategories,
  removeCategory,
  renameCategory,
} from '@haat/core/catalog/own-categories';
import { listShopUnits, mergeUnits, removeUnit, renameUnit } from '@haat/core/catalog/own-units';
import { type Route, route } from '../http/route.ts';

export const categoriesRoutes: Route[] = [
  route(api.listShopCategories, ({ user, params }) => listShopCategories({ by: user, ...params })),

  route(api.orderCategories, ({ user, params, body }) =>
    orderCategories({ by: user, actorId: user.actorId, ...params, ...body }),
  ),

  route(api.renameCategory, ({ user, params, body }) => renameCategory({ by: user, ...params, ...body })),

  route(api.mergeCategories, async ({ user, params, body }) => ({
    products: await mergeCategories({ by: user, ...params, ...body }),
  })),

  route(api.removeCategory, ({ user, params }) => removeCategory({ by: user, ...params })),

  route(api.listShopUnits, ({ user, params }) => listShopUnits({ by: user, ...params })),

  route(api.renameUnit, ({ user, params, body }) => renameUnit({ by: user, ...params, ...body })),

  route(api.mergeUnits, async ({ user, params, body }) => ({
    products: await mergeUnits({ by: user, ...params, ...body }),
  })),

  route(api.removeUnit, ({ user, params }) => removeUnit({ by: user, ...params })),
];
