import type { PoolClient } from 'pg';
import type { GroupDraft } from './draft-group.ts';
import type { FoundProblem } from './import-row.ts';

/** What became of rows. */
export type Settled = { created: number; changed: number; unchanged: number; problems: FoundProblem[] };

/** What becomes of the rows of a product when its draft is stored. */
export function settledBy({ changes, unchanged, problems }: GroupDraft): Settled {
  const created = changes.filter(({ kind }) => kind === 'created').length;
  return { created, changed: changes.length - created, unchanged, problems };
}

/** What became of all of them. */
export const together = (all: readonly Settled[]): Settled => ({
  created: all.reduce((sum, { created }) => sum + created, 0),
  changed: all.reduce((sum, { changed }) => sum + changed, 0),
  unchanged: all.reduce((sum, { unchanged }) => sum + unchanged, 0),
  problems: all.flatMap(({ problems }) => problems),
});

/** Counts what became of rows and keeps what is wrong with them, in the transaction that did it. */
export async function settleRows(client: PoolClient, importId: number, settled: Settled): Promise<void> {
  const { created, changed, unchanged, problems } = settled;
  const failed = new Set(problems.map(({ row }) => row)).size;
  await client.query({ name: 'settle-rows', text: COUNT, values: [importId, created, changed, unchanged, failed] });
  if (problems.length === 0) return;
  await client.query({ name: 'keep-problems', text: KEEP, values: [importId, JSON.stringify(problems)] });
}

const COUNT = `
  UPDATE imports SET created = created + $2, changed = changed + $3, unchanged = unchanged + $4, failed = failed + $5
  WHERE id = $1`;

const KEEP = `
  INSERT INTO import_problems (import_id, row, place, code)
  SELECT DISTINCT $1::bigint, p.row, coalesce(p."column", ''), p.code
  FROM jsonb_to_recordset($2::jsonb) AS p(row integer, "column" text, code text)`;
