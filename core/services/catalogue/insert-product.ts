import type { NewProduct } from '@haat/contract/api/product-forms.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { claimBarcodes } from './claim-barcodes.ts';
import { ensureRoom } from './ensure-room.ts';
import { findCategory } from './find-category.ts';
import { findOptions } from './find-options.ts';
import { readShopProduct } from './read-shop-product.ts';
import { saveVariants } from './save-variants.ts';
import { wantedVariants } from './wanted-variants.ts';

type Insert = { shopId: number; actorId: number; form: NewProduct; image?: string | undefined };

/** Stores a new product with its variants and their stock; whoever calls tells the activity log. Throws what `addProduct` does. */
export async function insertProduct(client: PoolClient, insert: Insert): Promise<ShopProduct> {
  const { shopId, actorId, form, image } = insert;
  const options = await findOptions(client, { shopId, actorId, form });
  const wanted = wantedVariants({ form, stored: [], options });
  const categoryId = await findCategory(client, { shopId, form });
  await claimBarcodes(client, { shopId, productId: undefined, barcodes: wanted.map(({ barcode }) => barcode) });
  const { rows } = await client.query<{ id: number }>({
    name: 'insert-product',
    text: INSERT,
    values: [shopId, categoryId, form.name, form.description, image],
  });
  await ensureRoom(client, shopId);
  const productId = rows[0]?.id ?? 0;
  await saveVariants(client, { productId, actorId, stored: [], wanted });
  return readShopProduct(client, productId);
}

const INSERT = `
  INSERT INTO products (shop_id, category_id, name, description, image, updated_at)
  VALUES ($1, $2, $3, $4, $5, clock_timestamp()) RETURNING id`;
