import type { ImportProblemView, ImportView } from '@haat/contract/api/imports.schema';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Manager } from '../auth/session.ts';
import { IMPORT_RECORD, type ImportRecord } from './import-record.ts';
import { listProblems } from './list-problems.ts';
import { presentImport } from './present-import.ts';
import { refuseOthers } from './refuse-others.ts';

export type ImportRequest = { by: Manager; shopId: number; id: number };

const MOST_PROBLEMS = 100;

/**
 * One import of a shop, for those who manage it, with the first hundred of its problems. Throws forbidden for everybody
 * else, not_found for imports of other shops.
 */
export async function findImport(request: ImportRequest): Promise<ImportView> {
  const record = await findImportRecord(request);
  const problems: ImportProblemView[] = await listProblems(record.id, MOST_PROBLEMS);
  return presentImport(record, problems);
}

/** The same as its row has it. */
export async function findImportRecord({ by, shopId, id }: ImportRequest): Promise<ImportRecord> {
  refuseOthers(by, shopId);
  const { rows } = await database().pool.query<ImportRecord>({
    name: 'find-import',
    text: `${IMPORT_RECORD} WHERE id = $1 AND shop_id = $2`,
    values: [id, shopId],
  });
  if (!rows[0]) throw new DomainError('not_found', 'Import not found');
  return rows[0];
}
