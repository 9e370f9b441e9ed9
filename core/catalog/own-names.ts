import type { NamedView } from '@haat/contract/catalog/products.calls';
import type { PoolClient } from 'pg';
import { tidyText } from '@haat/contract/tidy-text';
import type { Session } from '../accounts/session.ts';
import { findActingShop, may, type Manager } from '../accounts/shop-rights.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { Category } from '../db/catalog.models.ts';
import { inTransaction, one, run, type Sql, sql } from '../db/database.ts';
import { DomainError, invalidField } from '../errors.ts';
import { changeCatalog } from './change-catalog.ts';
import { CATEGORY_NAMES } from './categories.ts';
import { UNIT_NAMES } from './units.ts';
import { lockCatalog } from './variants.ts';

export type NameKind = 'category' | 'unit';

/** A category or unit of a shop. `parentId`: the category of a subcategory. */
export type OwnName = { id: number; shopId: number; parentId: number | null; name: string };
export type Target = Omit<OwnName, 'shopId'>;
export type Replaced = { id: number; into: number };

/** Where products have categories, or units, and how that is changed. */
export type NameUse = {
  /** Lock the products, and their variants, in the order in which they are saved. */
  lock: Sql<{ id: number }, never>[];
  countProducts: Sql<{ id: number }, { products: number }>;
  /** Throws `still_in_use` for one that can be neither merged nor removed now. */
  refuseEnd?: (client: PoolClient, id: number) => Promise<void>;
  /** Moves everything from one to another, and returns which are replaced. Throws for a target that it cannot be merged into. */
  move: (client: PoolClient, from: OwnName, target: Target | undefined) => Promise<Replaced[]>;
  deleteUnused: Sql<{ id: number }, never>;
  hide: Sql<{ id: number }, never>;
};

const USE: Record<NameKind, NameUse> = { category: CATEGORY_NAMES, unit: UNIT_NAMES };

type Change = { id: number; by: Session };

/**
 * Renames one of a shop's own categories or units. Throws DomainError `not_found` for the ones of other shops, `forbidden` for
 * shared ones, `edit_conflict` when its name is not `seen`, and `name_taken` with the one of that name, ignoring case and spaces,
 * as `existing`.
 */
export async function renameName(kind: NameKind, request: Change & { name: string; seen?: string | undefined }) {
  const { id, by, name, seen } = request;
  await changeCatalog(async (client) => {
    const before = await lockOwn(client, kind, { id, by });
    const { shopId, parentId } = before;
    if (seen !== undefined && seen !== tidyText(before.name)) {
      const text = `Someone else has renamed it to “${before.name}” in the meantime.`;
      throw new DomainError('edit_conflict', text, { current: { id, name: before.name } });
    }
    const existing = await one(TABLES[kind].findSimilar, { id, shopId, name, parentId }, client);
    if (existing) {
      throw new DomainError('name_taken', `A ${kind} named “${existing.name}” already exists.`, { existing });
    }
    if (name === before.name) return { shopId };
    await run(TABLES[kind].rename, { id, name }, client);
    // By its id, the screen of the activity log offers to restore the name.
    const what = { before: { name: before.name, [`${kind}_id`]: id }, after: { name } };
    await recordActivity(client, { shopId, actorId: by.actorId, action: `${kind}.renamed`, subject: name, ...what });
    return { shopId };
  });
  return { id, name };
}

/**
 * Moves all that has one of a shop's own categories or units to another one and removes it. Returns how many products were moved.
 * Throws DomainError `not_found` and `forbidden` as `renameName` does, and `invalid_input` for a target that the shop cannot use.
 */
export async function mergeName(kind: NameKind, { id, by, into }: Change & { into: number }): Promise<number> {
  const merged = await changeCatalog(async (client) => {
    const own = await lockOwn(client, kind, { id, by });
    const { shopId, name: subject } = own;
    await USE[kind].refuseEnd?.(client, id);
    const target = await one(TABLES[kind].lockTarget, { id: into, shopId }, client);
    const products = await countProducts(client, kind, id);
    for (const replaced of await USE[kind].move(client, own, target)) {
      // One of the shop's own that was removed before is offered again.
      await run(TABLES[kind].show, { id: replaced.into }, client);
      await run(TABLES[kind].delete, { id: replaced.id }, client);
    }
    const what = { before: { name: subject, [`${kind}_id`]: id }, after: { name: target?.name, products } };
    await recordActivity(client, { shopId, actorId: by.actorId, action: `${kind}.merged`, subject, ...what });
    return { shopId, products };
  });
  return merged.products;
}

/**
 * Removes one of a shop's own categories with its subcategories, or units; one that only deleted products have is hidden, so that
 * they have it again when they are restored. Throws DomainError `not_found` and `forbidden` as `renameName` does, and
 * `still_in_use` for one with products.
 */
export async function removeName(kind: NameKind, { id, by }: Change): Promise<void> {
  await changeCatalog(async (client) => {
    const { shopId, name: subject } = await lockOwn(client, kind, { id, by });
    await USE[kind].refuseEnd?.(client, id);
    const products = await countProducts(client, kind, id);
    if (products > 0)
      throw new DomainError('still_in_use', `“${subject}” has products. Move them first.`, { products });
    // The first time the subcategories, then the category.
    await run(USE[kind].deleteUnused, { id }, client);
    await run(USE[kind].deleteUnused, { id }, client);
    await run(USE[kind].hide, { id }, client);
    const before = { [`${kind}_id`]: id };
    await recordActivity(client, { shopId, actorId: by.actorId, action: `${kind}.removed`, subject, before });
    return { shopId };
  });
}

async function countProducts(client: PoolClient, kind: NameKind, id: number): Promise<number> {
  return (await one(USE[kind].countProducts, { id }, client))?.products ?? 0;
}

