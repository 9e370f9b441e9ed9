import { availableParallelism } from 'node:os';
import autocannon from 'autocannon';
import pg from 'pg';
import { bind, database } from '@haat/core/db/database';
import { concurrencyLimit } from '@haat/core/lib/async';
import { DEMO_MARKET } from '@haat/core/db/seeds/demo/demo-market';
import { SEARCH } from '@haat/core/shops/search/search.sql';
import { searchMarket } from '@haat/core/shops/search/search-market';
import { type Figure, percentile, said } from './measure.ts';
import { withPrograms } from './programs.ts';
import { searchAllWords } from './search-all-words.ts';
import { fillWithShippedGoods, GOALS, type Quality, qualityOf } from './search-quality.ts';

const SHOPS = 1000;
const PRODUCTS_PER_SHOP = 100;
const CONNECTIONS = 8;
const SECONDS = 10;
const GOAL_P99_MS = 40;

const HERE = { latitude: 12.925, longitude: 77.593 };
// What people type, letter by letter and as a whole: frequent and rare words, Hindi, spelling mistakes, and nothing that exists.
const SEARCHES =
  'mi,mil,milk,toned milk,rice,ri,soap,bread,tomato,cotton,दूध,doodh,chawal,haalu,mlik,biscit,tomatoes,shop 7,zzyzx,500 g'.split(
    ',',
  );

// Each of these is one statement, of the present search and of the ones that it is compared with.
const SPELT_RIGHT = SEARCHES.filter((search) => !['mlik', 'biscit', 'tomatoes', 'zzyzx'].includes(search));
const GOAL_RATIO = 1.2;

/**
 * Searches of 100,000 products in 1,000 shops of one city, eight at a time, near a place and everywhere, against the
 * statement alone through bare pg, and without HTTP beside other ways to search. Before that, how well 300 searches of the shared
 * catalog are answered, beside ILIKE and pg_trgm.
 */
export async function measureSearch(): Promise<Figure[]> {
  const quality = await measureQuality();
  await fillMarket();
  const compared = [await compare('near a place, without HTTP', HERE), await compare('everywhere, without HTTP')];
  const floor = await bareTimes();
  return withPrograms({ worker: false }, async (url) => {
    const figures = [...quality, ...compared];
    for (const [what, place] of [
      ['near a place', `&lat=${HERE.latitude}&lng=${HERE.longitude}`],
      ['everywhere', ''],
    ] as const) {
      const requests = SEARCHES.map((search) => ({ path: `/api/search?q=${encodeURIComponent(search)}${place}` }));
      await autocannon({ url, connections: CONNECTIONS, duration: 2, requests });
      const run = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests });
      if (run.non2xx + run.errors > 0) throw new Error(`${run.non2xx + run.errors} searches failed`);
      const { p50, p99 } = run.latency;
      figures.push({
        what,
        figure: `${run.requests.average.toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms`,
        floor: said(floor),
        goal: `p99 ≤ ${GOAL_P99_MS} ms`,
        reached: p99 <= GOAL_P99_MS,
      });
    }
    return figures;
  });
}

async function measureQuality(): Promise<Figure[]> {
  const { pool } = database();
  await fillWithShippedGoods(pool);
  await pool.query('VACUUM ANALYZE');
  const names = (statement: string) => async (search: string) =>
    (await pool.query<{ name: string }>(statement, [search])).rows.map(({ name }) => name);
  const ours = await qualityOf(async (search) =>
    (await searchMarket({ search, limit: 50 })).products.map(({ name }) => name),
  );
  const ilike = await qualityOf(
    names(`SELECT name FROM products WHERE name ILIKE '%' || $1 || '%' ORDER BY name LIMIT 50`),
  );
  const trigrams = await qualityOf(
    names('SELECT name FROM products WHERE name % $1 ORDER BY similarity(name, $1) DESC LIMIT 50'),
  );
  const text = (quality: Quality | undefined) =>
    `MRR ${(quality?.mrr ?? 0).toFixed(2)}, recall@10 ${(quality?.recall ?? 0).toFixed(2)}`;
  return ours.map((each, at) => ({
    what: each.kind,
    figure: text(each),
    floor: `ILIKE ${text(ilike[at])}; pg_trgm ${text(trigrams[at])}`,
    goal: `MRR ≥ ${GOALS[each.kind]}`,
    reached: each.mrr >= (GOALS[each.kind] ?? 1),
  }));
}

type Find = (search: string) => Promise<unknown>;
const ROUNDS = 6;

