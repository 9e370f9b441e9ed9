import type { NewProduct } from '@haat/contract/api/product-forms.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { invalidField } from '../../errors.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { findActingShop } from '../auth/acting-shop.ts';
import type { Session } from '../auth/session.ts';
import { changeShelf } from './change-shelf.ts';
import { insertProduct } from './insert-product.ts';
import { productFacts } from './product-facts.ts';
import { findEarlierProduct, hashOfNewProduct, rememberProduct, type ProductRequest } from './product-request.ts';
import { withNewPicture } from './with-new-picture.ts';

type Request = { by: Session; form: NewProduct; picture?: Buffer | undefined; idempotencyKey?: string | undefined };

/**
 * Puts a new product on the shelf of the shop that somebody writes in, once per idempotency key: a repeated request is
 * answered with the same product. Throws idempotency_conflict for a key that was used for another product, and what
 * `findActingShop`, `storePicture`, `wantedVariants`, `findCategory`, `claimBarcodes` and `ensureRoom` throw; then nothing is
 * stored, no picture either. Spec sections 2 and 7, Add Product.
 */
export async function addProduct({ by, form, picture, idempotencyKey }: Request): Promise<ShopProduct> {
  const shopId = await findActingShop(by, form.shop_id);
  if (!form.variants && (form.unitStock ?? form.stock) === undefined) throw invalidField('stock', 'must not be empty');
  const add = (request?: ProductRequest) =>
    withNewPicture({ userId: by.userId, picture }, (image) =>
      changeShelf((client) => insert(client, { by, shopId, form, image, request })),
    );
  if (idempotencyKey === undefined) return add();
  const request = { userId: by.userId, key: idempotencyKey, bodyHash: hashOfNewProduct({ shopId, form, picture }) };
  return (await findEarlierProduct(request)) ?? addOnce(request, add);
}

/** A twin that is on its way takes the barcodes or the key first: then its product is the answer. */
async function addOnce(
  request: ProductRequest,
  add: (request: ProductRequest) => Promise<ShopProduct>,
): Promise<ShopProduct> {
  try {
    return await add(request);
  } catch (error) {
    const added = await findEarlierProduct(request);
    if (added) return added;
    throw error;
  }
}

async function insert(client: PoolClient, { by, shopId, form, image, request }: Insert): Promise<ShopProduct> {
  const product = await insertProduct(client, { shopId, actorId: by.userId, form, image });
  if (request) await rememberProduct(client, request, product.id);
  const after = productFacts(product);
  const row = { shopId, actorId: by.userId, subject: product.name };
  await recordActivity(client, { ...row, action: 'product.added', after });
  return product;
}

type Insert = {
  by: Session;
  shopId: number;
  form: NewProduct;
  image: string | undefined;
  request: ProductRequest | undefined;
};
