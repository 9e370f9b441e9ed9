import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../core/db/migrate.ts';
import { ensureDatabase, startEmbeddedPostgres } from '../../tools/embedded-postgres/start-embedded-postgres.ts';
import { startTestRedis } from '../setup/redis.ts';
import { measureCity } from './city/city.ts';
import { isNamed, isSelected } from './measure.ts';
import { writeFigures } from './page.ts';
import { measurePages } from './pages.ts';

// npm run bench -- [--write] [bundle] [first-load] [rush] [lighthouse] [start] [reads] [search] [orders] [steps] [pause] [board]
// [figures] [import] [live] [streams] [size] [workers] [expiry] [growth] [pooler] [rolling] [city]: without a name, all except
// lighthouse, which downloads Lighthouse, and city, which takes long and has options of its own (city/options.ts). All from
// [start] on run on a PostgreSQL of their own, durable as in production, with api and worker as processes. The floor of each
// figure is measured in the same run. With --write, docs/benchmarks.md gets the measurements, also when a later part fails.
if (process.argv.includes('--write')) process.once('exit', writeFigures);
if (isNamed('city')) await measureCity(process.argv.slice(2));
await measurePages();
const ON_POSTGRES = [
  'start',
  'reads',
  'search',
  'orders',
  'steps',
  'pause',
  'board',
  'figures',
  'import',
  'live',
  'streams',
  'size',
  'workers',
  'expiry',
  'growth',
  'pooler',
  'rolling',
];
if (!ON_POSTGRES.some(isSelected)) process.exit();

const dataDir = mkdtempSync(join(tmpdir(), 'haat-bench-'));
chmodSync(dataDir, 0o755); // when root runs it, the account that runs PostgreSQL must get in
const postgres = await startEmbeddedPostgres({ dataDir, flags: ['-c', 'max_connections=200'] });
const redis = await startTestRedis();
try {
  await ensureDatabase(postgres.url('postgres'), 'bench');
  Object.assign(process.env, {
    DATABASE_URL: postgres.url('bench'),
    DATABASE_POOL: '16',
    JWT_SECRET: 'the public secret of every benchmark run',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development',
    // Orders are counted, and never refused. All customers at one address would wait for each other.
    ORDERS_PER_HOUR: '1000000000',
    ORDERS_PER_HOUR_NEW: '1000000000',
    ORDERS_PER_IP_PER_HOUR: '0',
    SEARCHES_PER_IP_PER_MINUTE: '0',
    ORDER_MAILS: 'false',
  });
  await migrate(postgres.url('bench'));
  // The settings are read when these are loaded.
  const { closeBenchData, createBenchData } = await import('./bench-data.ts');
  const { report } = await import('./measure.ts');
  const { placeBare, settle } = await import('./orders.ts');
  const data = await createBenchData();
  // A market with a past: on empty tables PostgreSQL plans as if they stayed empty.
  await placeBare(data, 8, 5);
  await settle();
  if (isSelected('start')) report('Start and memory', await (await import('./start.ts')).measureStart());
  if (isSelected('size')) report('Database size', await (await import('./orders.ts')).measureSize());
  if (isSelected('reads')) report('Public reads, c=32', await (await import('./reads.ts')).measureReads(data));
  if (isSelected('orders')) report('Orders accepted', await (await import('./orders.ts')).measureOrders(data));
  if (isSelected('steps')) report('Steps of orders', await (await import('./steps.ts')).measureSteps(data));
  if (isSelected('pause')) report('After a pause', await (await import('./pause.ts')).measurePause(data));
  if (isSelected('board')) {
    const figures = await (await import('./back-office.ts')).measureBoard(data);
    report('Order board', [...figures, await (await import('./board-pages.ts')).measureBoardPages(data)]);
  }
  if (isSelected('figures')) {
    const figures = await (await import('./back-office.ts')).measureFigures(data);
    report('Dashboard', [...figures, await (await import('./back-office.ts')).measureCashReport(data)]);
  }
  if (isSelected('import')) report('Import of products', await (await import('./import.ts')).measureImport());
  if (isSelected('live')) {
    const { measureLive } = await import('./live.ts');
    report('Commit to the screen of the shop', await measureLive(data, redis?.url));
  }
  if (isSelected('streams')) {
    const { measureStreams } = await import('./streams/streams.ts');
    report('Streams held by one api process', await measureStreams(data));
  }
  if (isSelected('workers') && redis) {
    const { measureWorkers } = await import('./workers.ts');
    report('Deliveries by worker processes, on Redis', await measureWorkers(redis.url));
  }
  if (isSelected('expiry'))
    report('Orders that expire at once', await (await import('./expiry.ts')).measureExpiry(data));
  if (isSelected('growth')) report('Growth of the market', await (await import('./growth.ts')).measureGrowth(data));
  if (isSelected('pooler')) {
    const figures = await (await import('./pooler.ts')).measurePooler(data);
    if (figures.length > 0) report('Through PgBouncer, against direct connections', figures);
    else console.log('\nThrough PgBouncer: SKIPPED, it cannot run here');
  }
  // Last but one, as it makes the database large.
  if (isSelected('search'))
    report('Search of 100,000 products, c=8', await (await import('./search.ts')).measureSearch());
  if (isSelected('rolling')) {
    const { measureRolling } = await import('./rolling.ts');
    report('Rolling restart', await measureRolling(data, redis?.url));
  }
  await closeBenchData();
} finally {
  await redis?.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
