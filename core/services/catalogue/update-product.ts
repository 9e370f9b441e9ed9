import type { ProductChange } from '@haat/contract/api/product-forms.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { claimBarcodes } from './claim-barcodes.ts';
import { findCategory } from './find-category.ts';
import { findOptions } from './find-options.ts';
import type { LockedProduct } from './lock-product.ts';
import { readShopProduct } from './read-shop-product.ts';
import { saveVariants } from './save-variants.ts';
import { wantedVariants } from './wanted-variants.ts';

type Update = { locked: LockedProduct; actorId: number; form: ProductChange; image?: string | undefined };

/** Stores what a form changes of a product that is locked; whoever calls tells the activity log. Throws what `changeProduct` does. */
export async function updateProduct(client: PoolClient, update: Update): Promise<ShopProduct> {
  const { locked, form, image } = update;
  const { id, shopId } = locked.product;
  await updateVariants(client, update);
  const categoryId = await findCategory(client, { shopId, form, product: locked.product });
  const values = [id, form.name, form.description, form.remove_description, categoryId, image, form.remove_image];
  await client.query({ name: 'change-product', text: CHANGE, values });
  return readShopProduct(client, id);
}

async function updateVariants(client: PoolClient, { locked, actorId, form }: Update): Promise<void> {
  const { product, variants: stored } = locked;
  const { id, shopId } = product;
  const options = await findOptions(client, { shopId, actorId, form });
  const wanted = wantedVariants({ form, stored, options, product });
  const had = new Set(stored.map(({ barcode }) => barcode));
  const barcodes = wanted.map(({ barcode }) => barcode).filter((barcode) => !had.has(barcode));
  await claimBarcodes(client, { shopId, productId: id, barcodes });
  await saveVariants(client, { productId: id, actorId, stored, wanted });
}

const CHANGE = `
  UPDATE products SET name = coalesce($2::text, name),
    description = CASE WHEN $4::text IS NOT NULL THEN NULL ELSE coalesce($3::text, description) END,
    category_id = coalesce($5::bigint, category_id),
    image = CASE WHEN $6::text IS NOT NULL THEN $6 WHEN $7::text IS NULL THEN image END,
    updated_at = clock_timestamp()
  WHERE id = $1`;
