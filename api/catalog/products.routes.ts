import * as api from '@haat/contract/catalog/products.calls';
import { toPaise } from '@haat/contract/rupees';
import { addProduct } from '@haat/core/catalog/add-product';
import { findCatalog } from '@haat/core/catalog/catalog';
import { listCategories } from '@haat/core/catalog/categories';
import {
  changeProduct,
  changeVariant,
  publishProduct,
  removeProduct,
  restoreProduct,
} from '@haat/core/catalog/change-product';
import { listProductIds, listShopProducts } from '@haat/core/catalog/list-shop-products';
import { createName } from '@haat/core/catalog/own-names';
import { findOwnProduct, findShopProduct } from '@haat/core/catalog/product';
import { findProduct } from '@haat/core/catalog/product-pages';
import { listUnits } from '@haat/core/catalog/units';
import { type Route, route } from '../http/route.ts';

export const productsRoutes: Route[] = [
  route(api.listProducts, ({ query }) => findCatalog(query)),

  route(api.getProduct, ({ params }) => findProduct(params.id)),

  route(api.addProduct, async ({ user, key, readForm }) => {
    const { fields, files } = await readForm();
    return addProduct({ by: user, form: fields, pictures: files.map(({ bytes }) => bytes), idempotencyKey: key });
  }),

  route(api.changeProduct, async ({ user, params: { id }, readForm }) => {
    await findOwnProduct({ id, by: user });
    const { fields, files } = await readForm();
    return changeProduct({ id, by: user, form: fields, pictures: files.map(({ bytes }) => bytes) });
  }),

  route(api.publishProduct, ({ user, params, body }) =>
    publishProduct({ id: params.id, by: user, published: body.published }),
  ),

  route(api.deleteProduct, ({ user, params }) => removeProduct({ id: params.id, by: user })),

  route(api.restoreProduct, ({ user, params }) => restoreProduct({ id: params.id, by: user })),

  route(api.setStock, ({ user, params, body: { stock, stock_unit: unit, seen } }) =>
    changeVariant({ variantId: params.id, by: user, change: { stock, unit, stockSeen: seen } }),
  ),

  route(api.setPrice, ({ user, params, body: { price, seen, confirm_free: isConfirmed } }) => {
    const change = { pricePaise: toPaise(price), pricePaiseSeen: seen === undefined ? undefined : toPaise(seen) };
    return changeVariant({ variantId: params.id, by: user, change, isConfirmed });
  }),

  route(api.listShopProducts, ({ user, params, query }) =>
    listShopProducts({ by: user, shopId: params.shopId, ...query, afterValue: query.after_value }),
  ),

  route(api.listProductIds, ({ user, params, query }) => listProductIds({ by: user, ...params, ...query })),

  route(api.getShopProduct, ({ user, params: { shopId, id } }) => findShopProduct({ by: user, shopId, id })),

  route(api.listCategories, ({ user, query }) => listCategories({ by: user, shopId: query.shop_id })),

  route(api.addCategory, async ({ ctx, user, body: { name, parent_id, shop_id } }) => {
    const { named, isNew } = await createName('category', { by: user, name, parentId: parent_id, shopId: shop_id });
    if (!isNew) ctx.status = 200;
    return named;
  }),

  route(api.listUnits, ({ user, query }) => listUnits({ by: user, shopId: query.shop_id })),

  route(api.addUnit, async ({ ctx, user, body: { name, shop_id } }) => {
    const { named, isNew } = await createName('unit', { by: user, name, shopId: shop_id });
    if (!isNew) ctx.status = 200;
    return named;
  }),
];
