import pg from 'pg';

/** A row as the table has it: columns in snake_case. */
export type Row = Record<string, unknown>;

/** Reserves unique ids, in rising order, for rows that refer to each other before they are written. */
export async function reserveIds(client: pg.ClientBase, table: string, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id FROM generate_series(1, $2::integer)`,
    [table, count],
  );
  return rows.map(({ id }) => Number(id));
}

/** Writes all rows in one statement. All rows must have the columns of the first one. */
export async function insertRows(client: pg.ClientBase, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).map(pg.escapeIdentifier).join(', ');
  const name = pg.escapeIdentifier(table);
  await client.query(
    `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
     SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** `insertRows` with an id reserved for each row; answers the rows with their ids. */
export async function insertWithIds<R extends Row>(
  client: pg.ClientBase,
  table: string,
  rows: readonly R[],
): Promise<(R & { id: number })[]> {
  const ids = await reserveIds(client, table, rows.length);
  const numbered = rows.map((row, at) => ({ ...row, id: ids[at] ?? 0 }));
  await insertRows(client, table, numbered);
  return numbered;
}
