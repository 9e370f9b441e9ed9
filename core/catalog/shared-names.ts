import type { CatalogKind, HindiNamesView } from '@haat/contract/catalog/catalog.calls';
import type { PoolClient } from 'pg';
import { inRetriedTransaction, many, one, sql } from '../db/database.ts';
import { DomainError, invalidField } from '../errors.ts';
import { differences, recordActivity } from '../activity/activity-log.ts';
import { signalCatalog } from './change-catalog.ts';
import { lockSharedCatalog, mergeOwnNames } from './merge-own-names.ts';

/** A category, unit, size or colour of the shared catalog. */
export type SharedName = {
  id: number;
  name: string;
  nameHi: string | null;
  parentId: number | null;
  isHidden: boolean;
  isShipped: boolean;
};

const hasShops = (kind: CatalogKind): boolean => kind === 'categories' || kind === 'units';

const columns = (kind: CatalogKind) =>
  `id, name, name_hi, ${kind === 'categories' ? 'parent_id' : 'NULL::bigint AS parent_id'},
   hidden_at IS NOT NULL AS is_hidden, key IS NOT NULL AS is_shipped`;

const statements = (kind: CatalogKind) => {
  const isShared = hasShops(kind) ? 'shop_id IS NULL' : 'true';
  return {
    list: sql<object, SharedName>(`SELECT ${columns(kind)} FROM ${kind} WHERE ${isShared} ORDER BY lower(name), id`),
    lock: sql<{ id: number }, SharedName>(
      `SELECT ${columns(kind)} FROM ${kind} WHERE id = :id AND ${isShared} FOR NO KEY UPDATE`,
    ),
    add: sql<Addition, SharedName>(
      `INSERT INTO ${kind} (name, name_hi, edited_at${kind === 'categories' ? ', parent_id' : ''})
       SELECT :name::text, :nameHi::text, now()${kind === 'categories' ? ', :parentId::bigint' : ''}
       ON CONFLICT DO NOTHING RETURNING ${columns(kind)}`,
    ),
    find: sql<{ name: string; parentId: number | null; id: number | null }, { id: number }>(
      `SELECT id FROM ${kind} WHERE ${isShared} AND lower(name) = lower(:name::text) AND id IS DISTINCT FROM :id::bigint
       AND ${kind === 'categories' ? 'parent_id' : 'NULL::bigint'} IS NOT DISTINCT FROM :parentId::bigint LIMIT 1`,
    ),
    change: sql<Pick<SharedName, 'id' | 'name' | 'nameHi' | 'isHidden'>, SharedName>(
      `UPDATE ${kind} SET name = :name, name_hi = :nameHi, edited_at = now(),
         hidden_at = CASE WHEN :isHidden::boolean THEN coalesce(hidden_at, now()) END
       WHERE id = :id RETURNING ${columns(kind)}`,
    ),
  };
};

type Addition = { name: string; nameHi: string | null; parentId: number | null };

const OF: Record<CatalogKind, ReturnType<typeof statements>> = {
  categories: statements('categories'),
  units: statements('units'),
  sizes: statements('sizes'),
  colors: statements('colors'),
};

/** The names of that kind that all shops share, hidden ones included. */
export const listSharedNames = (kind: CatalogKind): Promise<SharedName[]> => many(OF[kind].list, {});

type New = {
  kind: CatalogKind;
  actorId: number;
  fields: { name: string; name_hi?: string | null | undefined; parent_id?: number | null | undefined };
};

/**
 * Adds a shared category, subcategory, unit, size or colour. Categories and units of that name that shops have made become
 * this one. Throws `invalid_input` for a name that is taken and for a parent that is no category.
 */
export async function addSharedName({ kind, actorId, fields }: New): Promise<SharedName> {
  const { name, name_hi: nameHi = null, parent_id: parentId = null } = fields;
  const shared = await inRetriedTransaction(async (client) => {
    await lockSharedCatalog(client);
    if (parentId !== null) await checkParent(client, kind, parentId);
    await refuseTaken(client, kind, { name, parentId, id: null });
    const added = await one(OF[kind].add, { name, nameHi, parentId }, client);
    if (!added) throw nameTaken();
    await recordActivity(client, { shopId: null, actorId, action: 'catalog.added', subject: name });
    return added;
  });
  // In a later transaction: the locks of the name's trigger must come after the locks of the products moved to it.
  await inRetriedTransaction(mergeOwnNames);
  return shared;
}

async function checkParent(client: PoolClient, kind: CatalogKind, parentId: number): Promise<void> {
  const parent = kind === 'categories' ? await one(OF.categories.lock, { id: parentId }, client) : undefined;
  if (!parent || parent.parentId !== null) throw invalidField('parent_id', 'must be a shared category');
}

