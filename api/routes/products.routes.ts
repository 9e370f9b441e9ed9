import { Router } from '@koa/router';
import { idParams } from '@haat/contract/api/common.schema';
import { addProductForm, changeProductForm, publishProductBody } from '@haat/contract/api/product-forms.schema';
import { productsQuery, type ProductDetail, type ShopProduct } from '@haat/contract/api/products.schema';
import { addProduct } from '@haat/core/services/catalogue/add-product';
import { changeProduct } from '@haat/core/services/catalogue/change-product';
import { findOwnProduct } from '@haat/core/services/catalogue/find-own-product';
import { findProduct } from '@haat/core/services/catalogue/find-product';
import { findShelf } from '@haat/core/services/catalogue/find-shelf';
import { publishProduct } from '@haat/core/services/catalogue/publish-product';
import { removeProduct } from '@haat/core/services/catalogue/remove-product';
import { restoreProduct } from '@haat/core/services/catalogue/restore-product';
import { answerEncoded } from '../http/encoded-answer.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { parse } from '../http/parse.ts';
import { readPictureForm, sentFields } from '../http/picture-form.ts';
import { type ApiState, requireMember, requireUser } from '../http/session.ts';

export const productsRoutes = new Router<ApiState>({ prefix: '/api/products' });

productsRoutes.get('/', async (ctx) => {
  const { shopId, limit, after } = parse(productsQuery, ctx.query);
  const shelf = await findShelf({ shopId, limit, after });
  await answerEncoded(ctx, shelf);
});

productsRoutes.get('/:id', async (ctx) => {
  const reader = requireUser(ctx.state);
  const { id } = parse(idParams, ctx.params);
  ctx.body = (await findProduct({ id, reader })) satisfies ProductDetail;
});

productsRoutes.post('/', async (ctx) => {
  const by = requireMember(ctx.state);
  const idempotencyKey = readIdempotencyKey(ctx);
  const { fields, picture } = await readPictureForm(ctx, 'image');
  const product = await addProduct({ by, form: parse(addProductForm, sentFields(fields)), picture, idempotencyKey });
  ctx.status = 201;
  ctx.body = product satisfies ShopProduct;
});

productsRoutes.put('/:id', async (ctx) => {
  const by = requireMember(ctx.state);
  const { id } = parse(idParams, ctx.params);
  await findOwnProduct({ id, by });
  const { fields, picture } = await readPictureForm(ctx, 'image');
  const form = parse(changeProductForm, sentFields(fields));
  ctx.body = (await changeProduct({ id, by, form, picture })) satisfies ShopProduct;
});

productsRoutes.patch('/:id', async (ctx) => {
  const by = requireMember(ctx.state);
  const { id } = parse(idParams, ctx.params);
  const { published } = parse(publishProductBody, ctx.request.body);
  ctx.body = (await publishProduct({ id, by, published })) satisfies ShopProduct;
});

productsRoutes.delete('/:id', async (ctx) => {
  const by = requireMember(ctx.state);
  const { id } = parse(idParams, ctx.params);
  await removeProduct({ id, by });
  ctx.status = 204;
});

productsRoutes.post('/:id/restore', async (ctx) => {
  const by = requireMember(ctx.state);
  const { id } = parse(idParams, ctx.params);
  ctx.body = (await restoreProduct({ id, by })) satisfies ShopProduct;
});
