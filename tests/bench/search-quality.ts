import { readFile } from 'node:fs/promises';
import { readRows, scanCsv } from '../../core/lib/csv/csv.ts';
import { loadSharedCatalog } from '../../core/catalog/load-shared-catalog.ts';
import type pg from 'pg';

/** Searches of 60 goods in each of five ways, with the names of the shared catalog that answer them. */
type Query = { kind: string; search: string; wanted: string[] };

/** The mean reciprocal rank of the first wanted name, and the share of the wanted names among the first ten. */
export type Quality = { kind: string; mrr: number; recall: number };

/** The least mean reciprocal rank of each way to search. */
export const GOALS: Record<string, number> = {
  'spelt right': 0.85,
  'one error': 0.75,
  'brand or size': 0.75,
  'across scripts': 0.7,
  'joined or split': 0.7,
};

/** How well a search answers: `find` returns names in its order. */
export async function qualityOf(find: (search: string) => Promise<string[]>): Promise<Quality[]> {
  const queries = await readQueries();
  const rated: (Query & { rank: number; recall: number })[] = [];
  for (const query of queries) {
    const names = [...new Set(await find(query.search))].slice(0, 10);
    const first = names.findIndex((name) => query.wanted.includes(name));
    const found = names.filter((name) => query.wanted.includes(name)).length;
    rated.push({
      ...query,
      rank: first === -1 ? 0 : 1 / (first + 1),
      recall: found / Math.min(10, query.wanted.length),
    });
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return [...Map.groupBy(rated, ({ kind }) => kind)].map(([kind, each]) => ({
    kind,
    mrr: mean(each.map(({ rank }) => rank)),
    recall: mean(each.map(({ recall }) => recall)),
  }));
}

async function readQueries(): Promise<Query[]> {
  const table = scanCsv(await readFile(new URL('search-queries.csv', import.meta.url), 'utf8'));
  const list: Query[] = [];
  for await (const rows of readRows(table))
    for (const { cells } of rows) {
      const [wanted = '', ...searches] = cells;
      searches.forEach((search, at) =>
        list.push({ kind: table.header[at + 1] ?? '', search, wanted: wanted.split(';') }),
      );
    }
  return list;
}

/** Loads the shared catalog, and adds a shop that sells each of its goods. */
export async function fillWithShippedGoods(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await loadSharedCatalog(client);
    await client.query(ADD_GOODS);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const ADD_GOODS = `
  WITH shop AS (INSERT INTO shops (slug, name) VALUES ('all-goods', 'All Goods') RETURNING id),
  added AS (
    INSERT INTO products (shop_id, category_id, name)
    SELECT DISTINCT ON (known.name) shop.id, known.category_id, known.name FROM shop, known_products known RETURNING id
  )
  INSERT INTO variants (product_id, price_paise, stock) SELECT id, 1000, 5 FROM added`;