type Naming = { name: string; parentId: number | null; id: number | null };

async function refuseTaken(client: PoolClient, kind: CatalogKind, naming: Naming): Promise<void> {
  if (await one(OF[kind].find, naming, client)) throw nameTaken();
}

const nameTaken = () => invalidField('name', 'is already in the catalog');

type Change = {
  kind: CatalogKind;
  id: number;
  actorId: number;
  change: { name?: string | undefined; name_hi?: string | null | undefined; hidden?: boolean | undefined };
};

/**
 * Renames, hides or shows a shared name. A hidden one is no longer offered; products that have it are not affected, and a new
 * version of Haat does not bring it back. Throws `not_found`, and `invalid_input` for a name that is taken.
 */
export async function changeSharedName({ kind, id, actorId, change }: Change): Promise<SharedName> {
  const { changed, shops } = await inRetriedTransaction(async (client) => {
    await lockSharedCatalog(client);
    const before = await one(OF[kind].lock, { id }, client);
    if (!before) throw new DomainError('not_found', 'Not found in the catalog');
    const { name = before.name, name_hi: nameHi = before.nameHi, hidden = before.isHidden } = change;
    await refuseTaken(client, kind, { name, parentId: before.parentId, id });
    const difference = differences({ name: before.name, name_hi: before.nameHi }, { name, name_hi: nameHi });
    if (!difference && hidden === before.isHidden) return { changed: before, shops: [] };
    const row = await one(OF[kind].change, { id, name, nameHi, isHidden: hidden }, client);
    if (!row) throw new DomainError('not_found', 'Not found in the catalog');
    const action = catalogAction(before.isHidden, hidden);
    await recordActivity(client, { shopId: null, actorId, action, subject: name, ...difference });
    return { changed: row, shops: name === before.name ? [] : await many(SHOPS_WITH[kind], { id }, client) };
  });
  if (!changed.isHidden) await inRetriedTransaction(mergeOwnNames);
  for (const { shopId, version } of shops) signalCatalog(shopId, version);
  return changed;
}

/** The action that the activity log has for a change. */
export function catalogAction(wasHidden: boolean, isHidden: boolean) {
  if (wasHidden === isHidden) return 'catalog.changed';
  return isHidden ? 'catalog.hidden' : 'catalog.shown';
}

const shopsWith = (column: string) =>
  sql<{ id: number }, { shopId: number; version: number }>(
    `SELECT shop_id, version FROM catalogs WHERE shop_id IN (
       SELECT p.shop_id FROM variants v JOIN products p ON p.id = v.product_id WHERE v.${column} = :id)`,
  );

const SHOPS_WITH = {
  categories: sql<{ id: number }, { shopId: number; version: number }>(
    `SELECT shop_id, version FROM catalogs WHERE shop_id IN (
       SELECT p.shop_id FROM categories c JOIN products p ON p.category_id = c.id WHERE c.id = :id OR c.parent_id = :id)`,
  ),
  units: shopsWith('unit_id'),
  sizes: shopsWith('size_id'),
  colors: shopsWith('color_id'),
};

/** The names of the sizes and colours that are offered. */
export async function listSizesAndColors(): Promise<{ sizes: string[]; colors: string[] }> {
  const offered = async (kind: CatalogKind) =>
    (await listSharedNames(kind)).flatMap(({ name, isHidden, isShipped }) => (isHidden || !isShipped ? [] : [name]));
  return { sizes: await offered('sizes'), colors: await offered('colors') };
}

/**
 * The Hindi names by their English ones: of known products, and of categories and options that an operator added or edited. The
 * client already has the shipped names.
 */
export async function readHindiNames(): Promise<HindiNamesView> {
  const rows = await many(HINDI_NAMES, {});
  const of = (isProduct: boolean) =>
    Object.fromEntries(rows.filter((row) => row.isProduct === isProduct).map(({ name, nameHi }) => [name, nameHi]));
  return { names: of(false), products: of(true) };
}

const edited = (table: string) =>
  `SELECT name, name_hi, false FROM ${table} WHERE edited_at IS NOT NULL AND name_hi IS NOT NULL`;

const HINDI_NAMES = sql<object, { name: string; nameHi: string; isProduct: boolean }>(
  `SELECT DISTINCT ON (name) name, name_hi, true AS is_product FROM known_products WHERE name_hi IS NOT NULL
   UNION ALL ${['categories', 'units', 'sizes', 'colors'].map(edited).join(' UNION ALL ')}`,
);
