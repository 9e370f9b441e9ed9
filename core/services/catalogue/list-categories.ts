import type { CategoryView } from '@haat/contract/api/categories.schema';
import { database } from '../../db/database.ts';
import type { Session } from '../auth/session.ts';
import { findReadingShop } from './find-reading-shop.ts';

type Reading = { by: Session; shopId?: number | undefined };

/** The categories that all shops share and those of the reader's own shop, with their subcategories, by name. Spec section 7. */
export async function listCategories({ by, shopId }: Reading): Promise<CategoryView[]> {
  const { rows } = await database().pool.query<CategoryView>({
    name: 'list-categories',
    text: LIST,
    values: [await findReadingShop(by, shopId)],
  });
  return rows;
}

const LIST = `
  SELECT c.id, c.name, coalesce(
    (SELECT json_agg(json_build_object('id', child.id, 'name', child.name) ORDER BY lower(child.name), child.id)
     FROM categories child WHERE child.parent_id = c.id AND (child.shop_id IS NULL OR child.shop_id = $1)), '[]'
  ) AS children
  FROM categories c WHERE c.parent_id IS NULL AND (c.shop_id IS NULL OR c.shop_id = $1)
  ORDER BY lower(c.name), c.id`;
