import type { ImportProblemView } from '@haat/contract/api/imports.schema';
import { IMPORT_PROBLEMS } from '@haat/contract/rules/import-problem';
import { database } from '../../db/database.ts';

type Row = Omit<ImportProblemView, 'message'>;

/** What is wrong with the rows of an import, in their order; all of it unless told how many. */
export async function listProblems(importId: number, most?: number): Promise<ImportProblemView[]> {
  const { rows } = await database().pool.query<Row>({
    name: 'import-problems',
    text: `SELECT row, nullif(place, '') AS column, code FROM import_problems WHERE import_id = $1
      ORDER BY row, place, code LIMIT $2`,
    values: [importId, most ?? null],
  });
  return rows.map((problem) => ({ ...problem, message: IMPORT_PROBLEMS[problem.code] }));
}
