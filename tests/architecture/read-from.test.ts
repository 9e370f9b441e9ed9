import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * The statements that may run on a replica of PostgreSQL, by file: what they find may be some seconds old. Every other statement
 * runs on the primary. Never list one that decides about an order, money or a session.
 */
const ON_REPLICA: Record<string, string[]> = {
  'core/activity/activity-log.ts': ['OF_SHOP', 'OF_OPERATOR'],
  'core/catalog/catalog.ts': ['CATALOG', 'CATALOG_VERSION'],
  'core/catalog/product-pages.ts': ['PRODUCT'],
  'core/money/shop-customers.ts': ['listSql', 'LIST_ORDERS'],
  'core/money/export-orders.ts': ['EXPORTED_ORDERS'],
  'core/money/money-days.sql.ts': ['MONEY_DAYS'],
  'core/money/money-report.ts': ['CASH_TO_COLLECT', 'ofEntries', 'BY_PERSON', 'BY_PRODUCT', 'BY_CATEGORY'],
  'core/notify/own-notifications.ts': ['LIST'],
  'core/platform/find-orders.ts': ['foundOrders'],
  'core/platform/list-shops.ts': ['listedShops', 'TRADES'],
  'core/orders/bought-products.ts': ['BOUGHT_PRODUCTS', 'BOUGHT_ANYWHERE'],
  'core/orders/list-counter-sales.ts': ['LIST_SALES'],
  'core/orders/list-orders.ts': ['shopOrdersSql', 'foundOrdersSql', 'foundOrdersSql', 'SHOP_ORDERS_BY_IDS'],
  'core/orders/list-user-orders.ts': [
    'LIST_USER_ORDERS',
    'SEARCH_USER_ORDERS',
    'LIST_ORDERED_NAMES',
    'LIST_ORDERED_SHOPS',
  ],
  'core/stock/purchases/read-purchases.ts': ['LIST', 'SUMS', 'EXPORT'],
  'core/shops/search/search-market.ts': ['BEGINNING_WITH', 'PARTS', 'SIMILAR_WORDS'],
  'core/shops/search/search.sql.ts': ['searchSql'],
  'core/shops/find-nearby-shops.ts': ['NEARBY_SHOPS'],
  'core/shops/list-all-shops.ts': ['ALL_SHOPS'],
  'core/shops/public-shops.ts': ['LISTINGS'],
  'core/money/read-shop-stats.ts': ['BEST_SELLERS', 'LOW_STOCK_ROWS', 'SHOP_NOW'],
  'core/stock/stock-history.ts': ['CHANGES'],
};

/** Who opens the replica, and who asks for its state: nothing else can run a statement there. */
const MAY_IMPORT = {
  Replica: ['core/db/replica-reads.ts'],
  replicaReads: ['core/db/database.ts'],
  openReplica: [
    'api/http/route.ts',
    'api/shops/nearby-shops.ts',
    'core/ops/health/dependencies.ts',
    'core/ops/health/metrics.ts',
    'core/catalog/catalog.ts',
  ],
};

type Statement = { file: string; name: string; text: string; isOnReplica: boolean };

const sources = globSync('{core,api,worker,tools}/**/*.ts', {
  exclude: ['**/node_modules/**', '**/*.test.ts', 'core/test/**'],
})
  .toSorted()
  .map((file) => ({ file: file.replaceAll('\\', '/'), source: readFileSync(file, 'utf8') }));

const statements = sources.flatMap(({ file, source }) => statementsOf(file, source));

/** The calls of `sql` in a source, each under the name of the constant or function around it. */
function statementsOf(file: string, source: string): Statement[] {
  const calls = source.matchAll(/(?<![\w.])sql(?:<(?:[^<>()]|=>|<[^<>()]*>|\([^()]*\))*>)?\((?=[^)])/g);
  return [...calls].flatMap((call) => {
    if (source.slice(0, call.index).endsWith('function ')) return [];
    const begins = call.index + call[0].length;
    const text = source.slice(begins, endOfCall(source, begins));
    const [, name = ''] =
      [...source.slice(0, call.index).matchAll(/^(?:export )?(?:const|(?:async )?function\*?) (\w+)/gm)].at(-1) ?? [];
    return [{ file, name, text, isOnReplica: /'replica'/.test(text) }];
  });
}

/** Where the parenthesis is closed that is open at `from`, past strings and templates. */
function endOfCall(source: string, from: number): number {
  // The open parentheses and templates, and the expressions in them.
  const open = ['('];
  for (let at = from; at < source.length; at += 1) {
    const character = source[at] ?? '';
    const inTemplate = open.at(-1) === '`';
    if (character === '\\') at += 1;
    else if (character === '`' && inTemplate) open.pop();
    else if (character === '`') open.push('`');
    else if (inTemplate) {
      if (source.startsWith('${', at - 1)) open.push('{');
    } else if (character === "'" || character === '"') at = endOf(source, character, at);
    else if (source.startsWith('//', at)) at = endOf(source, '\n', at);
    else if (character === '(' || character === '{') open.push(character);
    else if (character === ')' || character === '}') open.pop();
    if (open.length === 0) return at;
  }
  throw new Error('A call of sql is not closed');
}

function endOf(source: string, character: string, from: number): number {
  const at = source.indexOf(character, from + 1);
  return at === -1 ? source.length : at;
}

it('finds the statements of all services', () => {
  const constants = sources.flatMap(({ source }) => source.match(/^const [A-Z_]+ = sql\b/gm) ?? []);
  expect(statements.length).toBeGreaterThan(constants.length);
  expect(constants.length).toBeGreaterThan(300);
});

it('lists every statement that may run on the replica', () => {
  const found: Record<string, string[]> = {};
  for (const { file, name, isOnReplica } of statements) if (isOnReplica) (found[file] ??= []).push(name);
  expect(found).toEqual(ON_REPLICA);
});

it('finds each mention of the replica in a call of sql', () => {
  const mentions = sources.flatMap(({ file, source }) =>
    file === 'core/db/database.ts' ? [] : [...source.matchAll(/'replica'/g)].map(() => file),
  );
  const known = statements.filter(({ isOnReplica }) => isOnReplica);
  // The counter of reads has a label of that name.
  expect(mentions.filter((file) => file !== 'core/db/replica-reads.ts')).toEqual(known.map(({ file }) => file));
});

it('neither writes nor locks in a statement of the replica', () => {
  const writing =
    /\b(INSERT INTO|UPDATE \w+ SET|DELETE FROM|FOR (NO KEY )?UPDATE|FOR (KEY )?SHARE|nextval|pg_advisory|pg_notify)\b/i;
  // The text of a list of the operator is composed of the constants of its file.
  const textOf = ({ file, text }: Statement) =>
    text.startsWith('text,') ? sources.find((each) => each.file === file)!.source : text;
  const wrong = statements.filter((statement) => statement.isOnReplica && writing.test(textOf(statement)));
  expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

it.each(Object.entries(MAY_IMPORT))(
  'imports %s only where the replica is opened, chosen or observed',
  (name, files) => {
    const importing = sources.filter(({ source }) =>
      [...source.matchAll(/^import \{([^}]*)\} from '[^']*\/replica(?:-reads)?(?:\.ts)?';/gm)].some(([, names = '']) =>
        names.split(',').some((each) => each.trim().split(' ')[0] === name),
      ),
    );
    expect(importing.map(({ file }) => file)).toEqual(files.toSorted());
  },
);
