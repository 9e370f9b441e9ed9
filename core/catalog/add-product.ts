import { createHash } from 'node:crypto';
import type { NewProduct } from '@haat/contract/catalog/product-forms.calls';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { ProductRequest } from '../db/catalog.models.ts';
import { DomainError, invalidField } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import type { Session } from '../accounts/session.ts';
import { findActingShop } from '../accounts/shop-rights.ts';
import { changeCatalog } from './change-catalog.ts';
import { insertProduct } from './insert-products.ts';
import { withNewPictures } from './product-pictures.ts';
import { refuseFree } from './refuse-free.ts';
import { productFacts, readShopProduct } from './product.ts';

type Request = { by: Session; form: NewProduct; pictures?: readonly Buffer[]; idempotencyKey?: string | undefined };

/**
 * Adds a product to the catalog of the acting shop, once per idempotency key: a repeated request returns the same product.
 * Throws `idempotency_conflict` for a key that was used for another product, and what `findActingShop`, `withNewPictures`,
 * `insertProduct` and `refuseFree` throw; then nothing is stored.
 */
export async function addProduct({ by, form, pictures = [], idempotencyKey }: Request): Promise<ShopProduct> {
  const shopId = await findActingShop('catalog', by, form.shop_id);
  requireFields(form);
  const add = (request?: IdempotentRequest) =>
    withNewPictures({ userId: by.userId, pictures }, (paths) =>
      changeCatalog(async (client) => {
        const row = { form, pictures: paths };
        const id = await insertProduct(client, { shopId, actorId: by.actorId, product: row });
        const product = await readShopProduct(id, client);
        refuseFree({ after: product, isConfirmed: form.confirm_free !== undefined });
        if (request) await ProductRequest.query(client).insert({ ...request, productId: product.id });
        const entry = { shopId, actorId: by.actorId, subject: product.name, after: productFacts(product) };
        await recordActivity(client, { ...entry, action: 'product.added' });
        return product;
      }),
    );
  if (idempotencyKey === undefined) return add();
  const request = { userId: by.userId, key: idempotencyKey, bodyHash: hashBody({ shopId, form, pictures }) };
  return (await findEarlierProduct(request)) ?? addOnce(request, add);
}

/** The fields that the form of a new product requires besides name and price. Later changes and imports may omit them. */
function requireFields({ variants, ...form }: NewProduct): void {
  const first = variants?.[0] ?? form;
  if (!variants && (form.unitStock ?? form.stock) === undefined) throw invalidField('stock', 'must not be empty');
  if (form.category_id === undefined && form.subcategory === undefined) {
    throw invalidField('subcategory', 'must not be empty');
  }
  if (!first.unit && !first.unit_id) throw invalidField('unit', 'must not be empty');
}

type IdempotentRequest = { userId: number; key: string; bodyHash: string };

// A concurrent request with the same key may take the barcodes or the key first: then its product is the result.
async function addOnce(
  request: IdempotentRequest,
  add: (request: IdempotentRequest) => Promise<ShopProduct>,
): Promise<ShopProduct> {
  try {
    return await add(request);
  } catch (error) {
    const added = await findEarlierProduct(request);
    if (added) return added;
    throw error;
  }
}

type Body = { shopId: number; form: NewProduct; pictures: readonly Buffer[] };

function hashBody({ shopId, form, pictures }: Body): string {
  const hash = createHash('sha256').update(JSON.stringify([shopId, form]));
  for (const picture of pictures) hash.update(picture);
  return hash.digest('base64url');
}

/**
 * The product that an earlier request with this key added, in its current state; undefined when there was none. Throws
 * `idempotency_conflict` when that request had another body, and `not_found` when the product was deleted since.
 */
async function findEarlierProduct({ userId, key, bodyHash }: IdempotentRequest): Promise<ShopProduct | undefined> {
  const earlier = await ProductRequest.query().findById([userId, key]);
  if (!earlier) return undefined;
  if (earlier.bodyHash !== bodyHash) {
    throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another product.');
  }
  return readShopProduct(earlier.productId);
}
