import pg from 'pg';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { DEMO_MARKET } from '@haat/core/db/seeds/demo/demo-market';
import type { BenchData } from './bench-data.ts';
import { type Figure, percentile, timesOf } from './measure.ts';
import { withPrograms } from './programs.ts';

const PRODUCTS_PER_SHOP = 400;
const MORE_SHOPS = 9_980;
const MORE_PRODUCTS_PER_SHOP = 10;
const ROUNDS = 5;
const GOAL = 1.2;
/** Where the shops of every bench are. */
const HERE = 'lat=12.925&lng=77.593';

type Read = { what: string; path: string; token?: string };

/**
 * The median time of sequential reads in a market of 10,000 shops and 107,000 products, compared with one of 20 shops and 8,000
 * products, in turns. The additional shops are spread over the country, so the shops near a customer stay the same.
 */
export async function measureGrowth({ shops }: BenchData): Promise<Figure[]> {
  const [shop] = shops;
  if (!shop) throw new Error('There are no shops');
  const names = { few: 'bench_few', many: 'bench_many' };
  const [few, many] = [await copyDatabase(names.few, fillShops), await copyDatabase(names.many, addShops, names.few)];
  const reads: Read[] = [
    { what: 'product list', path: `/api/products?shopId=${shop.id}` },
    { what: 'product', path: `/api/products/${shop.variants[0]?.productId}` },
    { what: 'shops nearby', path: `/api/shops?${HERE}` },
    { what: 'order board', path: `/api/orders/shop/${shop.id}`, token: shop.vendorToken },
    { what: 'search', path: `/api/search?q=rice&${HERE}` },
  ];
  return withPrograms({ worker: false, env: { DATABASE_URL: few } }, (fewUrl) =>
    withPrograms({ worker: false, env: { DATABASE_URL: many } }, async (manyUrl) => {
      const figures: Figure[] = [];
      for (const read of reads) figures.push(await compare(read, fewUrl, manyUrl));
      return figures;
    }),
  );
}

async function compare({ what, path, token }: Read, fewUrl: string, manyUrl: string): Promise<Figure> {
  const rounds: { few: number; many: number }[] = [];
  const medianOf = async (url: string): Promise<number> =>
    percentile(await timesOf(() => get(`${url}${path}`, token)), 0.5);
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ few: await medianOf(fewUrl), many: await medianOf(manyUrl) });
  const median = (value: (round: (typeof rounds)[number]) => number): number => percentile(rounds.map(value), 0.5);
  const ratio = median(({ few, many }) => many / few);
  return {
    what,
    figure: `p50 ${median(({ many }) => many).toFixed(2)} ms   ${ratio.toFixed(2)} ×`,
    floor: `p50 ${median(({ few }) => few).toFixed(2)} ms`,
    goal: `≤ ${GOAL.toFixed(1)} ×`,
    reached: ratio <= GOAL,
  };
}

async function get(url: string, token?: string): Promise<void> {
  const response = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok || text === '[]') throw new Error(`${url} answered ${response.status}`);
}

/** A copy of a database, by default of that of the bench, with what `change` adds. Returns its address. */
async function copyDatabase(name: string, change: (pool: pg.Pool) => Promise<void>, source?: string): Promise<string> {
  const { url } = database();
  const addressOf = (db: string): string => Object.assign(new URL(url), { pathname: `/${db}` }).href;
  // A database can be copied only without connections to it.
  await closeDatabase();
  const admin = new pg.Client({ connectionString: addressOf('postgres') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${source ?? new URL(url).pathname.slice(1)}`);
  await admin.end();
  connectDatabase();
  const pool = new pg.Pool({ connectionString: addressOf(name), max: 1 });
  await change(pool);
  await pool.query('VACUUM ANALYZE');
  await pool.end();
  return addressOf(name);
}

/** More products in the shops that are there. */
async function fillShops(pool: pg.Pool): Promise<void> {
  await pool.query(
    `WITH product AS (
       INSERT INTO products (shop_id, category_id, name)
       SELECT p.shop_id, min(p.category_id), 'Another product ' || n FROM products p
       CROSS JOIN generate_series(1, $1::int) n GROUP BY p.shop_id, n
       HAVING n <= $1::int - count(*)
       RETURNING id
     )
     INSERT INTO variants (product_id, price_paise, stock) SELECT id, 1000 + id % 977, 100 FROM product`,
    [PRODUCTS_PER_SHOP],
  );
}

/** More shops all over the country, with products of the demo market. */
async function addShops(pool: pg.Pool): Promise<void> {
  const names = DEMO_MARKET.flatMap(({ products }) => products.map(({ name }) => name));
  await pool.query(
    `WITH shop AS (
       INSERT INTO shops (slug, name, open_time, close_time, latitude, longitude, reach_metres)
       SELECT 'growth-' || n, 'Growth shop ' || n, '08:00', '22:00', 14 + (n % 100) * 0.14, 70 + (n / 100) * 0.18, 2000 + n % 4000
       FROM generate_series(1, $1::int) n RETURNING id
     ),
     product AS (
       INSERT INTO products (shop_id, category_id, name)
       SELECT shop.id, (SELECT min(category_id) FROM products), ($3::text[])[1 + (shop.id * 37 + n) % cardinality($3::text[])]
       FROM shop CROSS JOIN generate_series(1, $2::int) n RETURNING id
     )
     INSERT INTO variants (product_id, price_paise, stock) SELECT id, 1000 + id % 977, id % 7 FROM product`,
    [MORE_SHOPS, MORE_PRODUCTS_PER_SHOP, names],
  );
}