/** The same searches by other means in turns, so that the machine is as fast for one as for the other. */
async function compare(what: string, place?: typeof HERE): Promise<Figure> {
  const ways: [Find, Find, Find, Find] = [
    (search) => searchMarket({ search, place, limit: 20 }),
    (search) => searchAllWords(search, place),
    rows(`p.name ILIKE '%' || $1 || '%'`, 'p.name', place),
    rows('p.name % $1', 'similarity(p.name, $1) DESC', place),
  ];
  const times = ways.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [at, find] of ways.entries()) {
      // The first round is for the plans.
      const taken = await timesAtOnce(find);
      if (round > 0) times[at]?.push(...taken);
    }
  const [ours = [], allWords = [], ilike = [], trigrams = []] = times;
  const ratio = percentile(ours, 0.99) / percentile(allWords, 0.99);
  return {
    what,
    figure: `${said(ours)} ${ratio.toFixed(2)} ×`,
    floor: `all words ${said(allWords)}; ILIKE ${said(ilike)}; pg_trgm ${said(trigrams)}`,
    goal: `p99 ≤ ${GOAL_RATIO} × all words`,
    reached: ratio <= GOAL_RATIO,
  };
}

/** Every search once, a few at a time as in the api. */
async function timesAtOnce(find: Find): Promise<number[]> {
  const inTurn = concurrencyLimit(availableParallelism() + 1);
  return Promise.all(
    SPELT_RIGHT.map((search) =>
      inTurn(async () => {
        const from = performance.now();
        await find(search);
        return performance.now() - from;
      }),
    ),
  );
}

/** Products by a condition of SQL, in shops whose reach includes the place. */
function rows(where: string, order: string, place?: typeof HERE): Find {
  const shops = place
    ? `AND earth_distance(earth_point(${place.latitude}, ${place.longitude}), earth_point(shop.latitude, shop.longitude)) <= shop.reach_metres`
    : '';
  const statement = `
    SELECT p.id, p.name FROM products p JOIN shops shop ON shop.id = p.shop_id
    WHERE ${where} AND p.is_published AND p.deleted_at IS NULL ${shops} ORDER BY ${order} LIMIT 20`;
  return (search) => database().pool.query(statement, [search]);
}

/** The statement for "milk" near the place, eight at a time. */
async function bareTimes(): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: database().url, max: CONNECTIONS });
  const params = {
    ...HERE,
    now: new Date(),
    numbers: [0, 0],
    terms: ['milk', 'doodh'],
    ends: ['milk\u{10ffff}', 'doodh\u{10ffff}'],
    penalties: [0, 0],
    needed: 1,
    strong: 1,
    sizes: [],
    limit: 20,
  };
  const statement = bind(SEARCH.near.one, params);
  const times: number[] = [];
  const read = async () => {
    for (let round = 0; round < 100; round += 1) {
      const from = performance.now();
      await pool.query(statement);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, read));
  await pool.end();
  if (percentile(times, 0.5) === 0) throw new Error('Nothing was measured');
  return times;
}

// The products of the demo market, again and again, in shops all over a city.
async function fillMarket(): Promise<void> {
  const { pool } = database();
  const names = DEMO_MARKET.flatMap(({ products }) => products.map(({ name }) => name));
  const categories = DEMO_MARKET.flatMap(({ products }) => products.map(({ category }) => category));
  await pool.query(
    `INSERT INTO categories (name) SELECT DISTINCT name FROM unnest($1::text[]) name ON CONFLICT DO NOTHING`,
    [categories],
  );
  await pool.query(
    `WITH article AS (
       SELECT (row_number() OVER ())::int AS nth, a.name, c.id AS category_id
       FROM unnest($1::text[], $2::text[]) a(name, category)
       JOIN categories c ON c.name = a.category AND c.shop_id IS NULL AND c.parent_id IS NULL
     ),
     shop AS (
       INSERT INTO shops (slug, name, open_time, close_time, latitude, longitude, reach_metres)
       SELECT 'search-' || n, 'Search shop ' || n, '08:00', '22:00', 12.85 + (n % 40) * 0.00375, 77.5 + (n / 40) * 0.0075, 2000 + n % 4000
       FROM generate_series(1, $3::int) n RETURNING id
     ),
     product AS (
       INSERT INTO products (shop_id, category_id, name)
       SELECT shop.id, article.category_id, article.name
       FROM shop CROSS JOIN generate_series(1, $4::int) n
       JOIN article ON article.nth = 1 + (shop.id * 37 + n) % (SELECT count(*) FROM article)
       RETURNING id
     )
     INSERT INTO variants (product_id, price_paise, stock) SELECT id, 1000 + id % 977, id % 7 FROM product`,
    [names, categories, SHOPS, PRODUCTS_PER_SHOP],
  );
  await pool.query('VACUUM ANALYZE');
}
