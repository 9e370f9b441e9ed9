import { Router } from '@koa/router';
import { idParams } from '@haat/contract/api/common.schema';
import { setPriceBody, setStockBody } from '@haat/contract/api/product-forms.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import { toPaise } from '@haat/contract/rules/rupees';
import { changeVariant } from '@haat/core/services/catalogue/change-variant';
import { parse } from '../http/parse.ts';
import { type ApiState, requireMember } from '../http/session.ts';

export const variantsRoutes = new Router<ApiState>({ prefix: '/api/variants' });

variantsRoutes.patch('/:id/stock', async (ctx) => {
  const by = requireMember(ctx.state);
  const { id } = parse(idParams, ctx.params);
  const { stock, seen } = parse(setStockBody, ctx.request.body);
  const change = { stock, stockSeen: seen };
  ctx.body = (await changeVariant({ variantId: id, by, change })) satisfies ShopProduct;
});

variantsRoutes.patch('/:id/price', async (ctx) => {
  const by = requireMember(ctx.state);
  const { id } = parse(idParams, ctx.params);
  const { price, seen } = parse(setPriceBody, ctx.request.body);
  const change = { pricePaise: toPaise(price), pricePaiseSeen: seen === undefined ? undefined : toPaise(seen) };
  ctx.body = (await changeVariant({ variantId: id, by, change })) satisfies ShopProduct;
});
