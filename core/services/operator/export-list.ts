import type { Readable } from 'node:stream';
import { writeCsv } from '../../csv/csv.ts';
import { one, sql } from '../../db/database.ts';
import { PLATFORM_ZONE } from './platform-zone.sql.ts';

/** A list of the operator as a file. */
export type ListFile = { csv: Readable; fileName: string };

/** `columns`: the cell of each column for a row. `load`: a page, after the row of that id. */
type Export<Row> = {
  name: string;
  columns: Record<string, (row: Row) => string | number | Date | null>;
  perPage: number;
  load: (page: { limit: number; after: number | undefined }) => Promise<Row[]>;
};

/** All rows of a list as CSV, read page by page as the file is sent. Its name has today in the time zone of the platform. */
export async function exportList<Row extends { id: number }>(list: Export<Row>): Promise<ListFile> {
  const found = await one(TODAY, {});
  return { csv: writeCsv(Object.keys(list.columns), lines(list)), fileName: `${list.name}-${found?.today}.csv` };
}

async function* lines<Row extends { id: number }>({ columns, perPage, load }: Export<Row>): AsyncGenerator<string[]> {
  for (let after: number | undefined; ;) {
    const page = await load({ limit: perPage, after });
    for (const row of page) yield Object.values(columns).map((cell) => textOf(cell(row)));
    after = page.at(-1)?.id;
    if (page.length < perPage) return;
  }
}

function textOf(value: string | number | Date | null): string {
  if (value instanceof Date) return value.toISOString();
  return value === null ? '' : String(value);
}

const TODAY = sql<object, { today: string }>(
  `SELECT to_char(now() AT TIME ZONE ${PLATFORM_ZONE}, 'YYYY-MM-DD') AS today`,
  'platform-today',
);
