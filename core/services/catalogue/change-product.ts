import type { ProductChange } from '@haat/contract/api/product-forms.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { DomainError } from '../../errors.ts';
import { removePicture } from '../../pictures/remove-picture.ts';
import { differences, recordActivity } from '../activity/record-activity.ts';
import type { Session } from '../auth/session.ts';
import { changeShelf } from './change-shelf.ts';
import { lockProduct } from './lock-product.ts';
import { isPictureOrdered } from './is-picture-ordered.ts';
import { productFacts } from './product-facts.ts';
import { updateProduct } from './update-product.ts';
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
  const product = await updateProduct(client, { locked, actorId: by.userId, form, image });
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

// A picture that an order shows stays with it.
async function goneWith(client: PoolClient, before: ShopProduct, after: ShopProduct): Promise<string | null> {
  const isGone = before.image !== after.image && !(await isPictureOrdered(client, before));
  return isGone ? before.image : null;
}
