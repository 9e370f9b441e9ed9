import type { NamedView } from '@haat/contract/catalog/products.calls';
import type { ProductChange } from '@haat/contract/catalog/product-forms.calls';
import type { PoolClient } from 'pg';
import { many, type Sql, sql } from '../db/database.ts';
import { Unit } from '../db/catalog.models.ts';
import { invalidField } from '../errors.ts';
import { findOrAddName } from './own-names.ts';

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
    unitIds.set(name, (await findOrAddName(client, 'unit', { shopId, actorId, name })).named.id);
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
