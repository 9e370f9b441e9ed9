import type { ClientBase, Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { database } from './database.ts';

/** What a statement runs on: the pool, or the client of a transaction. */
export type Connection = Pick<ClientBase, 'query'> | Pool;

/** A statement with named parameters. `Params` and `Row` exist for the compiler only. */
export type Sql<Params, Row> = {
  readonly text: string;
  readonly parameters: readonly string[];
  readonly name: string | undefined;
  readonly types?: (params: Params) => Row;
};

/**
 * Declares a statement: `:userId` in the text is the parameter `userId`, wherever and however often it stands. `prepareAs`
 * prepares it once per connection under that name, for statements on a hot path. Columns arrive in camelCase.
 */
export function sql<Params, Row = never>(text: string, prepareAs?: string): Sql<Params, Row> {
  const parameters: string[] = [];
  const numbered = text.replace(NAMED_PARAMETER, (_, name: string) => {
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  });
  return { text: numbered, parameters, name: prepareAs };
}

// Not the second colon of a cast (`::int`) and not a time of day inside a literal (`'09:30'`).
const NAMED_PARAMETER = /(?<![:\w]):([a-z]\w*)/gi;

/** All rows. */
export async function many<Params, Row>(statement: Sql<Params, Row>, params: Params, on?: Connection): Promise<Row[]> {
  return camelCaseRows<Row>(await query(statement, params, on));
}

/** The first row; undefined when there is none. */
export async function one<Params, Row>(
  statement: Sql<Params, Row>,
  params: Params,
  on?: Connection,
): Promise<Row | undefined> {
  return camelCaseRows<Row>(await query(statement, params, on))[0];
}

/** How many rows the statement wrote, or found. */
export async function run<Params, Row>(statement: Sql<Params, Row>, params: Params, on?: Connection): Promise<number> {
  return (await query(statement, params, on)).rowCount ?? 0;
}

/** The statement with its values in place, for a client of pg. */
export function bind<Params, Row>({ text, parameters, name }: Sql<Params, Row>, params: Params): QueryConfig {
  const values = parameters.map((parameter) => {
    const value = (params as Record<string, unknown>)[parameter];
    if (value === undefined && !(parameter in (params as object))) throw new Error(`No value for :${parameter}`);
    return value;
  });
  return name === undefined ? { text, values } : { name, text, values };
}

async function query<Params, Row>(
  statement: Sql<Params, Row>,
  params: Params,
  on: Connection = database().pool,
): Promise<QueryResult> {
  return on.query(bind(statement, params));
}

function camelCaseRows<Row>({ fields, rows }: QueryResult): Row[] {
  const columns = fields.map(({ name }) => [name, camelCase(name)] as const);
  if (columns.every(([column, key]) => column === key)) return rows as Row[];
  return (rows as QueryResultRow[]).map(
    (row) => Object.fromEntries(columns.map(([column, key]) => [key, row[column]])) as Row,
  );
}

const camelCase = (column: string): string =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
