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
import { withNewPicture } from './with-new-picture.ts';

type Request = { by: Session; form: NewProduct; picture?: Buffer | undefined };

/**
 * Puts a new product on the shelf of the shop that somebody writes in. Throws what `findActingShop`, `storePicture`,
 * `wantedVariants`, `findCategory`, `claimBarcodes` and `ensureRoom` throw; then nothing is stored, no picture either. Spec sections 2
 * and 7, Add Product.
 */
export async function addProduct({ by, form, picture }: Request): Promise<ShopProduct> {
  const shopId = await findActingShop(by, form.shop_id);
  if (!form.variants && (form.unitStock ?? form.stock) === undefined) throw invalidField('stock', 'must not be empty');
  return withNewPicture({ userId: by.userId, picture }, (image) =>
    changeShelf((client) => insert(client, { by, shopId, form, image })),
  );
}

async function insert(client: PoolClient, { by, shopId, form, image }: Insert): Promise<ShopProduct> {
  const product = await insertProduct(client, { shopId, actorId: by.userId, form, image });
  const after = productFacts(product);
  const row = { shopId, actorId: by.userId, subject: product.name };
  await recordActivity(client, { ...row, action: 'product.added', after });
  return product;
}

type Insert = { by: Session; shopId: number; form: NewProduct; image: string | undefined };
