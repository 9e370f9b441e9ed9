import type { Readable } from 'node:stream';
import { writeCsv } from '../lib/csv/csv.ts';
import { one, sql } from '../db/database.ts';
import { withPermission } from '../db/replica-reads.ts';
import { PLATFORM_ZONE } from './platform-zone.sql.ts';

/** A list of the operator as a file. */
export type ListFile = { csv: Readable; fileName: string };

/** `columns`: the cell of each column for a row. `listIds`: of all rows, in the order of the list. */
type Export<Row> = {
  name: string;
  columns: Record<string, (row: Row) => string | number | Date | null>;
  listIds: () => Promise<number[]>;
  read: (ids: number[]) => Promise<Row[]>;
};

/** The number of rows per read. */
export const EXPORT_PAGE = 500;

/**
 * All rows of a list as CSV, read page by page as the file is sent. The list is sorted once: only a few of its orders have an
 * index, and without one each page that begins after a row would sort all of them again. Rows deleted in the meantime are left
 * out. Its name has today in the time zone of the platform.
 */
export async function exportList<Row extends { id: number }>(list: Export<Row>): Promise<ListFile> {
  const found = await one(TODAY, {});
  return {
    csv: writeCsv(Object.keys(list.columns), withPermission(lines(list))),
    fileName: `${list.name}-${found?.today}.csv`,
  };
}

async function* lines<Row extends { id: number }>({ columns, listIds, read }: Export<Row>): AsyncGenerator<string[]> {
  const ids = await listIds();
  for (let at = 0; at < ids.length; at += EXPORT_PAGE) {
    const page = ids.slice(at, at + EXPORT_PAGE);
    const rows = new Map((await read(page)).map((row) => [row.id, row]));
    for (const id of page) {
      const row = rows.get(id);
      if (row) yield Object.values(columns).map((cell) => textOf(cell(row)));
    }
  }
}

function textOf(value: string | number | Date | null): string {
  if (value instanceof Date) return value.toISOString();
  return value === null ? '' : String(value);
}

const TODAY = sql<object, { today: string }>(
  `SELECT to_char(now() AT TIME ZONE ${PLATFORM_ZONE}, 'YYYY-MM-DD') AS today`,
);
