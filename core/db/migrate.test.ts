import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { directTestDatabase } from '../test/database.ts';
import { createProduct, createShop, createUser } from '../test/factories.ts';
import { closeDatabase, connectDatabase, database } from './database.ts';
import { judgeMigrations, migrate, MIGRATIONS, migrationFiles } from './migrate.ts';
import { runMigration } from './run-migration.ts';
import { missingObjects } from './schema-objects.ts';

const folder = mkdtempSync(join(tmpdir(), 'haat-migrations-'));
beforeAll(() => connectDatabase());
afterAll(closeDatabase);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files: string[];
beforeEach(async () => {
  files = await migrationFiles();
  await database().pool.query('DELETE FROM knex_migrations WHERE name <> ALL($1::text[])', [files]);
});

const SCHEMA = '20261203000000_schema.ts';
/** The last of the migrations that made the schema before, in 78 steps. */
const LAST_STEP = '20261202090101_place_requests.ts';

const recordMigration = (name: string) =>
  database().pool.query('INSERT INTO knex_migrations (name, batch) VALUES ($1, 1)', [name]);

async function connected<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: directTestDatabase() });
  await client.connect();
  return work(client).finally(() => client.end());
}

it('is up to date after the migrations of this version, however often it runs', async () => {
  expect(await Promise.all([migrate(directTestDatabase()), migrate(directTestDatabase())])).toEqual([
    undefined,
    undefined,
  ]);
  const { rows } = await database().pool.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY name');
  expect(rows.map(({ name }) => name)).toEqual((await readdir(MIGRATIONS)).toSorted());
});

describe('a database of before the schema was one migration', () => {
  const forget = (name: string) => database().pool.query('DELETE FROM knex_migrations WHERE name = $1', [name]);

  it('continues with its data when it has all steps, which stay recorded for the version that made them', async () => {
    await database().pool.query(`INSERT INTO shops (slug) VALUES ('from-before')`);
    await recordMigration(LAST_STEP);
    await forget(SCHEMA);
    expect(await migrate(directTestDatabase())).toBeUndefined();
    const { rows } = await database().pool.query(
      `SELECT (SELECT count(*)::int FROM shops WHERE slug = 'from-before') AS shops,
         ARRAY(SELECT name::text FROM knex_migrations WHERE name <= $1 ORDER BY name) AS names`,
      [SCHEMA],
    );
    expect(rows).toEqual([{ shops: 1, names: [LAST_STEP, SCHEMA] }]);
  });

  it('is refused when it lacks steps, and told which version makes them', async () => {
    await recordMigration('20261202080101_application_places.ts');
    await forget(SCHEMA);
    await expect(migrate(directTestDatabase())).rejects.toThrow(
      /earlier development version.*still runs with it.*To keep its data.*20261202090101_place_requests\.ts.*then of this one.*To start with an empty/,
    );
    await recordMigration(SCHEMA);
  });
});

it('finds the barcodes of an installation from before they were compared by their article, two forms of one included', async () => {
  const steps = ['20261204000000_articles.ts', '20261204010000_scale_label.ts'];
  const { pool, knex } = database();
  for (const step of steps.toReversed()) {
    const { down } = (await import(join(MIGRATIONS, step))) as { down: (on: typeof knex) => Promise<void> };
    await down(knex);
  }
  await pool.query('DELETE FROM knex_migrations WHERE name = ANY($1)', [steps]);
  await pool.query(
    `WITH shop AS (INSERT INTO shops (slug) VALUES ('of-before') RETURNING id),
       products AS (INSERT INTO products (shop_id, name) SELECT id, 'Tissues' FROM shop RETURNING id)
     INSERT INTO variants (product_id, price_paise, barcode, position)
     SELECT id, 100, unnest(ARRAY['036000291452', '0036000291452', NULL]), 0 FROM products LIMIT 1`,
  );
  expect(await migrate(directTestDatabase())).toBeUndefined();
  const { rows } = await pool.query(
    `SELECT count(*)::int AS found, (SELECT scale_label FROM shops WHERE slug = 'of-before') AS scale
     FROM variants WHERE ltrim(upper(barcode), '0') = '36000291452'`,
  );
  expect(rows).toEqual([{ found: 1, scale: null }]);
  expect(await connected((client) => missingObjects(client))).toEqual([]);
});

