import type { ImportSummary } from '@haat/contract/api/imports.schema';
import { database } from '../../db/database.ts';
import type { Manager } from '../auth/session.ts';
import { IMPORT_RECORD, type ImportRecord } from './import-record.ts';
import { presentSummary } from './present-import.ts';
import { refuseOthers } from './refuse-others.ts';

/** The last ten imports of a shop, newest first, for those who manage it. Throws forbidden for everybody else. */
export async function listImports({ by, shopId }: { by: Manager; shopId: number }): Promise<ImportSummary[]> {
  refuseOthers(by, shopId);
  const { rows } = await database().pool.query<ImportRecord>({
    name: 'list-imports',
    text: `${IMPORT_RECORD} WHERE shop_id = $1 ORDER BY id DESC LIMIT 10`,
    values: [shopId],
  });
  return rows.map(presentSummary);
}
