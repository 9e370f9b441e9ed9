import pg from 'pg';
import { readShippedCatalog, type ShippedName } from './shipped/catalog-data.ts';
import { lockSharedCatalog, mergeOwnNames } from './merge-own-names.ts';

/**
 * Updates the shared catalog of a migrated database to the one of this version. Rows are matched by key, or by name in an older
 * installation. Rows that an operator edited or hid stay unchanged; categories and units of a shop that are now shared are
 * replaced by the shared ones. Safe to run repeatedly and concurrently.
 */
export async function updateSharedCatalog(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Apart: names that change have locked catalogs, and merging locks products first.
    for (const work of [loadNamesAndProducts, mergeOwnNames]) await inRepeatedTransaction(client, work);
  } finally {
    // Ends the transaction of an update that failed, too.
    await client.end();
  }
}

const ATTEMPTS = 5;
/** A deadlock, or a serialization failure: others change the same rows. */
const REPEATABLE = ['40P01', '40001'];

async function inRepeatedTransaction(
  client: pg.ClientBase,
  work: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('BEGIN');
      await work(client);
      await client.query('COMMIT');
      return;
    } catch (error) {
      const isRepeatable = error instanceof pg.DatabaseError && REPEATABLE.includes(error.code ?? '');
      if (!isRepeatable || attempt === ATTEMPTS) throw error;
      await client.query('ROLLBACK');
    }
  }
}

/** The same in the caller's transaction, without other users of the database. */
export async function loadSharedCatalog(client: pg.ClientBase): Promise<void> {
  await loadNamesAndProducts(client);
  await mergeOwnNames(client);
}

async function loadNamesAndProducts(client: pg.ClientBase): Promise<void> {
  await lockSharedCatalog(client);
  const { categories, units, sizes, colors, products } = await readShippedCatalog();
  await loadNames(client, UNITS, units);
  await loadNames(client, SIZES, sizes);
  await loadNames(client, COLORS, colors);
  await loadNames(client, CATEGORIES, categories);
  const subcategories = categories.flatMap(({ key, subcategories: list }) =>
    list.map((each) => ({ ...each, parent: key })),
  );
  await loadNames(client, SUBCATEGORIES, subcategories);
  await loadNames(client, PRODUCTS, products);
}

// Plain statements: `core/db/database.ts` needs the settings of a running program, which a migration may not have.
type Load = Record<'adopt' | 'change' | 'add', string>;

async function loadNames(client: pg.ClientBase, load: Load, shipped: ShippedName[]): Promise<void> {
  const values = [JSON.stringify(shipped)];
  await client.query(load.adopt, values);
  await client.query(load.change, values);
  await client.query(load.add, values);
}

const SHIPPED = `jsonb_to_recordset($1::jsonb)
  AS s(key text, name text, name_hi text, parent text, subcategory text, unit text, picture text)`;

type Target = {
  table: string;
  /** The shipped rows `s`, with the ids of the rows that they refer to. */
  from?: string;
  /** The columns of a row beside `key`, each with its value in `s`. */
  columns?: Record<string, string>;
  /** Whether the row `t` has the name of the shipped row `s`. */
  isNamed: string;
};

/** The statements for one table: rows get the key of their name, then the values of their key, then missing ones are added. */
function loadSql({ table, from = SHIPPED, columns = {}, isNamed }: Target): Load {
  const values = { name: 's.name', name_hi: 's.name_hi', ...columns };
  const names = Object.keys(values);
  const shipped = Object.values(values).join(', ');
  return {
    adopt: `UPDATE ${table} t SET key = s.key FROM ${from}
       WHERE t.key IS NULL AND ${isNamed} AND NOT EXISTS (SELECT FROM ${table} known WHERE known.key = s.key)`,
    change: `UPDATE ${table} changed SET (${names.join(', ')}) = ROW(${shipped}) FROM ${from}
       WHERE changed.key = s.key AND changed.edited_at IS NULL
         AND (${names.map((name) => `changed.${name}`).join(', ')}) IS DISTINCT FROM (${shipped})
         AND NOT EXISTS (SELECT FROM ${table} t WHERE t.id <> changed.id AND ${isNamed})`,
    add: `INSERT INTO ${table} (key, ${names.join(', ')}) SELECT s.key, ${shipped} FROM ${from}
       WHERE NOT EXISTS (SELECT FROM ${table} known WHERE known.key = s.key)
         AND NOT EXISTS (SELECT FROM ${table} t WHERE ${isNamed})`,
  };
}

const UNITS = loadSql({ table: 'units', isNamed: 't.shop_id IS NULL AND lower(t.name) = lower(s.name)' });
const SIZES = loadSql({ table: 'sizes', isNamed: 't.name = s.name' });
const COLORS = loadSql({ table: 'colors', isNamed: 't.name = s.name' });
const CATEGORIES = loadSql({
  table: 'categories',
  isNamed: 't.shop_id IS NULL AND t.parent_id IS NULL AND lower(t.name) = lower(s.name)',
});
const SUBCATEGORIES = loadSql({
  table: 'categories',
  from: `${SHIPPED} JOIN categories parent ON parent.key = s.parent`,
  columns: { parent_id: 'parent.id' },
  isNamed: 't.shop_id IS NULL AND t.parent_id = parent.id AND lower(t.name) = lower(s.name)',
});
const PRODUCTS = loadSql({
  table: 'known_products',
  from: `${SHIPPED} JOIN categories category ON category.key = s.subcategory JOIN units unit ON unit.key = s.unit`,
  columns: { category_id: 'category.id', unit_id: 'unit.id', picture: 's.picture' },
  isNamed: 't.unit_id = unit.id AND lower(t.name) = lower(s.name)',
});