it('counts cards and split payments as UPI in the version before them', async () => {
  const { pool } = database();
  const step = '20261205000000_counter_payments.ts';
  const { rows: orders } = await pool.query<{ id: string }>(
    `WITH shop AS (INSERT INTO shops (slug) VALUES ('of-cards') RETURNING id)
     INSERT INTO orders (shop_id, channel, payment_method, status, payment_status, takeaway, customer_name,
       customer_phone, total_paise, min_order_paise, collected_at)
     SELECT id, 'counter', method, 'Delivered', 'collected', true, 'Counter sale', '', 5000, 0, now()
     FROM shop, unnest(ARRAY['card', 'split', 'cod']) method RETURNING id`,
  );
  const [card, split] = orders.map(({ id }) => id);
  await pool.query(`INSERT INTO payment_parts VALUES ($1, 'cod', 2000), ($1, 'card', 3000)`, [split]);
  await pool.query(
    `INSERT INTO cash_payouts (order_id, amount_paise, reason, method) VALUES ($1, 100, 'goodwill', 'card')`,
    [card],
  );
  await revert(step);
  const { rows } = await pool.query(
    `SELECT array_agg(payment_method ORDER BY id) AS methods, (SELECT array_agg(method) FROM cash_payouts) AS payouts
     FROM orders WHERE id = ANY($1)`,
    [orders.map(({ id }) => id)],
  );
  expect(rows).toEqual([{ methods: ['upi', 'upi', 'cod'], payouts: ['upi'] }]);
  await applyAgain(step);
});

it('counts stocks by weight in whole pieces in the version before them', async () => {
  const { pool } = database();
  const shop = await createShop();
  const loose = { unit: '500 g', stockUnit: 'g' as const, content: 500, stock: 1_350, reorderLevel: 1_000 };
  const { variants } = await createProduct({ shop, variants: [loose, { unit: 'packet', stock: 7 }] });
  const step = '20261205100000_stock_units.ts';
  await revert(step);
  const { rows } = await pool.query(
    `SELECT stock, reorder_level, (SELECT sum(delta)::int FROM stock_ledger WHERE variant_id = v.id) AS moved
     FROM variants v WHERE id = ANY($1) ORDER BY id`,
    [variants.map(({ id }) => id)],
  );
  expect(rows).toEqual([
    { stock: 2, reorder_level: 2, moved: 2 },
    { stock: 7, reorder_level: null, moved: 7 },
  ]);
  await applyAgain(step);
});

it('withdraws and forgets questions that add something in the version before them', async () => {
  const { pool } = database();
  const shop = await createShop();
  const { variants } = await createProduct({ shop });
  const { rows: orders } = await pool.query<{ id: number }>(
    `INSERT INTO orders (user_id, shop_id, status, payment_status, payment_method, takeaway, customer_name, customer_phone,
       total_paise, min_order_paise)
     SELECT $2, $1, 'Accepted', 'due', 'cod', true, 'Test Customer', '', 5000, 0 FROM generate_series(1, 2) RETURNING id`,
    [shop.id, (await createUser()).id],
  );
  const { rows: asked } = await pool.query<{ id: number }>(
    `INSERT INTO order_proposals (order_id, state, total_paise, answer_by)
     SELECT unnest($1::bigint[]), 'open', 7800, now() RETURNING id`,
    [orders.map(({ id }) => id)],
  );
  const [both, addition] = asked.map(({ id }) => id);
  await pool.query(
    `INSERT INTO order_proposal_lines (proposal_id, item_id, kind, quantity, variant_id, unit_price_paise, amount_paise)
     VALUES ($1, 1, 'leave_out', NULL, NULL, NULL, 0), ($1, 2, 'add', 1, $3, 2800, 2800), ($2, 3, 'more', 2, NULL, NULL, 2800)`,
    [both, addition, variants[0]!.id],
  );
  const step = '20261206000000_added_items.ts';
  await revert(step);
  const { rows } = await pool.query(
    `SELECT p.id, p.state, array_agg(l.kind) AS kinds FROM order_proposals p JOIN order_proposal_lines l ON l.proposal_id = p.id
     WHERE p.id = ANY($1) GROUP BY p.id`,
    [[both, addition]],
  );
  expect(rows).toEqual([{ id: both, state: 'withdrawn', kinds: ['leave_out'] }]);
  await applyAgain(step);
});

async function revert(step: string): Promise<void> {
  const { knex } = database();
  const { down } = (await import(join(MIGRATIONS, step))) as { down: (on: typeof knex) => Promise<void> };
  await knex.transaction((transaction) => down(transaction));
}

async function applyAgain(step: string): Promise<void> {
  await database().pool.query('DELETE FROM knex_migrations WHERE name = $1', [step]);
  expect(await migrate(directTestDatabase())).toBeUndefined();
  expect(await connected((client) => missingObjects(client))).toEqual([]);
}

