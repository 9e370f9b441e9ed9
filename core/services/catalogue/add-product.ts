import type { NewProduct } from '@haat/contract/api/product-forms.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { invalidField } from '../../errors.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { findActingShop } from '../auth/acting-shop.ts';
import type { Session } from '../auth/session.ts';
import { changeShelf } from './change-shelf.ts';
import { claimBarcodes } from './claim-barcodes.ts';
import { findCategory } from './find-category.ts';
import { findOptions } from './find-options.ts';
import { productFacts } from './product-facts.ts';
import { readShopProduct } from './read-shop-product.ts';
import { saveVariants } from './save-variants.ts';
import { wantedVariants } from './wanted-variants.ts';
import { withNewPicture } from './with-new-picture.ts';

type Request = { by: Session; form: NewProduct; picture?: Buffer | undefined };

/**
 * Puts a new product on the shelf of the shop that somebody writes in. Throws what `findActingShop`, `storePicture`,
 * `wantedVariants`, `findCategory` and `claimBarcodes` throw; then nothing is stored, no picture either. Spec sections 2
 * and 7, Add Product.
 */
export async function addProduct({ by, form, picture }: Request): Promise<ShopProduct> {
  const shopId = await findActingShop(by, form.shop_id);
  if (!form.variants && (form.unitStock ?? form.stock) === undefined) throw invalidField('stock', 'must not be empty');
  return withNewPicture({ userId: by.userId, picture }, (image) =>
    changeShelf((client) => insert(client, { shopId, actorId: by.userId, form, image })),
  );
}

type Insert = { shopId: number; actorId: number; form: NewProduct; image: string | undefined };

async function insert(client: PoolClient, { shopId, actorId, form, image }: Insert): Promise<ShopProduct> {
  const options = await findOptions(client, { shopId, actorId, form });
  const wanted = wantedVariants({ form, stored: [], options });
  const categoryId = await findCategory(client, { shopId, form });
  await claimBarcodes(client, { shopId, productId: undefined, barcodes: wanted.map(({ barcode }) => barcode) });
  const { rows } = await client.query<{ id: number }>({
    name: 'insert-product',
    text: INSERT,
    values: [shopId, categoryId, form.name, form.description, image],
  });
  const productId = rows[0]?.id ?? 0;
  await saveVariants(client, { productId, actorId, stored: [], wanted });
  const product = await readShopProduct(client, productId);
  const after = productFacts(product);
  await recordActivity(client, { shopId, actorId, action: 'product.added', subject: product.name, after });
  return product;
}

const INSERT = `
  INSERT INTO products (shop_id, category_id, name, description, image, updated_at)
  VALUES ($1, $2, $3, $4, $5, clock_timestamp()) RETURNING id`;
