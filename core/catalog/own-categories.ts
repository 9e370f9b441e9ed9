import type { ShopCategoryView } from '@haat/contract/catalog/categories-and-units.calls';
import type { NamedView } from '@haat/contract/catalog/products.calls';
import type { PoolClient } from 'pg';
import { many, one, run, sql } from '../db/database.ts';
import { Category, Product } from '../db/catalog.models.ts';
import { CLOCK_TIME } from '../db/table.ts';
import { DomainError, invalidField } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import type { Session } from '../accounts/session.ts';
import { type Manager, requireRight } from '../accounts/shop-rights.ts';
import { changeCatalog } from './change-catalog.ts';
import { checkOwner, nameTaken, type OwnName, refuseSeen, singleSpaced } from './own-names.ts';
import { lockCatalog } from './variants.ts';

/**
 * The categories that a shop can use, in its order, each with the number of its products. Throws DomainError `forbidden` unless
 * the caller manages the shop.
 */
export async function listShopCategories(of: { by: Manager; shopId: number }): Promise<ShopCategoryView[]> {
  const { by, shopId } = of;
  requireRight('catalog', by, shopId);
  const rows = await many(LIST, { shopId });
  const below = (parent: number | null) => rows.filter(({ parentId }) => parentId === parent).map(toView);
  return below(null).map((category) => ({ ...category, children: below(category.id) }));
}

const toView = ({ id, name, own, position, products }: Row) => ({ id, name, own, position, products });

type Row = Omit<ShopCategoryView, 'children'> & { parentId: number | null };

const LIST = sql<{ shopId: number }, Row>(
  `WITH used AS (
     SELECT category_id, count(*)::int AS products FROM products WHERE shop_id = :shopId AND deleted_at IS NULL
     GROUP BY category_id
   ), placed AS (SELECT category_order FROM catalogs WHERE shop_id = :shopId)
   SELECT c.id, c.parent_id, c.name, c.shop_id IS NOT NULL AS own, coalesce(used.products, 0) AS products,
     array_position((SELECT category_order FROM placed), c.id) AS position
   FROM categories c LEFT JOIN used ON used.category_id = c.id
   WHERE (c.shop_id IS NULL OR c.shop_id = :shopId)
     AND (c.hidden_at IS NULL OR used.products > 0 OR EXISTS (
       SELECT FROM categories child JOIN used below ON below.category_id = child.id WHERE child.parent_id = c.id))
   ORDER BY position NULLS LAST, lower(c.name), c.id`,
);

type Ordering = { by: Manager; shopId: number; categories: readonly number[]; actorId: number };

/**
 * Sets the order of a shop's categories and subcategories; omitted ones follow by name. Throws DomainError `forbidden`, and
 * `invalid_input` for one that the shop cannot use.
 */
export async function orderCategories({ by, shopId, categories, actorId }: Ordering): Promise<void> {
  requireRight('catalog', by, shopId);
  await changeCatalog(async (client) => {
    await lockCatalog(client, shopId);
    const usable = await Category.query(client)
      .whereIn('id', [...categories])
      .modify('usableIn', shopId)
      .resultSize();
    if (usable !== categories.length) throw invalidField('categories', 'has a category that this shop does not have');
    const before = await one(ORDER, { shopId }, client);
    await run(SET_ORDER, { shopId, categories }, client);
    const after = await one(ORDER, { shopId }, client);
    const [from, to] = [before?.names ?? [], after?.names ?? []];
    if (from.join('\n') !== to.join('\n')) {
      const what = { before: { order: from }, after: { order: to } };
      await recordActivity(client, { shopId, actorId, action: 'category.ordered', ...what });
    }
    return { shopId };
  });
}

type Order = { shopId: number; categories: readonly number[] };

const SET_ORDER = sql<Order>(
  'UPDATE catalogs SET category_order = :categories::bigint[], version = version + 1 WHERE shop_id = :shopId',
);

const ORDER = sql<{ shopId: number }, { names: string[] }>(
  `SELECT ARRAY(
     SELECT c.name FROM unnest(category_order) WITH ORDINALITY AS placed (id, position) JOIN categories c ON c.id = placed.id
     WHERE c.parent_id IS NULL ORDER BY placed.position) AS names
   FROM catalogs WHERE shop_id = :shopId`,
);