it('has nothing to do for a database of a newer version, and says so', async () => {
  await recordMigration('29991231000000_later.ts');
  expect(await migrate(directTestDatabase())).toMatch(
    /newer version of Haat \(up to 29991231000000_later.ts\).*runs with it.*nothing to migrate/,
  );
});

it('refuses a database of another version that lacks migrations of this one', () => {
  const { problem } = judgeMigrations([SCHEMA, '29991231000000_later.ts'], [SCHEMA, '20270101000000_ours.ts']);
  expect(problem).toMatch(/newer version.*up to 29991231000000_later.ts.*lacks 1 of this one/);
});

describe('a migration of a database in use', () => {
  const holding = async (lock: string, work: (release: () => Promise<void>) => Promise<void>): Promise<void> =>
    connected(async (client) => {
      await client.query(`BEGIN; ${lock}`);
      await work(async () => void (await client.query('COMMIT')));
    });
  const write = (name: string, body: string): void => writeFileSync(join(folder, name), body);
  const reads = (): Promise<unknown> => database().pool.query('SELECT count(*) FROM shops');

  it('gives way to others while it waits for a lock, and is repeated', async () => {
    const name = '29991231000001_column.ts';
    write(
      name,
      `export const up = (knex) => knex.raw('ALTER TABLE shops ADD COLUMN tried boolean');
       export const down = (knex) => knex.raw('ALTER TABLE shops DROP COLUMN tried');`,
    );
    await holding('SELECT FROM shops', async (release) => {
      let isDone = false;
      const migrating = runMigration(directTestDatabase(), folder, name).then(() => (isDone = true));
      await vi.waitFor(async () => expect(await waiting('shops')).toBe(1), { timeout: 20_000 });
      // Waits behind the migration, which gives up first: with a lock that is waited for, it would wait for the other transaction.
      await reads();
      expect(isDone).toBe(false);
      await release();
      await migrating;
    });
    await database().pool.query('ALTER TABLE shops DROP COLUMN tried');
  });

  it('builds an index while others read and write, and waits for them as long as it takes', async () => {
    const name = '29991231000002_index.ts';
    write(
      name,
      `export const config = { transaction: false };
       export const up = (knex) => knex.raw('CREATE INDEX CONCURRENTLY shops_tried ON shops (phone)');
       export const down = (knex) => knex.raw('DROP INDEX CONCURRENTLY shops_tried');`,
    );
    await holding('UPDATE shops SET phone = phone', async (release) => {
      const migrating = runMigration(directTestDatabase(), folder, name);
      await vi.waitFor(async () => expect(await waitingForTransactions()).toBe(1), { timeout: 20_000 });
      await reads();
      await database().pool.query(`INSERT INTO shops (slug) VALUES ('written-meanwhile')`);
      await release();
      await migrating;
    });
    const { rows } = await database().pool.query(
      `SELECT indisvalid FROM pg_index WHERE indexrelid = 'shops_tried'::regclass`,
    );
    expect(rows).toEqual([{ indisvalid: true }]);
    await database().pool.query('DROP INDEX shops_tried');
  });

  it('explains what is missing, without the statements of the migration', async () => {
    const name = '29991231000003_extension.ts';
    write(
      name,
      `export const up = (knex) => knex.raw('SELECT 1; CREATE EXTENSION no_such_extension;');
       export const down = async () => {};`,
    );
    const failing = runMigration(directTestDatabase(), folder, name);
    await expect(failing).rejects.toThrow(
      /^The migration 29991231000003_extension.ts failed: extension "no_such_extension" is not available\. Install/,
    );
  });

  const waiting = async (table: string): Promise<number> =>
    Number(
      (
        await database().pool.query<{ many: string }>(
          'SELECT count(*) AS many FROM pg_locks WHERE NOT granted AND relation = $1::regclass',
          [table],
        )
      ).rows[0]?.many,
    );
  const waitingForTransactions = async (): Promise<number> =>
    Number(
      (
        await database().pool.query<{ many: string }>(
          `SELECT count(*) AS many FROM pg_stat_activity
           WHERE datname = current_database() AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`,
        )
      ).rows[0]?.many,
    );
});

it('knows which indexes and constraints the migrations have made', async () => {
  await connected(async (client) => {
    expect(await missingObjects(client)).toEqual([]);
    await client.query(
      `BEGIN; DROP INDEX shops_nearby; ALTER TABLE order_items DROP CONSTRAINT order_items_order_id_fkey`,
    );
    expect(await missingObjects(client)).toEqual([
      { table: 'order_items', kind: 'constraint', name: 'order_items_order_id_fkey' },
      { table: 'shops', kind: 'index', name: 'shops_nearby' },
    ]);
    await client.query('ROLLBACK');
  });
});
