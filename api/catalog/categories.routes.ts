import * as api from '@haat/contract/catalog/categories-and-units.calls';
import { listShopCategories, orderCategories } from '@haat/core/catalog/categories';
import { mergeName, removeName, renameName } from '@haat/core/catalog/own-names';
import { listShopUnits } from '@haat/core/catalog/units';
import { type Route, route } from '../http/route.ts';

export const categoriesRoutes: Route[] = [
  route(api.listShopCategories, ({ user, params }) => listShopCategories({ by: user, ...params })),
  route(api.orderCategories, ({ user, params, body }) =>
    orderCategories({ by: user, actorId: user.actorId, ...params, ...body }),
  ),
  route(api.renameCategory, ({ user, params, body }) => renameName('category', { by: user, ...params, ...body })),
  route(api.mergeCategories, async ({ user, params, body }) => ({
    products: await mergeName('category', { by: user, ...params, ...body }),
  })),
  route(api.removeCategory, ({ user, params }) => removeName('category', { by: user, ...params })),

  route(api.listShopUnits, ({ user, params }) => listShopUnits({ by: user, ...params })),
  route(api.renameUnit, ({ user, params, body }) => renameName('unit', { by: user, ...params, ...body })),
  route(api.mergeUnits, async ({ user, params, body }) => ({
    products: await mergeName('unit', { by: user, ...params, ...body }),
  })),
  route(api.removeUnit, ({ user, params }) => removeName('unit', { by: user, ...params })),
];
