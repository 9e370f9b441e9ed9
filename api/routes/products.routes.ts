import { Router } from '@koa/router';
import { idParams } from '@haat/contract/api/common.schema';
import { productsQuery } from '@haat/contract/api/products.schema';
import { findProduct } from '@haat/core/services/catalogue/find-product';
import { findShelf } from '@haat/core/services/catalogue/find-shelf';
import { answerEncoded } from '../http/encoded-answer.ts';
import { parse } from '../http/parse.ts';
import { type ApiState, requireUser } from '../http/session.ts';

export const productsRoutes = new Router<ApiState>({ prefix: '/api/products' });

productsRoutes.get('/', async (ctx) => {
  const { shopId, limit, after } = parse(productsQuery, ctx.query);
  const shelf = await findShelf({ shopId, limit, after });
  await answerEncoded(ctx, shelf);
});

productsRoutes.get('/:id', async (ctx) => {
  const reader = requireUser(ctx.state);
  const { id } = parse(idParams, ctx.params);
  ctx.body = await findProduct({ id, reader });
});
