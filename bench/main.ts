import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../core/db/migrate.ts';
import { ensureDatabase } from '../scripts/embedded-postgres/ensure-database.ts';
import { startEmbeddedPostgres } from '../scripts/embedded-postgres/start-embedded-postgres.ts';
import { startTestRedis } from '../scripts/test/redis.ts';
import { isWanted } from './parts.ts';
import { measurePages } from './pages.ts';

// npm run bench [bundle] [first-load] [lighthouse] [shelf] [orders] [board] [figures] [import] [live] [streams] [room] [workers]
// [rolling]: all of them when none is named, but Lighthouse, which is fetched for it. The last ten on a PostgreSQL of its own,
// durable as in production, with the api and the worker as processes; the floor of each figure is measured in the same run.
await measurePages();
const ON_POSTGRES = ['shelf', 'orders', 'board', 'figures', 'import', 'live', 'streams', 'room', 'workers', 'rolling'];
if (!ON_POSTGRES.some(isWanted)) process.exit();

const dataDir = mkdtempSync(join(tmpdir(), 'haat-bench-'));
chmodSync(dataDir, 0o755); // when root runs it, the account that runs PostgreSQL must get in
const postgres = await startEmbeddedPostgres({ dataDir, flags: ['-c', 'max_connections=200'] });
const redis = await startTestRedis();
try {
  await ensureDatabase(postgres.url('postgres'), 'bench');
  Object.assign(process.env, {
    DATABASE_URL: postgres.url('bench'),
    DATABASE_POOL: '16',
    JWT_SECRET: 'a secret for the bench, known to everybody',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development',
  });
  await migrate(postgres.url('bench'));
  // The settings are read when these are loaded.
  const { closeStage, setStage } = await import('./stage.ts');
  const { printTable } = await import('./print-table.ts');
  const { placeBare, settle } = await import('./bare-statement.ts');
  const stage = await setStage();
  // A market with a past: on empty tables PostgreSQL plans as if they stayed empty.
  await placeBare(stage, 8, 5);
  await settle();
  if (isWanted('room')) printTable('Room in the database', await (await import('./room.ts')).measureRoom());
  if (isWanted('shelf')) printTable('Product list, c=32', await (await import('./shelf.ts')).measureShelf(stage));
  if (isWanted('orders')) printTable('Orders accepted', await (await import('./orders.ts')).measureOrders(stage));
  if (isWanted('board')) printTable('Order board', await (await import('./board.ts')).measureBoard(stage));
  if (isWanted('figures')) {
    const figures = await (await import('./figures.ts')).measureFigures(stage);
    printTable('Dashboard', [...figures, await (await import('./day-book.ts')).measureDayBook(stage)]);
  }
  if (isWanted('import')) printTable('Import of products', await (await import('./import.ts')).measureImport());
  if (isWanted('live')) {
    const { measureLive } = await import('./live.ts');
    printTable('Commit to the screen of the shop', await measureLive(stage, redis?.url));
  }
  if (isWanted('streams')) {
    const { measureStreams } = await import('./streams/streams.ts');
    printTable('Streams held by one api process', await measureStreams(stage));
  }
  if (isWanted('workers') && redis) {
    const { measureWorkers } = await import('./workers.ts');
    printTable('Deliveries by worker processes, on Redis', await measureWorkers(redis.url));
  }
  if (isWanted('rolling')) {
    const { measureRolling } = await import('./rolling.ts');
    printTable('Everything restarted in turn', await measureRolling(stage, redis?.url));
  }
  await closeStage();
} finally {
  await redis?.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
