import type { ProductChange } from '@haat/contract/api/product-forms.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { DomainError } from '../../errors.ts';

type Form = Pick<Partial<ProductChange>, 'category_id' | 'category' | 'subcategory'>;
type Wanted = { shopId: number; form: Form; product?: ShopProduct };

/**
 * The category that a form names, by its id or, as the spec's edit form does, by the names of category and subcategory;
 * undefined when it names none. A name that stands alone is put together with what the product has. Throws `invalid_input`
 * for one that the shop does not see. Spec sections 5 and 7.
 */
export async function findCategory(client: PoolClient, wanted: Wanted): Promise<number | undefined> {
  const { category_id: id, category, subcategory } = wanted.form;
  if (id !== undefined)
    return known(await client.query({ name: 'category', text: BY_ID, values: [wanted.shopId, id] }));
  if (category === undefined && subcategory === undefined) return undefined;
  const parent = category ?? wanted.product?.category;
  const isSameParent = category === undefined || category === wanted.product?.category;
  const child = subcategory ?? (isSameParent ? wanted.product?.subcategory : null);
  const values = [wanted.shopId, parent, child ?? null];
  return known(await client.query({ name: 'category-by-names', text: BY_NAMES, values }));
}

function known({ rows }: { rows: { id: number }[] }): number {
  if (!rows[0]) throw new DomainError('invalid_input', 'Invalid subcategory selected');
  return rows[0].id;
}

const BY_ID = 'SELECT id FROM categories WHERE id = $2 AND (shop_id IS NULL OR shop_id = $1)';

const BY_NAMES = `
  SELECT coalesce(child.id, parent.id) AS id
  FROM categories parent
  LEFT JOIN categories child ON child.parent_id = parent.id AND lower(child.name) = lower($3::text)
    AND (child.shop_id IS NULL OR child.shop_id = $1)
  WHERE parent.parent_id IS NULL AND lower(parent.name) = lower($2::text) AND (parent.shop_id IS NULL OR parent.shop_id = $1)
    AND ($3::text IS NULL OR child.id IS NOT NULL)
  ORDER BY child.shop_id NULLS LAST, parent.shop_id NULLS LAST LIMIT 1`;
