import type { PoolClient } from 'pg';
import { one, run, sql } from '../../db/database.ts';
import { Product } from '../../db/catalog.models.ts';
import { CLOCK_TIME } from '../../db/table.ts';
import { DomainError } from '../../errors.ts';
import { discardPicture, removePicture, storeProductPicture } from '../../pictures/store-picture.ts';
import { countUse, type Limit } from '../../rate-limit/limit.ts';
import type { Session } from '../../accounts/session.ts';
import { requireRight } from '../../accounts/shop-rights.ts';
import { changeCatalog } from '../change-catalog.ts';
import { lockProduct } from '../product.ts';
import { lockOpenImport } from './picture-import-record.ts';

const LIMIT: Limit = { name: 'picture-import', points: 4_000, seconds: 3600 };

type Importing = { by: Session; shopId: number; id: number; productId: number; picture: Buffer };
export type ImportedPicture = { product_id: number; image: string };

/**
 * Makes a picture the main one of a product, as part of an import; the others stay. The picture that it replaces is stored as
 * long as the import can be undone. A repeated call for the same product changes nothing. Throws DomainError `not_found` for
 * products of other shops, `forbidden`, `import_conflict` for an import of another shop or one that was finished or undone,
 * `rate_limited`, and what `storeProductPicture` throws.
 */
export async function importPicture(importing: Importing): Promise<ImportedPicture> {
  const { by, shopId, id, productId, picture } = importing;
  requireRight('catalog', by, shopId);
  const stored = await one(FIND_STORED, { id, shopId, productId });
  if (stored) return { product_id: productId, image: stored.image };
  await countUse(LIMIT, String(by.userId));
  const path = await storeProductPicture(picture);
  try {
    const { image } = await changeCatalog((client) => replaceMainPicture(client, { ...importing, path }));
    // A concurrent call was first.
    if (image !== path) await removePicture(path);
    return { product_id: productId, image };
  } catch (error) {
    await discardPicture(path, error);
    throw error;
  }
}

const FIND_STORED = sql<{ id: number; shopId: number; productId: number }, { image: string }>(
  `SELECT f.image FROM imported_pictures f JOIN picture_imports i ON i.id = f.import_id
   WHERE i.id = :id AND i.shop_id = :shopId AND f.product_id = :productId`,
);

type Replacing = Omit<Importing, 'picture'> & { path: string };

async function replaceMainPicture(client: PoolClient, { by, shopId, id, productId, path }: Replacing) {
  // Before the product, as undoing does.
  await lockOpenImport(client, { id, shopId });
  const stored = await one(FIND_STORED, { id, shopId, productId }, client);
  if (stored) return { shopId, image: stored.image };
  const { product } = await lockProduct(client, { id: productId, by });
  if (product.shopId !== shopId) throw new DomainError('not_found', 'Product not found');
  await run(RECORD, { id, productId, path }, client);
  await Product.query(client).findById(productId).patch({ image: path, updatedAt: CLOCK_TIME });
  return { shopId, image: path };
}

const RECORD = sql<{ id: number; productId: number; path: string }>(
  `INSERT INTO imported_pictures (import_id, product_id, former_image, image)
   SELECT :id::bigint, id, image, :path::text FROM products WHERE id = :productId`,
);