type Change = { id: number; by: Session };

/**
 * Renames one of a shop's own categories. Throws DomainError `not_found` for categories of other shops, `forbidden` for shared
 * ones, `edit_conflict` when its name is not `seen`, and `name_taken` with the category of that name, ignoring case and spaces,
 * as `existing`.
 */
export async function renameCategory({ id, by, ...names }: Change & { name: string; seen?: string | undefined }) {
  const name = singleSpaced(names.name);
  const changed = await changeCatalog(async (client) => {
    const { shopId, ...before } = await lockOwn(client, { id, by });
    refuseSeen(before, names.seen);
    const existing = await one(FIND_NAMED, { id, shopId, name, parentId: before.parentId }, client);
    if (existing) throw nameTaken('category', existing);
    if (name === before.name) return { shopId, category: { id, name } };
    await Category.query(client).findById(id).patch({ name });
    // By its id, the screen of the activity log offers to restore the name.
    const what = { before: { name: before.name, category_id: id }, after: { name } };
    await recordActivity(client, { shopId, actorId: by.actorId, action: 'category.renamed', subject: name, ...what });
    return { shopId, category: { id, name } };
  });
  return changed.category;
}

const FIND_NAMED = sql<{ id: number; shopId: number; name: string; parentId: number | null }, NamedView>(
  `SELECT id, name FROM categories
   WHERE (shop_id = :shopId OR shop_id IS NULL AND hidden_at IS NULL) AND id <> :id
     AND parent_id IS NOT DISTINCT FROM :parentId
     AND lower(regexp_replace(btrim(name), '\\s+', ' ', 'g')) = lower(:name)
   ORDER BY shop_id NULLS FIRST LIMIT 1`,
);

/**
 * Moves the products and subcategories of one of a shop's own categories into another one and removes it; of two
 * subcategories of one name, one is left. Returns how many products were moved. Throws DomainError `not_found` and `forbidden`
 * as `renameCategory` does, and `invalid_input` for a target that the shop cannot use or that is below it.
 */
export async function mergeCategories({ id, by, into }: Change & { into: number }): Promise<number> {
  const merged = await changeCatalog(async (client) => {
    const { shopId, ...own } = await lockOwn(client, { id, by });
    await refuseWhileCounted(client, id);
    const target = await one(TARGET, { id: into, shopId }, client);
    if (!target) throw invalidField('into', 'must be another category of this shop');
    if (into === id || target.parentId === id) throw invalidField('into', 'must not be this category or below it');
    if (target.parentId !== null && (await Category.query(client).findOne({ parentId: id }))) {
      throw invalidField('into', 'must be a category, because this one has subcategories');
    }
    // Of subcategories that the target has, too, only the products move.
    const twins = await many(TWINS, { id, into, shopId }, client);
    const products = await movedProducts(client, id);
    for (const twin of twins) await moveInto(client, { id: twin.id, into: twin.twinId });
    await Category.query(client).where({ parentId: id }).patch({ parentId: into });
    await moveInto(client, { id, into });
    const what = { before: { name: own.name, category_id: id }, after: { name: target.name, products } };
    await recordActivity(client, {
      shopId,
      actorId: by.actorId,
      action: 'category.merged',
      subject: own.name,
      ...what,
    });
    return { shopId, products };
  });
  return merged.products;
}

/** A stock take counts the products that its category has. */
async function refuseWhileCounted(client: PoolClient, id: number): Promise<void> {
  if ((await run(OPEN_STOCK_TAKE, { id }, client)) === 0) return;
  throw new DomainError('still_in_use', 'A stock take of this category is open. Finish or cancel it first.');
}

const OPEN_STOCK_TAKE = sql<{ id: number }>(
  `SELECT FROM stock_takes WHERE state = 'open'
     AND category_id IN (SELECT id FROM categories WHERE id = :id OR parent_id = :id)`,
);

