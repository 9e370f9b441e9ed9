import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import {
  ensureDatabase,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/start-embedded-postgres.ts';
import { freePort } from '../lib/ports.ts';
import { baseBackup, CLUSTER_FILE } from './base-backup.ts';
import { backUp, restore } from './back-up.ts';

const home = mkdtempSync(join(tmpdir(), 'haat-rehearsal-'));
chmodSync(home, 0o755); // when root runs the tests, the account that runs the server must get in
const running: EmbeddedPostgres[] = [];
afterAll(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()));
  rmSync(home, { recursive: true, force: true });
});

async function start(name: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(home, name) });
  running.push(postgres);
  return postgres;
}

const WITHIN = { timeout: 60_000, interval: 50 };

it('restores what was there from a backup that was taken while orders went on', async () => {
  const lost = await start('lost');
  await ensureDatabase(lost.url('postgres'), 'haat');
  // The settings are read when modules of core are loaded.
  Object.assign(process.env, {
    DATABASE_URL: lost.url('haat'),
    JWT_SECRET: 'only for the rehearsal, known to all',
    LOG_LEVEL: 'silent',
    ORDERS_PER_HOUR_NEW: '0',
  });
  const { migrate } = await import('@haat/core/db/migrate');
  await migrate(lost.url('haat'));
  const { connectDatabase, closeDatabase, database } = await import('@haat/core/db/database');
  const { placeOrder } = await import('@haat/core/orders/place/place-order');
  const { createProduct, createShop, createUser } = await import('../../core/test/factories.ts');
  const { brokenInvariants } = await import('../../core/test/invariants.ts');
  const { orderBody } = await import('../../core/test/order-body.ts');
  const { stopServices } = await import('../../core/test/stop-services.ts');
  const { startApiProgram } = await import('../../core/test/program.ts');

  connectDatabase(lost.url('haat'));
  const [shop, user] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 30_000, stock: 50_000 }] });
  const body = orderBody([{ variant: variants[0]! }]);
  const answered: string[] = [];
  const place = async (nr: number) =>
    (await placeOrder({ userId: user.id, body, idempotencyKey: `rehearsal-number-${nr}` })).orderNumber;

  const uploads = join(home, 'uploads');
  mkdirSync(uploads);
  writeFileSync(join(uploads, 'before.webp'), 'a picture');

  const evening = new AbortController();
  const customers = (async () => {
    while (!evening.signal.aborted) answered.push(await place(answered.length));
  })();
  await vi.waitFor(() => expect(answered.length).toBeGreaterThan(20), WITHIN);
  const before = [...answered];
  writeFileSync(join(home, 'lost', 'jwt-secret'), 'of this installation');
  const { folder, pictures, orders } = await backUp({
    databaseUrl: lost.url('haat'),
    uploadsDir: uploads,
    into: join(home, 'backups'),
    dataDir: join(home, 'lost'),
  });
  const atEnd = answered.length;
  expect(pictures).toBe(1);
  expect(answered[orders.count - 1]).toBe(orders.newest?.number);
  expect(orders.count).toBeGreaterThanOrEqual(before.length);
  await vi.waitFor(() => expect(answered.length).toBeGreaterThan(atEnd + 5), WITHIN);
  evening.abort();
  await customers;
  expect(atEnd).toBeGreaterThan(before.length);

  // A full disk is reported, and not waited for.
  const full = join(home, 'full');
  mkdirSync(full);
  symlinkSync('/dev/full', join(full, CLUSTER_FILE));
  await expect(baseBackup(lost.url('haat'), full)).rejects.toThrow('ENOSPC');

  // Neither is the database of something else, which would be restored as an empty one.
  const foreign = backUp({ databaseUrl: lost.url('postgres'), uploadsDir: uploads, into: join(home, 'backups') });
  await expect(foreign).rejects.toThrow(/database 127\.0\.0\.1:\d+\/postgres has no tables of Haat/);
  await database().pool.query(`CREATE ROLE "not-allowed" LOGIN PASSWORD 'weak' IN ROLE pg_read_all_data`);
  const weak = lost.url('haat').replace(/\/\/.*@/, '//not-allowed:weak@');
  const forbidden = backUp({ databaseUrl: weak, uploadsDir: uploads, into: join(home, 'backups') });
  await expect(forbidden).rejects.toThrow('ALTER ROLE "not-allowed" REPLICATION');
  symlinkSync('loop', join(home, 'loop'));
  const unreadable = { databaseUrl: lost.url('haat'), uploadsDir: join(home, 'loop'), into: join(home, 'backups') };
  await expect(backUp(unreadable)).rejects.toThrow('ELOOP');

  await stopServices();
  await lost.stop();
  rmSync(join(home, 'lost'), { recursive: true, force: true });
  rmSync(uploads, { recursive: true, force: true });

  // A copy that was damaged since is refused, and leaves nothing behind that the next restore would refuse.
  const damaged = join(home, 'damaged');
  cpSync(folder, damaged, { recursive: true });
  const bytes = readFileSync(join(damaged, CLUSTER_FILE));
  writeFileSync(join(damaged, CLUSTER_FILE), bytes.subarray(0, bytes.length / 2));
  const incomplete = restore({ from: damaged, dataDir: join(home, 'fresh'), uploadsDir: uploads });
  await expect(incomplete).rejects.toThrow(/is damaged: database.tar.gz cannot be read/);
  writeFileSync(join(damaged, CLUSTER_FILE), bytes);
  const uploadsDir = join(damaged, CLUSTER_FILE, 'not-a-folder');
  const failing = restore({ from: damaged, dataDir: join(home, 'fresh'), uploadsDir });
  await expect(failing).rejects.toThrow('ENOTDIR');

  expect(await restore({ from: folder, dataDir: join(home, 'fresh'), uploadsDir: uploads })).toEqual({
    postgresVersion: '18',
    isVerified: true,
  });
  expect(readFileSync(join(home, 'fresh', 'jwt-secret'), 'utf8')).toBe('of this installation');
  const fresh = await start('fresh');
  connectDatabase(fresh.url('haat'));
  const { rows } = await database().pool.query<{ order_number: string }>('SELECT order_number FROM orders ORDER BY id');
  const kept = rows.map((row) => row.order_number);
  // All that was answered before the backup began, and of what came during it the first ones without a gap.
  expect(kept.length).toBeGreaterThanOrEqual(before.length);
  expect(kept).toEqual(answered.slice(0, kept.length));
  expect(await brokenInvariants(database().pool)).toEqual([]);
  const stock = await database().pool.query<{ stock: number }>('SELECT stock FROM variants WHERE id = $1', [
    variants[0]?.id,
  ]);
  expect(stock.rows).toEqual([{ stock: 50_000 - kept.length }]);
  expect(existsSync(join(uploads, 'before.webp'))).toBe(true);
  expect(kept).not.toContain(await place(100_000));

  const port = await freePort();
  const api = await startApiProgram({ env: { PORT: String(port), DATABASE_URL: fresh.url('haat') } });
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
  expect(await api.terminate()).toBe(0);

  const again = restore({ from: folder, dataDir: join(home, 'fresh'), uploadsDir: uploads });
  await expect(again).rejects.toThrow('There is a database in');
  expect(readdirSync(join(home, 'backups'))).toEqual([folder.split('/').at(-1)]);
  await closeDatabase();
}, 180_000);
