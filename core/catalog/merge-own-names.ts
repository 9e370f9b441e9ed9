import type { ClientBase } from 'pg';

// Plain statements, as in `load-shared-catalog.ts`, which a migration runs.

/**
 * Call it before any change of the shared catalog: other changes wait until the end of the transaction, so that two changes of
 * many shops never deadlock.
 */
export async function lockSharedCatalog(client: ClientBase): Promise<void> {
  // A name of our own in the space of advisory locks.
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('haat shared catalog'))`);
}

/**
 * Replaces categories and units that shops have made by the shared ones of the same name, so that no select offers a name
 * twice. A subcategory moves with its category. Locks what it changes in the order of every other change, so a caller must
 * not have locked products, variants or catalogs before.
 */
export async function mergeOwnNames(client: ClientBase): Promise<void> {
  await lockSharedCatalog(client);
  const shops = await lockShops(client);
  if (shops.length === 0) return;
  for (const statement of MERGE) await client.query(statement, [shops]);
}

/**
 * Locks the products, the variants, and then the catalogs of the shops with names to merge, each in the order of their ids;
 * returns the shops. While a catalog is locked, no product or variant can get one of these names. If one got such a name during
 * the wait for the catalogs, locking starts again: locking it last could deadlock with a transaction that waits for the catalog.
 */
async function lockShops(client: ClientBase): Promise<unknown[]> {
  for (;;) {
    await client.query('SAVEPOINT unlocked');
    const shops = await idsOf(client, SHOPS, []);
    if (shops.length === 0) return [];
    const products = await idsOf(client, `${PRODUCTS} ORDER BY p.id FOR NO KEY UPDATE OF p`, [shops]);
    const variants = await idsOf(client, `${VARIANTS} ORDER BY v.id FOR NO KEY UPDATE OF v`, [shops]);
    await client.query(LOCK_CATALOGS, [shops]);
    const late = [
      ...(await idsOf(client, `${PRODUCTS} AND p.id <> ALL($2) LIMIT 1`, [shops, products])),
      ...(await idsOf(client, `${VARIANTS} AND v.id <> ALL($2) LIMIT 1`, [shops, variants])),
    ];
    if (late.length === 0) return shops;
    await client.query('ROLLBACK TO SAVEPOINT unlocked');
  }
}

async function idsOf(client: ClientBase, text: string, values: unknown[][]): Promise<unknown[]> {
  const { rows } = await client.query<{ id: unknown }>(text, values);
  return rows.map(({ id }) => id);
}

const SAME_CATEGORY = `categories own JOIN categories shared ON shared.shop_id IS NULL AND shared.hidden_at IS NULL
  AND shared.parent_id IS NOT DISTINCT FROM own.parent_id AND lower(shared.name) = lower(own.name)
  AND own.shop_id IS NOT NULL`;

const SAME_UNIT = `units own JOIN units shared ON shared.shop_id IS NULL AND shared.hidden_at IS NULL
  AND lower(shared.name) = lower(own.name) AND own.shop_id IS NOT NULL`;

const SHOPS = `SELECT own.shop_id AS id FROM ${SAME_CATEGORY} UNION SELECT own.shop_id FROM ${SAME_UNIT}`;

// Only names of the locked shops are merged.
const OWN_CATEGORY = `${SAME_CATEGORY} AND own.shop_id = ANY($1)`;
const OWN_UNIT = `${SAME_UNIT} AND own.shop_id = ANY($1)`;

const VARIANTS = `SELECT v.id FROM variants v WHERE v.unit_id IN (SELECT own.id FROM ${OWN_UNIT})`;

const PRODUCTS = `SELECT p.id FROM products p WHERE (
    p.category_id IN (
      SELECT c.id FROM categories c JOIN (SELECT own.id FROM ${OWN_CATEGORY}) own ON own.id IN (c.id, c.parent_id))
    OR p.id IN (SELECT v.product_id FROM variants v WHERE v.unit_id IN (SELECT own.id FROM ${OWN_UNIT})))`;

const LOCK_CATALOGS = 'SELECT FROM catalogs WHERE shop_id = ANY($1) ORDER BY shop_id FOR NO KEY UPDATE';

const IS_UNUSED_CATEGORY = `NOT EXISTS (SELECT FROM products p WHERE p.category_id = o.id)
  AND NOT EXISTS (SELECT FROM categories c WHERE c.parent_id = o.id)`;

const MOVE_PRODUCTS = `UPDATE products p SET category_id = shared.id FROM ${OWN_CATEGORY} WHERE p.category_id = own.id`;
const REMOVE_CATEGORIES = `DELETE FROM categories o WHERE o.id IN (SELECT own.id FROM ${OWN_CATEGORY}) AND ${IS_UNUSED_CATEGORY}`;

const MERGE = [
  // A product that has both keeps both, as two variants cannot have the same unit.
  `UPDATE variants v SET unit_id = shared.id FROM ${OWN_UNIT}
   WHERE v.unit_id = own.id AND NOT EXISTS (
     SELECT FROM variants other WHERE other.product_id = v.product_id AND other.unit_id = shared.id)`,
  `DELETE FROM units o WHERE o.id IN (SELECT own.id FROM ${OWN_UNIT})
     AND NOT EXISTS (SELECT FROM variants v WHERE v.unit_id = o.id)`,
  // A subcategory that the shop has below the shared category, too.
  `UPDATE products p SET category_id = twin.id FROM ${OWN_CATEGORY}
   JOIN categories child ON child.parent_id = own.id
   JOIN categories twin ON twin.parent_id = shared.id AND twin.shop_id = child.shop_id AND lower(twin.name) = lower(child.name)
   WHERE p.category_id = child.id`,
  `DELETE FROM categories o WHERE o.id IN (
     SELECT child.id FROM ${OWN_CATEGORY}
     JOIN categories child ON child.parent_id = own.id
     JOIN categories twin ON twin.parent_id = shared.id AND twin.shop_id = child.shop_id AND lower(twin.name) = lower(child.name)
   ) AND ${IS_UNUSED_CATEGORY}`,
  `UPDATE categories child SET parent_id = shared.id FROM ${OWN_CATEGORY} WHERE child.parent_id = own.id`,
  // First the categories, then the subcategories that are now below a shared one.
  MOVE_PRODUCTS,
  REMOVE_CATEGORIES,
  MOVE_PRODUCTS,
  REMOVE_CATEGORIES,
];
