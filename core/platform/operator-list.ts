import type { Readable } from 'node:stream';
import { type Direction, firstDirection } from '@haat/contract/platform/operator-lists';
import { many, one, type Sql, sql } from '../db/database.ts';
import { withPermission } from '../db/replica-reads.ts';
import { writeCsv } from '../lib/csv/csv.ts';
import { PLATFORM_ZONE } from './platform-zone.sql.ts';

type Sorting<Sort> = { sort?: Sort | undefined; direction?: Direction | undefined };
type Page = { limit?: number | undefined; after?: number | undefined };
type Order = { direction: Direction; by: string };

/** The condition of a filter, and the values of its parameters. */
type Matches = { where: string; params: object };

type Definition<Row, Filter, Sort extends string> = {
  table: string;
  /** The alias of the table in keys and conditions. */
  as: string;
  /** The key of each sort, never NULL. */
  keys: Record<Sort, string>;
  /** The tables that the key reads besides. */
  joins?: Partial<Record<Sort, string>>;
  /** `WITH` and the common table expressions that joins and sums read. */
  begin?: string;
  match: (filter: Filter) => Matches;
  /** The statement of the rows whose ids the statement `ids` selects. */
  rows: (ids: string, order: Order & { sort: Sort }) => string;
  /** The statement of the sums, without its condition. */
  sums: string;
  /** The largest page. */
  most: number;
  /** The name and the columns of the file. */
  file: { name: string; columns: Record<string, (row: Row) => string | number | Date | null> };
  /** Declares a statement; not prepared by name if its plan depends on which parameters are NULL. */
  declare: (text: string) => Sql<object, never>;
};

/** A list of the operator as a file. */
export type ListFile = { csv: Readable; fileName: string };

const DEFAULT_LIMIT = 50;
/** The number of rows that a file reads together. */
export const EXPORT_PAGE = 500;

/** A list of the operator: in pages, summed up, and as a file; filtered, and sorted by `created` unless another sort is given. */
export function operatorList<Row extends { id: number }, Filter, Sort extends string, Sums extends object>(
  of: Definition<Row, Filter, Sort>,
) {
  const { as, begin = '' } = of;
  const read = <Found>(text: string, params: object) => many(of.declare(text) as Sql<object, Found>, params);

  function sorted({ sort = 'created' as Sort, direction = firstDirection(sort) }: Sorting<Sort>) {
    const key = of.keys[sort];
    const isById = key === `${as}.id`;
    const by = isById ? `${key} ${direction}` : `${key} ${direction}, ${as}.id ${direction}`;
    return { sort, direction, by, key, isById, from: `FROM ${of.table} ${as} ${of.joins?.[sort] ?? ''}` };
  }

  /** A page after the row `after`. Finds the ids first, and reads only their rows. */
  function page(request: Filter & Sorting<Sort> & Page): { statement: Sql<object, Row>; params: object } {
    const { limit = DEFAULT_LIMIT, after } = request;
    const { where, params } = of.match(request);
    const { key, isById, from, ...order } = sorted(request);
    const comparison = order.direction === 'asc' ? '>' : '<';
    const isAfter = isById
      ? `${key} ${comparison} :after`
      : `(${key}, ${as}.id) ${comparison} (SELECT ${key}, ${as}.id ${from} WHERE ${as}.id = :after)`;
    const ids = `SELECT ${as}.id ${from} WHERE ${where} AND (:after::bigint IS NULL OR ${isAfter})
      ORDER BY ${order.by} LIMIT :limit::int`;
    const statement = of.declare(of.rows(ids, order)) as Sql<object, Row>;
    return { statement, params: { ...params, after, limit: Math.min(limit, of.most) } };
  }

  async function list(request: Filter & Sorting<Sort> & Page): Promise<Row[]> {
    const { statement, params } = page(request);
    return many(statement, params);
  }

  /** The sums of all rows that match the filter. */
  async function summarize(filter: Filter): Promise<Sums> {
    const { where, params } = of.match(filter);
    const [sums] = await read<Sums>(`${begin} ${of.sums} WHERE ${where}`, params);
    if (!sums) throw new Error('A sum has one row');
    return sums;
  }

  async function listIds(request: Filter & Sorting<Sort>): Promise<number[]> {
    const { where, params } = of.match(request);
    const { from, by } = sorted(request);
    const rows = await read<{ id: number }>(`${begin} SELECT ${as}.id ${from} WHERE ${where} ORDER BY ${by}`, params);
    return rows.map(({ id }) => id);
  }

  /**
   * All rows, or these, as CSV, read page by page as the file is sent. The list is sorted once: only a few of its
   * orders have an index, and without one each page that begins after a row would sort all of them again. Rows deleted in the
   * meantime are left out. Its name has today in the time zone of the platform.
   */
  async function exportFile(request: Filter & Sorting<Sort>, listed?: { id: number }[]): Promise<ListFile> {
    const { name, columns } = of.file;
    const found = await one(TODAY, {});
    const ids = listed?.map(({ id }) => id);
    const csv = writeCsv(Object.keys(columns), withPermission(lines(request, ids)));
    return { csv, fileName: `${name}-${found?.today}.csv` };
  }

  async function* lines(request: Filter & Sorting<Sort>, given?: number[]): AsyncGenerator<string[]> {
    const cells = Object.values(of.file.columns);
    const text = of.rows('SELECT unnest(:ids::bigint[]) AS id', sorted(request));
    const all = given ?? (await listIds(request));
    for (let at = 0; at < all.length; at += EXPORT_PAGE) {
      const ids = all.slice(at, at + EXPORT_PAGE);
      const rows = new Map((await read<Row>(text, { ids })).map((row) => [row.id, row]));
      for (const row of ids.map((id) => rows.get(id))) if (row) yield cells.map((cell) => textOf(cell(row)));
    }
  }

  return { page, list, summarize, exportFile };
}

function textOf(value: string | number | Date | null): string {
  if (value instanceof Date) return value.toISOString();
  return value === null ? '' : String(value);
}

const TODAY = sql<object, { today: string }>(
  `SELECT to_char(now() AT TIME ZONE ${PLATFORM_ZONE}, 'YYYY-MM-DD') AS today`,
);

/** The days that a list is of, `YYYY-MM-DD`, both included, in the time zone of the platform. */
export type ListDays = { from?: string | undefined; to?: string | undefined };

const BEGIN_OF = (day: string) => `((${day})::timestamp AT TIME ZONE ${PLATFORM_ZONE})`;

/** Whether a time is within the days `:from` to `:to`, of which each may be NULL. */
export const IN_DAYS = (at: string): string => `(:from::date IS NULL OR ${at} >= ${BEGIN_OF(':from::date')})
    AND (:to::date IS NULL OR ${at} < ${BEGIN_OF(':to::date + 1')})`;

/** A pattern of LIKE that finds the text anywhere. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
