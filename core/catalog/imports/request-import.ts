import { DatabaseError, type PoolClient } from 'pg';
import { inTransaction, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../queue/outbox.ts';

/**
 * Starts an import in a transaction, with the outbox row of its job, and dispatches that after the commit. `start` returns
 * the id of the import; undefined starts nothing. Throws `import_conflict` while another import of the shop is in progress.
 */
export async function refuseSecondImport<Id extends number | undefined>(
  start: (client: PoolClient) => Promise<Id>,
): Promise<Id> {
  try {
    const { id, outboxId } = await inTransaction(async (client) => {
      const started = await start(client);
      const job = started === undefined ? undefined : await one(REQUEST_JOB, { importId: started }, client);
      return { id: started, outboxId: job?.id };
    });
    if (id !== undefined && outboxId !== undefined) {
      dispatchSoon({ id: outboxId, topic: 'import.requested', subjectId: id });
    }
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

const REQUEST_JOB = sql<{ importId: number }, { id: number }>(
  `INSERT INTO outbox (topic, subject_id) VALUES ('import.requested', :importId) RETURNING id`,
);
