import type { ImportView } from '@haat/contract/api/imports.schema';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import type { Session } from '../auth/session.ts';
import { findImport, findImportRecord } from './find-import.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { requestImport } from './request-import.ts';

type Request = { by: Session; shopId: number; id: number };

/**
 * Makes a finished dry run a real import of the same file; one that is real already stays as it is. A stock that was sold
 * from since the dry run is not overwritten. Throws what `findImport` does, and `import_conflict` for a dry run that is not
 * finished and while another import is under way.
 */
export async function applyImport({ by, shopId, id }: Request): Promise<ImportView> {
  const record = await findImportRecord({ by, shopId, id });
  if (record.isDryRun) {
    const outboxId = await oneAtATime(() => inTransaction((client) => restart(client, id, by.userId)));
    if (outboxId !== undefined) dispatchSoon({ id: outboxId, topic: 'import.requested', subjectId: id });
  }
  return findImport({ by, shopId, id });
}

async function restart(client: PoolClient, id: number, actorId: number): Promise<number | undefined> {
  const { rowCount } = await client.query({ name: 'apply-import', text: RESTART, values: [id, actorId] });
  if (rowCount) {
    await client.query({
      name: 'forget-problems',
      text: 'DELETE FROM import_problems WHERE import_id = $1',
      values: [id],
    });
    return requestImport(client, id);
  }
  const { rows } = await client.query<{ is_dry_run: boolean }>('SELECT is_dry_run FROM imports WHERE id = $1', [id]);
  // Somebody else has just asked for the same.
  if (rows[0]?.is_dry_run === false) return undefined;
  throw new DomainError('import_conflict', 'Only a check that is finished can be applied.');
}

const RESTART = `
  UPDATE imports SET is_dry_run = false, state = 'waiting', actor_id = $2, plan = '[]', position = 0, created = 0,
    changed = 0, unchanged = 0, failed = 0, findings = '{}', finished_at = NULL
  WHERE id = $1 AND is_dry_run AND state = 'done'`;
