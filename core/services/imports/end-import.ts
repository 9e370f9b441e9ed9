import type { ImportState } from '@haat/contract/api/imports.schema';
import { inTransaction } from '../../db/transaction.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { IMPORT_RECORD, type ImportRecord } from './import-record.ts';

type End = { id: number; as: Extract<ImportState, 'done' | 'cancelled' | 'failed'> };

/** Ends an import that is under way, and tells the activity log what came of it; one that has ended stays as it is. */
export async function endImport({ id, as }: End): Promise<void> {
  await inTransaction(async (client) => {
    const { rowCount } = await client.query({ name: 'end-import', text: END, values: [id, as] });
    if (!rowCount) return;
    const { rows } = await client.query<ImportRecord>({
      name: 'ended-import',
      text: `${IMPORT_RECORD} WHERE id = $1`,
      values: [id],
    });
    const [record] = rows;
    if (!record || record.isDryRun) return;
    const { shopId, actorId, fileName: subject, created, changed, unchanged, failed } = record;
    const after = { created, changed, unchanged, failed };
    await recordActivity(client, { shopId, actorId, action: 'products.imported', subject, after });
  });
}

const END = `UPDATE imports SET state = $2, finished_at = now() WHERE id = $1 AND state IN ('waiting', 'running')`;
