import type { ProductChange } from '@haat/contract/api/product-forms.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { DomainError } from '../../errors.ts';
import { removePicture } from '../../pictures/remove-picture.ts';
import { differences, recordActivity } from '../activity/record-activity.ts';
import type { Session } from '../auth/session.ts';
import { changeShelf } from './change-shelf.ts';
import { claimBarcodes } from './claim-barcodes.ts';
import { findCategory } from './find-category.ts';
import { findOptions } from './find-options.ts';
import { type LockedProduct, lockProduct } from './lock-product.ts';
import { isPictureOrdered } from './is-picture-ordered.ts';
import { productFacts } from './product-facts.ts';
import { readShopProduct } from './read-shop-product.ts';
import { saveVariants } from './save-variants.ts';
import { wantedVariants } from './wanted-variants.ts';
import { withNewPicture } from './with-new-picture.ts';

type Request = { id: number; by: Session; form: ProductChange; picture?: Buffer | undefined };
type Changed = { shopId: number; product: ShopProduct; oldPicture: string | null };

/**
 * Changes of a product what the form has. Throws not_found for products of other shops, `forbidden` for a form that names
 * another shop, `edit_conflict` and `stock_changed` (with the product as it is, as `current`) when it was changed since the
 * editor read it, and what `addProduct` throws; then nothing is changed. Spec sections 2 and 7, Update Product.
 */
export async function changeProduct({ id, by, form, picture }: Request): Promise<ShopProduct> {
  const { product, oldPicture } = await withNewPicture({ userId: by.userId, picture }, (image) =>
    changeShelf((client) => change(client, { id, by, form, image })),
  );
  await removePicture(oldPicture);
  return product;
}

type Change = { id: number; by: Session; form: ProductChange; image: string | undefined };

async function change(client: PoolClient, { id, by, form, image }: Change): Promise<Changed> {
  const locked = await lockProduct(client, { id, by });
  const { product: before } = locked;
  refuseConflict(before, form);
  await changeVariants(client, { locked, by, form });
  const categoryId = await findCategory(client, { shopId: before.shopId, form, product: before });
  const values = [id, form.name, form.description, form.remove_description, categoryId, image, form.remove_image];
  await client.query({ name: 'change-product', text: CHANGE, values });
  const product = await readShopProduct(client, id);
  const what = differences(productFacts(before), productFacts(product));
  const row = { shopId: before.shopId, actorId: by.userId, subject: product.name };
  if (what) await recordActivity(client, { ...row, action: 'product.changed', ...what });
  return { shopId: before.shopId, product, oldPicture: await goneWith(client, before, product) };
}

function refuseConflict(product: ShopProduct, form: ProductChange): void {
  if (form.shop_id !== undefined && form.shop_id !== product.shopId) {
    throw new DomainError('forbidden', 'This product belongs to another shop.');
  }
  if (form.version !== undefined && form.version !== product.version) {
    const text = 'Somebody else changed this product meanwhile. Please look at it again.';
    throw new DomainError('edit_conflict', text, { current: product });
  }
}

type Variants = { locked: LockedProduct; by: Session; form: ProductChange };

async function changeVariants(client: PoolClient, { locked, by, form }: Variants): Promise<void> {
  const { product, variants: stored } = locked;
  const own = { shopId: product.shopId, actorId: by.userId };
  const options = await findOptions(client, { ...own, form });
  const wanted = wantedVariants({ form, stored, options, product });
  const had = new Set(stored.map(({ barcode }) => barcode));
  const barcodes = wanted.map(({ barcode }) => barcode).filter((barcode) => !had.has(barcode));
  await claimBarcodes(client, { shopId: product.shopId, productId: product.id, barcodes });
  await saveVariants(client, { productId: product.id, actorId: by.userId, stored, wanted });
}

// A picture that an order shows stays with it.
async function goneWith(client: PoolClient, before: ShopProduct, after: ShopProduct): Promise<string | null> {
  const isGone = before.image !== after.image && !(await isPictureOrdered(client, before));
  return isGone ? before.image : null;
}

const CHANGE = `
  UPDATE products SET name = coalesce($2::text, name),
    description = CASE WHEN $4::text IS NOT NULL THEN NULL ELSE coalesce($3::text, description) END,
    category_id = coalesce($5::bigint, category_id),
    image = CASE WHEN $6::text IS NOT NULL THEN $6 WHEN $7::text IS NULL THEN image END,
    updated_at = clock_timestamp()
  WHERE id = $1`;
