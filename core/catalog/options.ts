import type { NamedView } from '@haat/contract/catalog/products.calls';
import type { ProductChange } from '@haat/contract/catalog/product-forms.calls';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, type Sql, sql } from '../db/database.ts';
import { Unit } from '../db/catalog.models.ts';
import { invalidField } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import type { Session } from '../accounts/session.ts';
import { findActingShop, findVisibleShop } from '../accounts/shop-rights.ts';
import { BY_USE, UNIT_USE } from './unit-use.sql.ts';

type Reading = { by: Session; shopId?: number | undefined };

/**
 * The shared units and the ones of the reader's shop, sorted by use in the shop, then by the number of shops of its trade that
 * use them, then by name. Hidden units only if a variant of the shop has them.
 */
export async function listUnits({ by, shopId }: Reading): Promise<NamedView[]> {
  return many(LIST_UNITS, { shopId: await findVisibleShop(by, shopId) });
}

const LIST_UNITS = sql<{ shopId: number | undefined }, NamedView>(
  `WITH ${UNIT_USE}
   SELECT u.id, u.name FROM units u
   LEFT JOIN used ON used.unit_id = u.id LEFT JOIN in_trade ON in_trade.unit_id = u.id
   WHERE (u.shop_id IS NULL OR u.shop_id = :shopId) AND (u.hidden_at IS NULL OR used.unit_id IS NOT NULL)
   ORDER BY ${BY_USE}`,
);

type NewUnit = { by: Session; name: string; shopId?: number | undefined };
type UnitResult = { unit: NamedView; isNew: boolean };

/**
 * Adds a unit of the shop's own, which no other shop sees. One of that name that the shop can use already is returned
 * instead. Throws what `findActingShop` does.
 */
export async function createUnit({ by, name, shopId: named }: NewUnit): Promise<UnitResult> {
  const shopId = await findActingShop('catalog', by, named);
  return inTransaction((client) => findOrAddUnit(client, { shopId, actorId: by.actorId, name }));
}

type NamedUnit = { shopId: number; actorId: number; name: string };

/** The unit of that name, ignoring case: one that all shops share, the shop's own, or a new one. */
async function findOrAddUnit(client: PoolClient, { shopId, actorId, name }: NamedUnit): Promise<UnitResult> {
  const found = await one(FIND_UNIT, { shopId, name }, client);
  if (found) {
    // One of the shop's own that was removed while deleted products had it.
    await Unit.query(client)
      .findById(found.id)
      .whereNotNull('shopId')
      .whereNotNull('hiddenAt')
      .patch({ hiddenAt: null });
    return { unit: found, isNew: false };
  }
  const added = await one(ADD_UNIT, { shopId, name }, client);
  if (added) {
    await recordActivity(client, { shopId, actorId, action: 'unit.added', subject: added.name });
    return { unit: added, isNew: true };
  }
  // A concurrent request of the same shop has just added it.
  const concurrent = await one(FIND_UNIT, { shopId, name }, client);
  if (!concurrent) throw new Error('A unit can be neither found nor added');
  return { unit: concurrent, isNew: false };
}

const FIND_UNIT = sql<{ shopId: number; name: string }, NamedView>(
  `SELECT id, name FROM units WHERE (shop_id IS NULL OR shop_id = :shopId) AND lower(name) = lower(:name)
   ORDER BY shop_id NULLS LAST LIMIT 1`,
);

const ADD_UNIT = sql<{ shopId: number; name: string }, NamedView>(
  'INSERT INTO units (shop_id, name) VALUES (:shopId, :name) ON CONFLICT DO NOTHING RETURNING id, name',
);

/** The ids of the options that a form names: sizes and colours that all shops share, units that the shop can use. */
export type OptionIds = Record<'size' | 'color' | 'unit', (name: string) => number>;

type Form = Pick<Partial<ProductChange>, 'unit' | 'unit_id' | 'units' | 'variants'>;
type Named = { shopId: number; actorId: number; forms: readonly Form[] };

/** Finds the sizes, colours and units of forms and adds new ones. Throws `invalid_input` for a unit of another shop. */
export async function findOrAddOptions(client: PoolClient, { shopId, actorId, forms }: Named): Promise<OptionIds> {
  const variants = forms.flatMap((form) => form.variants ?? []);
  const units = forms.flatMap((form) => form.units ?? []);
  await refuseForeignUnits(client, shopId, [
    ...forms.map(({ unit_id: id }) => id),
    ...variants.map(({ unit_id: id }) => id),
  ]);
  const unitIds = new Map<string, number>();
  const unitNames = uniqueNames([...[...forms, ...variants].map(({ unit }) => unit), ...units.map(({ name }) => name)]);
  for (const name of unitNames) {
    unitIds.set(name, (await findOrAddUnit(client, { shopId, actorId, name })).unit.id);
  }
  const sizeIds = await findOrAddNames(client, SIZES, uniqueNames(variants.map(({ size }) => size)));
  const colorIds = await findOrAddNames(client, COLORS, uniqueNames(variants.map(({ color }) => color)));
  return {
    size: (name) => sizeIds.get(name) ?? 0,
    color: (name) => colorIds.get(name) ?? 0,
    unit: (name) => unitIds.get(name) ?? 0,
  };
}

// Sorted, so that two forms with the same new names do not deadlock.
const uniqueNames = (names: (string | null | undefined)[]) =>
  [...new Set(names.filter((name) => typeof name === 'string'))].toSorted();

async function refuseForeignUnits(client: PoolClient, shopId: number, named: (number | null | undefined)[]) {
  const ids = [...new Set(named.filter((id) => typeof id === 'number'))];
  const usable = await Unit.query(client).whereIn('id', ids).modify('usableIn', shopId).resultSize();
  if (usable !== ids.length) throw invalidField('unit_id', 'is not a unit of this shop');
}

type Statement = Sql<{ names: string[] }, NamedView>;

async function findOrAddNames(
  client: PoolClient,
  { find, add }: { find: Statement; add: Statement },
  names: string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const ids = new Map<string, number>();
  // The second `find` gets names that a concurrent transaction has just added.
  for (const statement of [find, add, find]) {
    const missing = names.filter((name) => !ids.has(name));
    if (missing.length === 0) break;
    for (const { id, name } of await many(statement, { names: missing }, client)) ids.set(name, id);
  }
  return ids;
}

// Leaves rows that exist unlocked: a lock would meet the foreign keys of transactions that hold the catalog already.
const statements = (table: 'sizes' | 'colors') => ({
  find: sql<{ names: string[] }, NamedView>(`SELECT id, name FROM ${table} WHERE name = ANY(:names::text[])`),
  add: sql<{ names: string[] }, NamedView>(
    `INSERT INTO ${table} (name) SELECT unnest(:names::text[])
     ON CONFLICT (name) DO NOTHING RETURNING id, name`,
  ),
});

const SIZES = statements('sizes');
const COLORS = statements('colors');
