import type { ProductChange } from '@haat/contract/catalog/product-forms.calls';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { MAX_PICTURES, NEW_PICTURE } from '@haat/contract/catalog/product-input';
import type { PoolClient } from 'pg';
import { run, sql } from '../db/database.ts';
import { ProductPicture } from '../db/catalog.models.ts';
import { OrderItem } from '../db/orders.models.ts';
import { DomainError, invalidField } from '../errors.ts';
import { discardPicture, removePicture, storeProductPicture } from '../pictures/store-picture.ts';
import { countUse, type Limit } from '../rate-limit/limit.ts';

const PICTURE_LIMIT: Limit = { name: 'product-picture', points: 600, seconds: 3600 };

type Uploads = { userId: number; pictures: readonly Buffer[] };

/**
 * Stores the pictures of a form and does the work with their paths; they are removed again when the work fails. Throws
 * DomainError `rate_limited` and what `storeProductPicture` throws, before the work begins.
 */
export async function withNewPictures<Result>(
  { userId, pictures }: Uploads,
  work: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  const paths: string[] = [];
  try {
    for (const picture of pictures) {
      await countUse(PICTURE_LIMIT, String(userId));
      paths.push(await storeProductPicture(picture));
    }
    return await work(paths);
  } catch (error) {
    for (const path of paths) await discardPicture(path, error);
    throw error;
  }
}

/** Never rejects. */
export async function removePictures(paths: readonly string[]): Promise<void> {
  for (const path of paths) await removePicture(path);
}

type Given = {
  form: Pick<ProductChange, 'pictures' | 'remove_image'>;
  /** The stored pictures, the main one first. */
  stored: readonly string[];
  added: readonly string[];
};

/**
 * All pictures that a product has after a form was applied, the main one first. Throws `invalid_input` for more than six, and
 * for a list with a picture of another product or another number of new ones than the form has files.
 */
export function desiredPictures({ form, stored, added }: Given): string[] {
  const desired = form.pictures
    ? listedPictures(form.pictures, stored, added)
    : picturesByDefault(form.remove_image !== undefined, stored, added);
  if (desired.length > MAX_PICTURES) {
    const message = `A product can have at most ${MAX_PICTURES} pictures.`;
    throw new DomainError('invalid_input', message, { issues: [{ path: 'pictures', message }] });
  }
  return desired;
}

function listedPictures(list: readonly string[], stored: readonly string[], added: readonly string[]): string[] {
  if (list.filter((each) => each === NEW_PICTURE).length !== added.length) {
    throw invalidField('pictures', `must have '${NEW_PICTURE}' once for each file of the form`);
  }
  if (list.some((each) => each !== NEW_PICTURE && !stored.includes(each))) {
    throw invalidField('pictures', 'must be pictures of this product');
  }
  const paths = added.values();
  return list.map((each) => (each === NEW_PICTURE ? (paths.next().value ?? each) : each));
}

// Without a list, the first file is the main picture.
function picturesByDefault(isMainRemoved: boolean, stored: readonly string[], added: readonly string[]): string[] {
  const isMainReplaced = isMainRemoved || added.length > 0;
  return [...added.slice(0, 1), ...(isMainReplaced ? stored.slice(1) : stored), ...added.slice(1)];
}

/** Stores the pictures after the main one, which is a column of the product. */
export async function savePictures(
  client: PoolClient,
  { productId, pictures }: { productId: number; pictures: readonly string[] },
): Promise<void> {
  await ProductPicture.query(client).where({ productId }).delete();
  const [, ...others] = pictures;
  if (others.length > 0) await run(INSERT_PICTURES, { productId, others }, client);
}

const INSERT_PICTURES = sql<{ productId: number; others: string[] }>(
  `INSERT INTO product_pictures (product_id, position, image)
   SELECT :productId, position, image FROM unnest(:others::text[]) WITH ORDINALITY AS listed (image, position)`,
);

/** The pictures that a change removed and that no order shows. */
export async function unusedPictures(client: PoolClient, before: ShopProduct, after: ShopProduct): Promise<string[]> {
  const unused: string[] = [];
  for (const image of before.pictures.filter((each) => !after.pictures.includes(each))) {
    const order = await OrderItem.query(client).where({ productId: before.id, image }).first();
    if (!order) unused.push(image);
  }
  return unused;
}
