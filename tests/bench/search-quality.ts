import { readFile } from 'node:fs/promises';
import { readRows, scanCsv } from '../../core/lib/csv/csv.ts';
import { readShippedCatalog } from '../../core/catalog/shipped/catalog-data.ts';

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
    if (process.env.SHOW_MISSES && first !== 0)
      console.log(query.kind, '|', query.search, '|', first + 1, '|', names.slice(0, 3).join('; '));
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

/** The names of the shared catalog, each with its category and subcategory: the goods of the market that is searched. */
export async function shippedGoods(): Promise<{ name: string; category: string; subcategory: string }[]> {
  const { categories, products } = await readShippedCatalog();
  const places = new Map(
    categories.flatMap(({ name: category, subcategories }) =>
      subcategories.map(({ key, name: subcategory }) => [key, { category, subcategory }] as const),
    ),
  );
  const goods = products.map(({ name, subcategory }) => ({
    name,
    ...(places.get(subcategory) ?? { category: '', subcategory: '' }),
  }));
  return [...new Map(goods.map((good) => [good.name, good])).values()];
}
