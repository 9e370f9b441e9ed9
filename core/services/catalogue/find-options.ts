import type { ProductChange } from '@haat/contract/api/product-forms.schema';
import type { PoolClient } from 'pg';
import { invalidField } from '../../errors.ts';
import { findOrAddUnit } from './find-or-add-unit.ts';

/** The ids of what a form names: sizes and colours that all shops share, units that the shop sees. */
export type OptionIds = Record<'size' | 'color' | 'unit', (name: string) => number>;

type Form = Pick<Partial<ProductChange>, 'unit' | 'unit_id' | 'units' | 'variants'>;
type Wanted = { shopId: number; actorId: number; form: Form };

/** Finds every size, colour and unit of a form; makes those that are new. Throws `invalid_input` for a unit of another shop. */
export async function findOptions(client: PoolClient, { shopId, actorId, form }: Wanted): Promise<OptionIds> {
  const { variants = [], units = [] } = form;
  await refuseForeignUnits(client, shopId, [form.unit_id, ...variants.map(({ unit_id: id }) => id)]);
  const unitIds = new Map<string, number>();
  const unitNames = namesOf([form.unit, ...units.map(({ name }) => name), ...variants.map(({ unit }) => unit)]);
  for (const name of unitNames) {
    unitIds.set(name, (await findOrAddUnit(client, { shopId, actorId, name })).unit.id);
  }
  const sizeIds = await idsOf(client, SIZES, namesOf(variants.map(({ size }) => size)));
  const colorIds = await idsOf(client, COLORS, namesOf(variants.map(({ color }) => color)));
  return {
    size: (name) => sizeIds.get(name) ?? 0,
    color: (name) => colorIds.get(name) ?? 0,
    unit: (name) => unitIds.get(name) ?? 0,
  };
}

// Sorted, so that two forms that name the same new ones do not wait for each other in a circle.
const namesOf = (names: (string | null | undefined)[]) =>
  [...new Set(names.filter((name) => typeof name === 'string'))].toSorted();

async function refuseForeignUnits(client: PoolClient, shopId: number, ids: (number | null | undefined)[]) {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))];
  const text = 'SELECT FROM units WHERE id = ANY($1::bigint[]) AND (shop_id IS NULL OR shop_id = $2)';
  const { rowCount } = await client.query({ name: 'visible-units', text, values: [wanted, shopId] });
  if (rowCount !== wanted.length) throw invalidField('unit_id', 'is not a unit of this shop');
}

type Statement = { name: string; text: string };
type Options = { find: Statement; add: Statement };
type Named = { id: number; name: string };

async function idsOf(client: PoolClient, { find, add }: Options, names: string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const known = await client.query<Named>({ ...find, values: [names] });
  const missing = names.filter((name) => !known.rows.some((row) => row.name === name));
  const added = missing.length > 0 ? await client.query<Named>({ ...add, values: [missing] }) : { rows: [] };
  return new Map([...known.rows, ...added.rows].map(({ id, name }) => [name, id]));
}

// The idle update answers the row as well that somebody else has just added.
const SIZES: Options = {
  find: { name: 'find-sizes', text: 'SELECT id, name FROM sizes WHERE name = ANY($1::text[])' },
  add: {
    name: 'add-sizes',
    text: `INSERT INTO sizes (name) SELECT unnest($1::text[])
      ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id, name`,
  },
};
const COLORS: Options = {
  find: { name: 'find-colors', text: 'SELECT id, name FROM colors WHERE name = ANY($1::text[])' },
  add: {
    name: 'add-colors',
    text: `INSERT INTO colors (name) SELECT unnest($1::text[])
      ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id, name`,
  },
};
