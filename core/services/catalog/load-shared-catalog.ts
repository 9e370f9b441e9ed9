import pg from 'pg';
import { readShippedCatalog, type ShippedName } from '../../catalog-data/catalog-data.ts';

/**
 * Brings the shared catalog of a migrated database to what this version ships. Rows are found again by their key, those of
 * an older installation by their name. What an operator has edited or hidden stays as it is; categories and units of a shop
 * that are now shared are replaced by the shared ones. Safe to run again, and by several processes at once.
 */
export async function updateSharedCatalog(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await loadSharedCatalog(client);
    await client.query('COMMIT');
  } finally {
    // Ends the transaction of an update that failed, too.
    await client.end();
  }
}

/** The same in the caller's transaction. */
export async function loadSharedCatalog(client: pg.ClientBase): Promise<void> {
  // A name of our own in the space of advisory locks; it ends with the transaction.
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('haat shared catalog'))`);
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
  await mergeOwnNames(client);
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
  /** What is shipped, `s`, with the ids of the rows that it refers to. */
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

/**
 * Replaces categories and units that shops have made by the shared ones of the same name, so that no select offers a name
 * twice. A subcategory moves with its category.
 */
export async function mergeOwnNames(client: pg.ClientBase): Promise<void> {
  for (const statement of MERGE) await client.query(statement);
}

const SAME_CATEGORY = `categories own JOIN categories shared ON shared.shop_id IS NULL AND shared.hidden_at IS NULL
  AND shared.parent_id IS NOT DISTINCT FROM own.parent_id AND lower(shared.name) = lower(own.name)
  AND own.shop_id IS NOT NULL`;

const SAME_UNIT = `units own JOIN units shared ON shared.shop_id IS NULL AND shared.hidden_at IS NULL
  AND lower(shared.name) = lower(own.name) AND own.shop_id IS NOT NULL`;

const IS_UNUSED_CATEGORY = `NOT EXISTS (SELECT FROM products p WHERE p.category_id = o.id)
  AND NOT EXISTS (SELECT FROM categories c WHERE c.parent_id = o.id)`;

const MOVE_PRODUCTS = `UPDATE products p SET category_id = shared.id FROM ${SAME_CATEGORY} WHERE p.category_id = own.id`;
const REMOVE_CATEGORIES = `DELETE FROM categories o WHERE o.id IN (SELECT own.id FROM ${SAME_CATEGORY}) AND ${IS_UNUSED_CATEGORY}`;

const MERGE = [
  // Variants first: orders lock them before the catalog, which a change of products locks, too.
  // A product that has both keeps both, as two variants cannot have the same unit.
  `UPDATE variants v SET unit_id = shared.id FROM ${SAME_UNIT}
   WHERE v.unit_id = own.id AND NOT EXISTS (
     SELECT FROM variants other WHERE other.product_id = v.product_id AND other.unit_id = shared.id)`,
  `DELETE FROM units o WHERE o.id IN (SELECT own.id FROM ${SAME_UNIT})
     AND NOT EXISTS (SELECT FROM variants v WHERE v.unit_id = o.id)`,
  // A subcategory that the shop has below the shared category, too.
  `UPDATE products p SET category_id = twin.id FROM ${SAME_CATEGORY}
   JOIN categories child ON child.parent_id = own.id
   JOIN categories twin ON twin.parent_id = shared.id AND twin.shop_id = child.shop_id AND lower(twin.name) = lower(child.name)
   WHERE p.category_id = child.id`,
  `DELETE FROM categories o WHERE o.id IN (
     SELECT child.id FROM ${SAME_CATEGORY}
     JOIN categories child ON child.parent_id = own.id
     JOIN categories twin ON twin.parent_id = shared.id AND twin.shop_id = child.shop_id AND lower(twin.name) = lower(child.name)
   ) AND ${IS_UNUSED_CATEGORY}`,
  `UPDATE categories child SET parent_id = shared.id FROM ${SAME_CATEGORY} WHERE child.parent_id = own.id`,
  // First the categories, then the subcategories that are now below a shared one.
  MOVE_PRODUCTS,
  REMOVE_CATEGORIES,
  MOVE_PRODUCTS,
  REMOVE_CATEGORIES,
];
