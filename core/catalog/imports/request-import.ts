import { DatabaseError, type PoolClient } from 'pg';
import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { addToOutbox } from '../../queue/outbox.ts';

/**
 * Starts an import in a transaction, with its job. `start` returns
 * the id of the import; undefined starts nothing. Throws `import_conflict` while another import of the shop is in progress.
 */
export async function refuseSecondImport<Id extends number | undefined>(
  start: (client: PoolClient) => Promise<Id>,
): Promise<Id> {
  try {
    return await inTransaction(async (client) => {
      const id = await start(client);
      if (id !== undefined) await addToOutbox(client, 'import.requested', id);
      return id;
    });
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint === 'imports_one_at_a_time')) throw error;
    throw new DomainError(
      'import_conflict',
      'Another import of this shop is in progress. Wait until it finishes, or cancel it.',
    );
  }
}