/**
 * Locks the products with the name, the catalog, and the name, in the order in which products are saved. Throws as `checkOwner`
 * does.
 */
async function lockOwn(client: PoolClient, kind: NameKind, { id, by }: Change): Promise<OwnName> {
  const { shopId } = checkOwner(await one(TABLES[kind].find, { id }, client), by);
  for (const statement of USE[kind].lock) await run(statement, { id }, client);
  await lockCatalog(client, shopId);
  return checkOwner(await one(TABLES[kind].lock, { id }, client), by);
}

type Found = Omit<OwnName, 'shopId'> & { shopId: number | null };

/** Throws DomainError `not_found` for one that does not exist or is another shop's, and `forbidden` for a shared one. */
function checkOwner(found: Found | undefined, by: Manager): OwnName {
  if (!found || (found.shopId !== null && !may('catalog', by, found.shopId)))
    throw new DomainError('not_found', 'Not found');
  if (found.shopId === null) {
    throw new DomainError('forbidden', 'All shops share this name. Only the operator of the platform can change it.');
  }
  return { ...found, shopId: found.shopId };
}

type Creation = { by: Session; name: string; parentId?: number | null | undefined; shopId?: number | undefined };

/**
 * Adds a category, or a subcategory of `parentId`, or a unit of the shop's own, which no other shop sees. One of that name that the
 * shop can use already is returned instead. Throws DomainError `not_found` for a parent that the shop cannot use, `invalid_input`
 * for a parent that is a subcategory, and what `findActingShop` does.
 */
export async function createName(
  kind: NameKind,
  { by, name, parentId, shopId: inShop }: Creation,
): Promise<NameResult> {
  const shopId = await findActingShop('catalog', by, inShop);
  return inTransaction(async (client) => {
    if (typeof parentId === 'number') {
      const parent = await Category.query(client).findById(parentId).modify('usableIn', shopId);
      if (!parent) throw new DomainError('not_found', 'Category not found');
      if (parent.parentId !== null) throw invalidField('parent_id', 'must be a category, not a subcategory');
    }
    return findOrAddName(client, kind, { shopId, actorId: by.actorId, name, parentId });
  });
}

type NewName = { shopId: number; actorId: number; name: string; parentId?: number | null | undefined };
type NameResult = { named: NamedView; isNew: boolean };

/**
 * The category or unit of that name, ignoring case, below `parentId` if there is one: one that all shops share, the shop's own, or
 * a new one.
 */
export async function findOrAddName(client: PoolClient, kind: NameKind, wanted: NewName): Promise<NameResult> {
  const { shopId, actorId, name, parentId = null } = wanted;
  const key = { shopId, name, parentId };
  const found = await one(TABLES[kind].findNamed, key, client);
  if (found) {
    // One of the shop's own that was removed while deleted products had it.
    await run(TABLES[kind].show, { id: found.id }, client);
    return { named: found, isNew: false };
  }
  const added = await one(TABLES[kind].add, key, client);
  if (added) {
    await recordActivity(client, { shopId, actorId, action: `${kind}.added`, subject: added.name });
    return { named: added, isNew: true };
  }
  // A concurrent request of the same shop has just added it.
  const concurrent = await one(TABLES[kind].findNamed, key, client);
  if (!concurrent) throw new Error(`A ${kind} can be neither found nor added`);
  return { named: concurrent, isNew: false };
}

type Key = { shopId: number; name: string; parentId: number | null };

function statements(table: 'categories' | 'units') {
  const [parent, isBelow] =
    table === 'categories'
      ? ['parent_id', 'parent_id IS NOT DISTINCT FROM :parentId']
      : ['NULL::bigint AS parent_id', ':parentId::bigint IS NULL'];
  const isOffered = '(shop_id = :shopId OR shop_id IS NULL AND hidden_at IS NULL)';
  const find = `SELECT id, shop_id, ${parent}, name FROM ${table} WHERE id = :id`;
  return {
    find: sql<{ id: number }, Found>(find),
    lock: sql<{ id: number }, Found>(`${find} FOR UPDATE`),
    lockTarget: sql<{ id: number; shopId: number }, Target>(`${find} AND ${isOffered} FOR KEY SHARE`),
    /** Another one whose name looks the same. */
    findSimilar: sql<Key & { id: number }, NamedView>(
      `SELECT id, name FROM ${table} WHERE ${isOffered} AND id <> :id AND ${isBelow}
         AND lower(regexp_replace(btrim(name), '\\s+', ' ', 'g')) = lower(:name)
       ORDER BY shop_id NULLS FIRST LIMIT 1`,
    ),
    findNamed: sql<Key, NamedView>(
      `SELECT id, name FROM ${table}
       WHERE (shop_id IS NULL OR shop_id = :shopId) AND ${isBelow} AND lower(name) = lower(:name)
       ORDER BY shop_id NULLS LAST LIMIT 1`,
    ),
    add: sql<Key, NamedView>(
      `INSERT INTO ${table} (shop_id, name${table === 'categories' ? ', parent_id' : ''})
       VALUES (:shopId, :name${table === 'categories' ? ', :parentId' : ''}) ON CONFLICT DO NOTHING RETURNING id, name`,
    ),
    rename: sql<{ id: number; name: string }>(`UPDATE ${table} SET name = :name WHERE id = :id`),
    show: sql<{ id: number }>(
      `UPDATE ${table} SET hidden_at = NULL WHERE id = :id AND shop_id IS NOT NULL AND hidden_at IS NOT NULL`,
    ),
    delete: sql<{ id: number }>(`DELETE FROM ${table} WHERE id = :id`),
  };
}

const TABLES = { category: statements('categories'), unit: statements('units') };