async function movedProducts(client: PoolClient, id: number): Promise<number> {
  return (await one(COUNT_PRODUCTS, { id }, client))?.products ?? 0;
}

async function moveInto(client: PoolClient, { id, into }: { id: number; into: number }): Promise<void> {
  await Product.query(client).where({ categoryId: id }).patch({ categoryId: into, updatedAt: CLOCK_TIME });
  // An own category that was removed before is offered again.
  await Category.query(client).findById(into).whereNotNull('shopId').whereNotNull('hiddenAt').patch({ hiddenAt: null });
  await Category.query(client).deleteById(id);
}

const OF_CATEGORY = '(p.category_id = :id OR p.category_id IN (SELECT id FROM categories WHERE parent_id = :id))';

const COUNT_PRODUCTS = sql<{ id: number }, { products: number }>(
  `SELECT count(*)::int AS products FROM products p WHERE p.deleted_at IS NULL AND ${OF_CATEGORY}`,
);

const TARGET = sql<{ id: number; shopId: number }, NamedView & { parentId: number | null }>(
  `SELECT id, name, parent_id FROM categories
   WHERE id = :id AND (shop_id = :shopId OR shop_id IS NULL AND hidden_at IS NULL) FOR KEY SHARE`,
);

const TWINS = sql<{ id: number; into: number; shopId: number }, { id: number; twinId: number }>(
  `SELECT DISTINCT ON (child.id) child.id, twin.id AS twin_id
   FROM categories child JOIN categories twin ON twin.parent_id = :into AND lower(twin.name) = lower(child.name)
     AND (twin.shop_id IS NULL OR twin.shop_id = :shopId)
   WHERE child.parent_id = :id ORDER BY child.id, twin.shop_id NULLS FIRST`,
);

/**
 * Removes one of a shop's own categories with its subcategories; one that only deleted products have is hidden, so that they
 * have it again when they are restored. Throws DomainError `not_found` and `forbidden` as `renameCategory` does, and
 * `still_in_use` for one with products.
 */
export async function removeCategory({ id, by }: Change): Promise<void> {
  await changeCatalog(async (client) => {
    const { shopId, name } = await lockOwn(client, { id, by });
    await refuseWhileCounted(client, id);
    const products = await movedProducts(client, id);
    if (products > 0) throw new DomainError('still_in_use', `“${name}” has products. Move them first.`, { products });
    await run(DELETE_UNUSED, { id }, client);
    await run(DELETE_UNUSED, { id }, client);
    await run(HIDE, { id }, client);
    await recordActivity(client, {
      shopId,
      actorId: by.actorId,
      action: 'category.removed',
      subject: name,
      before: { category_id: id },
    });
    return { shopId };
  });
}

// The first time the subcategories, then the category.
const DELETE_UNUSED = sql<{ id: number }>(
  `DELETE FROM categories c WHERE (c.id = :id OR c.parent_id = :id)
     AND NOT EXISTS (SELECT FROM products p WHERE p.category_id = c.id)
     AND NOT EXISTS (SELECT FROM categories child WHERE child.parent_id = c.id)`,
);

const HIDE = sql<{ id: number }>(
  'UPDATE categories SET hidden_at = now() WHERE (id = :id OR parent_id = :id) AND hidden_at IS NULL',
);

type OwnCategory = OwnName & { parentId: number | null };

/**
 * Locks a category of a shop with its products, in the order in which products are saved: products, catalog, category. Throws
 * what `checkOwner` does.
 */
async function lockOwn(client: PoolClient, { id, by }: Change): Promise<OwnCategory> {
  const { shopId } = checkOwner(await Category.query(client).findById(id), by);
  await run(LOCK_PRODUCTS, { id }, client);
  await lockCatalog(client, shopId);
  return checkOwner(await one(LOCK, { id }, client), by);
}

const LOCK_PRODUCTS = sql<{ id: number }>(
  `SELECT FROM products p WHERE ${OF_CATEGORY} ORDER BY p.id FOR NO KEY UPDATE`,
);

const LOCK = sql<{ id: number }, OwnCategory>(
  'SELECT id, shop_id, parent_id, name FROM categories WHERE id = :id FOR UPDATE',
);
