import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readShippedCatalog } from './shipped/catalog-data.ts';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import { testDatabase } from '../test/database.ts';
import { createProduct, createShop } from '../test/factories.ts';
import { updateSharedCatalog } from './load-shared-catalog.ts';

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database().pool.query<Row>(text, values)).rows;

const TABLES = ['categories', 'units', 'sizes', 'colors', 'known_products'];
const contents = () => Promise.all(TABLES.map((table) => query(`SELECT * FROM ${table} ORDER BY id`)));

const WITHIN = { timeout: 30_000 };

beforeAll(() => connectDatabase());
afterAll(closeDatabase);

it('loads everything that is shipped, once, however often it runs', async () => {
  const { categories, units, products } = await readShippedCatalog();
  await Promise.all([updateSharedCatalog(testDatabase()), updateSharedCatalog(testDatabase())]);
  const before = await contents();
  await updateSharedCatalog(testDatabase());
  expect(await contents()).toEqual(before);
  const [[tops], [subs], [measures], [known]] = await Promise.all([
    query<{ n: number }>('SELECT count(*)::int AS n FROM categories WHERE parent_id IS NULL'),
    query<{ n: number }>('SELECT count(*)::int AS n FROM categories WHERE parent_id IS NOT NULL'),
    query<{ n: number }>('SELECT count(*)::int AS n FROM units'),
    query<{ n: number }>('SELECT count(*)::int AS n FROM known_products'),
  ]);
  expect([tops?.n, subs?.n, measures?.n, known?.n]).toEqual([
    categories.length,
    categories.flatMap(({ subcategories }) => subcategories).length,
    units.length,
    products.length,
  ]);
});

it('brings back what differs from the shipped data, but not what an operator has edited or hidden', async () => {
  await query(`UPDATE categories SET name = 'Old name', name_hi = NULL WHERE key = 'bakery'`);
  await query(`UPDATE units SET name = 'half a kilo', edited_at = now() WHERE key = '500-g'`);
  await query(`UPDATE known_products SET hidden_at = now(), edited_at = now() WHERE key = 'toor-dal/1-kg'`);
  await updateSharedCatalog(testDatabase());
  expect(await query(`SELECT name, name_hi FROM categories WHERE key = 'bakery'`)).toEqual([
    { name: 'Bakery', name_hi: 'बेकरी' },
  ]);
  expect(await query(`SELECT name FROM units WHERE key = '500-g' OR name = '500 g'`)).toEqual([
    { name: 'half a kilo' },
  ]);
  expect(
    await query(`SELECT hidden_at IS NULL AS shown FROM known_products WHERE name = 'Toor dal' AND key LIKE '%/1-kg'`),
  ).toEqual([{ shown: false }]);
});

it('leaves a name alone that an operator has given to something else', async () => {
  await query(`DELETE FROM sizes WHERE key = 'xs'`);
  await query(`UPDATE sizes SET name = 'XS', edited_at = now() WHERE key = 's'`);
  await updateSharedCatalog(testDatabase());
  expect(await query(`SELECT key FROM sizes WHERE name IN ('XS', 'S')`)).toEqual([{ key: 's' }]);
});

it('finds rows without a key by their names, and doubles nothing', async () => {
  await query('DELETE FROM known_products');
  for (const table of ['categories WHERE parent_id IS NOT NULL', 'categories', 'units', 'sizes', 'colors'])
    await query(`DELETE FROM ${table}`);

  const shop = await createShop();
  const other = await createShop();
  const insert = async (text: string, values: unknown[] = []) =>
    (await query<{ id: number }>(`${text} RETURNING id`, values))[0]!.id;
  // The shared names of a demo market, and names that shops made for themselves.
  const staples = await insert(`INSERT INTO categories (name) VALUES ('staples')`);
  const dals = await insert(`INSERT INTO categories (name, parent_id) VALUES ('Dals & pulses', $1)`, [staples]);
  await insert(`INSERT INTO units (name) VALUES ('500 g')`);
  await insert(`INSERT INTO colors (name) VALUES ('Red')`);
  const bakery = await insert(`INSERT INTO categories (name, shop_id) VALUES ('Bakery', $1)`, [shop.id]);
  const breads = await insert(`INSERT INTO categories (name, parent_id, shop_id) VALUES ('breads & BUNS', $1, $2)`, [
    bakery,
    shop.id,
  ]);
  const festive = await insert(`INSERT INTO categories (name, parent_id, shop_id) VALUES ('Festive', $1, $2)`, [
    bakery,
    shop.id,
  ]);
  const otherBakery = await insert(`INSERT INTO categories (name, shop_id) VALUES ('bakery', $1)`, [other.id]);
  const packet = await insert(`INSERT INTO units (name, shop_id) VALUES ('Packet', $1)`, [shop.id]);
  const basket = await insert(`INSERT INTO units (name, shop_id) VALUES ('basket', $1)`, [shop.id]);
  const product = async (categoryId: number, at = shop) => (await createProduct({ shop: at, categoryId })).product.id;
  const [dal, bread, diya, cake] = [
    await product(dals),
    await product(breads),
    await product(festive),
    await product(otherBakery, other),
  ];
  await query('UPDATE variants SET unit_id = $1 WHERE product_id = $2', [packet, bread]);
  await query('UPDATE variants SET unit_id = $1 WHERE product_id = $2', [basket, diya]);

  await updateSharedCatalog(testDatabase());

  const placed = await query(
    `SELECT p.id::int, parent.name AS category, child.name AS subcategory, child.shop_id IS NULL AS shared
     FROM products p JOIN categories child ON child.id = p.category_id LEFT JOIN categories parent ON parent.id = child.parent_id
     WHERE p.id = ANY($1) ORDER BY p.id`,
    [[dal, bread, diya, cake]],
  );
  expect(placed).toEqual([
    { id: dal, category: 'Staples', subcategory: 'Dals & pulses', shared: true },
    { id: bread, category: 'Bakery', subcategory: 'Breads & buns', shared: true },
    { id: diya, category: 'Bakery', subcategory: 'Festive', shared: false },
    { id: cake, category: null, subcategory: 'Bakery', shared: true },
  ]);
  expect((await query<{ id: number }>(`SELECT id FROM categories WHERE key = 'staples/dals-pulses'`))[0]?.id).toBe(
    dals,
  );
  const own = await query<{ name: string }>(
    'SELECT name FROM categories WHERE shop_id IS NOT NULL UNION SELECT name FROM units WHERE shop_id IS NOT NULL',
  );
  expect(new Set(own.map(({ name }) => name))).toEqual(new Set(['Festive', 'basket']));
  expect(await query(`SELECT lower(name) AS name FROM units GROUP BY lower(name) HAVING count(*) > 1`)).toEqual([]);
  expect(await query(`SELECT u.name FROM variants v JOIN units u ON u.id = v.unit_id ORDER BY u.name`)).toEqual([
    { name: 'basket' },
    { name: 'packet' },
  ]);
});

it('is repeated after a deadlock with others', async () => {
  const client = await database().pool.connect();
  try {
    // The other one is not the one that is ended.
    await client.query(`BEGIN; SET LOCAL deadlock_timeout = '1min'; LOCK TABLE units IN ACCESS EXCLUSIVE MODE`);
    const updating = updateSharedCatalog(testDatabase());
    await vi.waitFor(async () => {
      const { rows } = await client.query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'units'::regclass`);
      expect(rows).toHaveLength(1);
    }, WITHIN);
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('haat shared catalog'))`);
    await client.query('COMMIT');
    await updating;
  } finally {
    client.release();
  }
});
