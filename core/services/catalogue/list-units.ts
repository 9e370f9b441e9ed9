import type { NamedView } from '@haat/contract/api/categories.schema';
import { database } from '../../db/database.ts';
import type { Session } from '../auth/session.ts';
import { findReadingShop } from './find-reading-shop.ts';

/** The units that all shops share and those of the reader's own shop, by name. Spec section 7. */
export async function listUnits({ by, shopId }: { by: Session; shopId?: number | undefined }): Promise<NamedView[]> {
  const { rows } = await database().pool.query<NamedView>({
    name: 'list-units',
    text: 'SELECT id, name FROM units WHERE shop_id IS NULL OR shop_id = $1 ORDER BY lower(name), id',
    values: [await findReadingShop(by, shopId)],
  });
  return rows;
}
