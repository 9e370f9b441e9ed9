import { DatabaseError, type PoolClient } from 'pg';
import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { addToOutbox, dispatchSoon } from '../../queue/outbox.ts';

/**
 * Starts an import in a transaction, with the outbox row of its job, and dispatches that after the commit. `start` returns
 * the id of the import; undefined starts nothing. Throws `import_conflict` while another import of the shop is in progress.
 */
export async function refuseSecondImport<Id extends number | undefined>(
  start: (client: PoolClient) => Promise<Id>,
): Promise<Id> {
  try {
    const { id, job } = await inTransaction(async (client) => {
      const started = await start(client);
      if (started === undefined) return { id: started };
      return { id: started, job: await addToOutbox(client, 'import.requested', started) };
    });
    if (job) dispatchSoon(job);
    return id;
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint === 'imports_one_at_a_time')) throw error;
    throw importConflict();
  }
}

export const importConflict = (): DomainError =>
  new DomainError(
    'import_conflict',
    'Another import of this shop is in progress. Wait until it finishes, or cancel it.',
  );
