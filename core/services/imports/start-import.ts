import { basename } from 'node:path';
import type { ImportView } from '@haat/contract/api/imports';
import { DatabaseError, type PoolClient } from 'pg';
import { decodeCsv } from '../../csv/csv.ts';
import { inTransaction, one, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../jobs/outbox.ts';
import { countUse, uncountUse, type Limit } from '../../rate-limit/limit.ts';
import type { Session } from '../auth/session.ts';
import { findActingShop } from '../auth/shop-rights.ts';
import { endImport, findImport, findImportRecord, type ImportRequest } from './import-record.ts';
import { openFile } from './read-file.ts';

const LIMIT: Limit = { name: 'import', points: 120, seconds: 3600 };
/** Refused files: a user corrects a few, a program sends many. */
const REFUSED_LIMIT: Limit = { name: 'import-refused', points: 20, seconds: 3600 };

type Upload = { by: Session; shopId: number; file: { name: string; bytes: Buffer }; isDryRun: boolean };

/**
 * Stores a CSV file of products for the worker to import. Throws `file_unreadable` for a file that is not CSV or has no
 * rows, `import_conflict` while another import of the shop is in progress, `rate_limited`, and what `findActingShop` does.
 */
export async function startImport({ by, shopId, file, isDryRun }: Upload): Promise<ImportView> {
  await findActingShop(by, shopId);
  await countUse(LIMIT, String(by.userId));
  const { text, rows } = await checkFile(file.bytes, String(by.userId));
  const row = { shopId, actorId: by.userId, fileName: displayName(file.name), file: text, isDryRun, rows };
  const id = await refuseSecondImport(async (client) => {
    const inserted = await one(INSERT, row, client);
    if (!inserted) throw new DomainError('internal', 'The import was not stored');
    return inserted.id;
  });
  return findImport({ by, shopId, id });
}

/** The text of a file and how many rows it has. Counts as refused until it turns out to be readable. */
async function checkFile(bytes: Buffer, userId: string): Promise<{ text: string; rows: number }> {
  await countUse(REFUSED_LIMIT, userId);
  const text = decodeCsv(bytes);
  const { table } = openFile(text);
  await uncountUse(REFUSED_LIMIT, userId);
  return { text, rows: table.rows.length };
}

type NewImport = { shopId: number; actorId: number; fileName: string; file: string; isDryRun: boolean; rows: number };

const INSERT = sql<NewImport, { id: number }>(
  `INSERT INTO imports (shop_id, actor_id, file_name, file, is_dry_run, rows)
   VALUES (:shopId, :actorId, :fileName, :file, :isDryRun, :rows) RETURNING id`,
  'start-import',
);

/** The part of a file's name that a list shows. */
const displayName = (name: string): string =>
  basename(name.replaceAll('\\', '/'))
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 120) || 'products.csv';

/**
 * Starts an import in a transaction, with the outbox row of its job, and dispatches that after the commit. `start` returns
 * the id of the import; undefined starts nothing. Throws `import_conflict` while another import of the shop is in progress.
 */
async function refuseSecondImport<Id extends number | undefined>(
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
    throw new DomainError(
      'import_conflict',
      'Another import of this shop is in progress. Wait until it finishes, or cancel it.',
    );
  }
}

const REQUEST_JOB = sql<{ importId: number }, { id: number }>(
  `INSERT INTO outbox (topic, subject_id) VALUES ('import.requested', :importId) RETURNING id`,
  'request-import',
);

/**
 * Applies a finished dry run: imports the same file for real. One that is applied already stays as it is. Stock that was
 * sold since the dry run is not overwritten. Throws what `findImport` does, and `import_conflict` for a dry run that is not
 * finished and while another import is in progress.
 */
export async function applyImport({ by, shopId, id }: ImportRequest & { by: Session }): Promise<ImportView> {
  const record = await findImportRecord({ by, shopId, id });
  if (record.isDryRun) {
    await refuseSecondImport(async (client) => {
      if ((await run(RESTART, { id, actorId: by.userId }, client)) > 0) {
        await run(DELETE_PROBLEMS, { id }, client);
        return id;
      }
      // A concurrent request has just applied it.
      if ((await one(IS_DRY_RUN, { id }, client))?.isDryRun === false) return undefined;
      throw new DomainError('import_conflict', 'Only a completed dry run can be applied.');
    });
  }
  return findImport({ by, shopId, id });
}

const RESTART = sql<{ id: number; actorId: number }>(
  `UPDATE imports SET is_dry_run = false, state = 'waiting', actor_id = :actorId, plan = '[]', position = 0, created = 0,
     changed = 0, unchanged = 0, failed = 0, findings = '{}', finished_at = NULL
   WHERE id = :id AND is_dry_run AND state = 'done'`,
  'apply-import',
);

const DELETE_PROBLEMS = sql<{ id: number }>('DELETE FROM import_problems WHERE import_id = :id', 'delete-problems');

const IS_DRY_RUN = sql<{ id: number }, { isDryRun: boolean }>('SELECT is_dry_run FROM imports WHERE id = :id');

/** Cancels an import after its current product; what was imported stays. Throws what `findImport` does. */
export async function cancelImport(request: ImportRequest): Promise<ImportView> {
  const { id } = await findImportRecord(request);
  await endImport({ id, as: 'cancelled' });
  return findImport(request);
}
