import type { ShopCategoryView } from '@haat/contract/catalog/categories-and-units.calls';
import type { ProductChange } from '@haat/contract/catalog/product-forms.calls';
import type { CategoryView, ShopProduct } from '@haat/contract/catalog/products.calls';
import type { PoolClient } from 'pg';
import type { Session } from '../accounts/session.ts';
import { findVisibleShop, type Manager, requireRight } from '../accounts/shop-rights.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { Category, Product } from '../db/catalog.models.ts';
import { many, one, run, sql } from '../db/database.ts';
import { CLOCK_TIME } from '../db/table.ts';
import { DomainError, invalidField } from '../errors.ts';
import { changeCatalog } from './change-catalog.ts';
import type { NameUse, OwnName, Replaced, Target } from './own-names.ts';
import { lockCatalog } from './variants.ts';

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

/**
 * The categories that a shop can use, in its order, each with the number of its products. Throws DomainError `forbidden` unless
 * the caller manages the shop.
 */
export async function listShopCategories(of: { by: Manager; shopId: number }): Promise<ShopCategoryView[]> {
  const { by, shopId } = of;
  requireRight('catalog', by, shopId);
  const rows = await many(LIST_OF_SHOP, { shopId });
  const below = (parent: number | null) => rows.filter(({ parentId }) => parentId === parent).map(toView);
  return below(null).map((category) => ({ ...category, children: below(category.id) }));
}

const toView = ({ id, name, own, position, products }: Row) => ({ id, name, own, position, products });

type Row = Omit<ShopCategoryView, 'children'> & { parentId: number | null };

const LIST_OF_SHOP = sql<{ shopId: number }, Row>(
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

const OF_CATEGORY = '(p.category_id = :id OR p.category_id IN (SELECT id FROM categories WHERE parent_id = :id))';

/** The categories of products. A category moves with its subcategories. */
export const CATEGORY_NAMES: NameUse = {
  lock: [sql(`SELECT FROM products p WHERE ${OF_CATEGORY} ORDER BY p.id FOR NO KEY UPDATE`)],
  countProducts: sql(`SELECT count(*)::int AS products FROM products p WHERE p.deleted_at IS NULL AND ${OF_CATEGORY}`),
  refuseEnd: refuseWhileCounted,
  move: moveCategory,
  deleteUnused: sql(
    `DELETE FROM categories c WHERE (c.id = :id OR c.parent_id = :id)
       AND NOT EXISTS (SELECT FROM products p WHERE p.category_id = c.id)
       AND NOT EXISTS (SELECT FROM categories child WHERE child.parent_id = c.id)`,
  ),
  hide: sql('UPDATE categories SET hidden_at = now() WHERE (id = :id OR parent_id = :id) AND hidden_at IS NULL'),
};

/** A stock take counts the products that its category has. */
async function refuseWhileCounted(client: PoolClient, id: number): Promise<void> {
  if ((await run(OPEN_STOCK_TAKE, { id }, client)) === 0) return;
  throw new DomainError('still_in_use', 'A stock take of this category is open. Finish or cancel it first.');
}

const OPEN_STOCK_TAKE = sql<{ id: number }>(
  `SELECT FROM stock_takes WHERE state = 'open'
     AND category_id IN (SELECT id FROM categories WHERE id = :id OR parent_id = :id)`,
);

/** Of two subcategories of one name, one is left. */
async function moveCategory(client: PoolClient, { id, shopId }: OwnName, target: Target | undefined) {
  if (!target) throw invalidField('into', 'must be another category of this shop');
  const into = target.id;
  if (into === id || target.parentId === id) throw invalidField('into', 'must not be this category or below it');
  if (target.parentId !== null && (await Category.query(client).findOne({ parentId: id }))) {
    throw invalidField('into', 'must be a category, because this one has subcategories');
  }
  // Of subcategories that the target has, too, only the products move.
  const twins = await many(TWINS, { id, into, shopId }, client);
  const replaced: Replaced[] = [...twins, { id, into }];
  for (const each of replaced) {
    await Product.query(client).where({ categoryId: each.id }).patch({ categoryId: each.into, updatedAt: CLOCK_TIME });
  }
  const others = Category.query(client).where({ parentId: id });
  await others
    .whereNotIn(
      'id',
      twins.map((twin) => twin.id),
    )
    .patch({ parentId: into });
  return replaced;
}

const TWINS = sql<{ id: number; into: number; shopId: number }, Replaced>(
  `SELECT DISTINCT ON (child.id) child.id, twin.id AS into
   FROM categories child JOIN categories twin ON twin.parent_id = :into AND lower(twin.name) = lower(child.name)
     AND (twin.shop_id IS NULL OR twin.shop_id = :shopId)
   WHERE child.parent_id = :id ORDER BY child.id, twin.shop_id NULLS FIRST`,
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
  if (id !== undefined) return idOf(await Category.query(client).findById(id).modify('usableIn', shopId));
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
