import type { ProductChange } from '@haat/contract/catalog/product-forms.calls';
import type { CategoryView, NamedView, ShopProduct } from '@haat/contract/catalog/products.calls';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, sql } from '../db/database.ts';
import { Category } from '../db/catalog.models.ts';
import { DomainError, invalidField } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import type { Session } from '../accounts/session.ts';
import { findActingShop, findVisibleShop } from '../accounts/shop-rights.ts';

type Reading = { by: Session; shopId?: number | undefined };

/**
 * The shared categories and the ones of the reader's shop, with their subcategories, in the shop's order and then by name.
 * Hidden categories only if they have a product of the shop.
 */
export async function listCategories({ by, shopId }: Reading): Promise<CategoryView[]> {
  const rows = await many(LIST, { shopId: await findVisibleShop(by, shopId) });
  return rows.map(({ position, ...category }) => (position === null ? category : { ...category, position }));
}

const positionOf = (category: string) => `array_position((SELECT category_order FROM placed), ${category}.id)`;

const LIST = sql<{ shopId: number | undefined }, CategoryView & { position: number | null }>(
  `WITH used AS (
     SELECT hidden.id, hidden.parent_id FROM categories hidden LEFT JOIN categories top ON top.id = hidden.parent_id
     WHERE coalesce(hidden.hidden_at, top.hidden_at) IS NOT NULL AND EXISTS (
       SELECT FROM products p WHERE p.category_id = hidden.id AND p.shop_id = :shopId AND p.deleted_at IS NULL)
   ), placed AS (SELECT category_order FROM catalogs WHERE shop_id = :shopId)
   SELECT c.id, c.name, ${positionOf('c')} AS position, coalesce(
     (SELECT json_agg(json_strip_nulls(json_build_object('id', child.id, 'name', child.name, 'position', ${positionOf('child')}))
        ORDER BY ${positionOf('child')}, lower(child.name), child.id)
      FROM categories child WHERE child.parent_id = c.id AND (child.shop_id IS NULL OR child.shop_id = :shopId)
        AND (child.hidden_at IS NULL OR EXISTS (SELECT FROM used WHERE used.id = child.id))), '[]'
   ) AS children
   FROM categories c WHERE c.parent_id IS NULL AND (c.shop_id IS NULL OR c.shop_id = :shopId)
     AND (c.hidden_at IS NULL OR EXISTS (SELECT FROM used WHERE c.id IN (used.id, used.parent_id)))
   ORDER BY position NULLS LAST, lower(c.name), c.id`,
);

type NewCategory = { by: Session; name: string; parentId?: number | null | undefined; shopId?: number | undefined };
type CategoryResult = { category: NamedView; isNew: boolean };

/**
 * Adds a category, or a subcategory of `parentId`, of the shop's own, which no other shop sees. One of that name that the
 * shop can use already is returned instead. Throws DomainError `not_found` for a parent that the shop cannot use,
 * `invalid_input` for a parent that is a subcategory, and what `findActingShop` does.
 */
export async function createCategory({ by, name, parentId, shopId: named }: NewCategory): Promise<CategoryResult> {
  const shopId = await findActingShop('catalog', by, named);
  return inTransaction(async (client) => {
    if (typeof parentId === 'number') await checkParent(client, parentId, shopId);
    return findOrAddCategory(client, { shopId, actorId: by.actorId, name, parentId });
  });
}

async function checkParent(client: PoolClient, id: number, shopId: number): Promise<void> {
  const parent = await findUsable(client, id, shopId);
  if (!parent) throw new DomainError('not_found', 'Category not found');
  if (parent.parentId !== null) throw invalidField('parent_id', 'must be a category, not a subcategory');
}

const findUsable = (client: PoolClient, id: number, shopId: number) =>
  Category.query(client).findById(id).modify('usableIn', shopId);

type NamedCategory = { shopId: number; actorId: number; name: string; parentId?: number | null | undefined };

/**
 * The category of that name, ignoring case, below `parentId` if there is one: one that all shops share, the shop's own, or
 * a new one.
 */
export async function findOrAddCategory(client: PoolClient, named: NamedCategory): Promise<CategoryResult> {
  const { shopId, actorId, name, parentId } = named;
  const key = { shopId, name, parentId: parentId ?? null };
  const found = await one(FIND_NAMED, key, client);
  if (found) {
    // One of the shop's own that was removed while deleted products had it.
    await Category.query(client)
      .findById(found.id)
      .whereNotNull('shopId')
      .whereNotNull('hiddenAt')
      .patch({ hiddenAt: null });
    return { category: found, isNew: false };
  }
  const added = await one(ADD, key, client);
  if (added) {
    await recordActivity(client, { shopId, actorId, action: 'category.added', subject: added.name });
    return { category: added, isNew: true };
  }
  // A concurrent request of the same shop has just added it.
  const concurrent = await one(FIND_NAMED, key, client);
  if (!concurrent) throw new Error('A category can be neither found nor added');
  return { category: concurrent, isNew: false };
}

type Key = { shopId: number; name: string; parentId: number | null };

const FIND_NAMED = sql<Key, NamedView>(
  `SELECT id, name FROM categories
   WHERE (shop_id IS NULL OR shop_id = :shopId) AND parent_id IS NOT DISTINCT FROM :parentId
     AND lower(name) = lower(:name)
   ORDER BY shop_id NULLS LAST LIMIT 1`,
);

const ADD = sql<Key, NamedView>(
  `INSERT INTO categories (shop_id, parent_id, name) VALUES (:shopId, :parentId, :name)
   ON CONFLICT DO NOTHING RETURNING id, name`,
);

type Form = Pick<Partial<ProductChange>, 'category_id' | 'category' | 'subcategory'>;
type InForm = { shopId: number; form: Form; product?: ShopProduct };

/**
 * The category that a form names, by its id or by the names of category and subcategory; undefined when it names none. A missing
 * name is taken from the product, a subcategory only within the same category. Throws `invalid_input` for a category that the
 * shop cannot use.
 */
export async function findCategory(client: PoolClient, { shopId, form, product }: InForm): Promise<number | undefined> {
  const { category_id: id, category, subcategory } = form;
  if (id !== undefined) return idOf(await findUsable(client, id, shopId));
  if (category === undefined && subcategory === undefined) return undefined;
  const parent = category ?? product?.category;
  const isSameParent = category === undefined || category === product?.category;
  const child = subcategory ?? (isSameParent ? product?.subcategory : null) ?? null;
  return idOf(await one(BY_NAMES, { shopId, parent, child }, client));
}

function idOf(found: { id: number } | undefined): number {
  if (!found) throw new DomainError('invalid_input', 'Invalid subcategory selected');
  return found.id;
}

const BY_NAMES = sql<{ shopId: number; parent: string | null | undefined; child: string | null }, { id: number }>(
  `SELECT coalesce(child.id, parent.id) AS id
   FROM categories parent
   LEFT JOIN categories child ON child.parent_id = parent.id AND lower(child.name) = lower(:child::text)
     AND (child.shop_id IS NULL OR child.shop_id = :shopId)
   WHERE parent.parent_id IS NULL AND lower(parent.name) = lower(:parent::text)
     AND (parent.shop_id IS NULL OR parent.shop_id = :shopId) AND (:child::text IS NULL OR child.id IS NOT NULL)
   ORDER BY child.shop_id NULLS LAST, parent.shop_id NULLS LAST LIMIT 1`,
);
