import { Router, type RouterContext } from '@koa/router';
import { idParams } from '@haat/contract/api/common.schema';
import { productsQuery } from '@haat/contract/api/products.schema';
import type { EncodedBody, Encoding } from '@haat/core/cache/encoded-body';
import { findProduct } from '@haat/core/services/catalogue/find-product';
import { findShelf } from '@haat/core/services/catalogue/find-shelf';
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

/** The bytes as they were kept, in the encoding that the reader likes best; nothing when the reader has them already. */
async function answerEncoded(ctx: RouterContext<ApiState>, body: EncodedBody): Promise<void> {
  ctx.status = 200;
  ctx.set({ ETag: body.etag, 'Cache-Control': 'no-cache' });
  ctx.vary('Accept-Encoding');
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const encoding = (ctx.acceptsEncodings('br', 'gzip', 'identity') || 'identity') as Encoding;
  ctx.type = 'json';
  ctx.compress = false;
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = await body.in(encoding);
}
