import { basename } from 'node:path';
import type { ImportView } from '@haat/contract/catalog/imports.calls';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/database.ts';
import { decodeCsv } from '../../lib/csv/csv.ts';
import { isWorkbook } from '../../lib/csv/workbook.ts';
import { Import, ImportUpload } from '../../db/catalog.models.ts';
import { DomainError } from '../../errors.ts';
import { countUse, type Limit, uncountUse } from '../../rate-limit/limit.ts';
import type { Session } from '../../accounts/session.ts';
import { findActingShop } from '../../accounts/shop-rights.ts';
import { chooseSheet } from './find-table.ts';
import { endImport, findImport, findImportRecord, type ImportRequest, UNPLANNED } from './import-record.ts';
import { clearRows } from './import-rows.ts';
import { describeTable, REFUSED_LIMIT } from './read-upload.ts';
import { refuseSecondImport } from './request-import.ts';

const LIMIT: Limit = { name: 'import', points: 120, seconds: 3600 };

type Upload = { by: Session; shopId: number; file: { name: string; bytes: Buffer }; isDryRun: boolean };

/**
 * Stores a file of products, CSV, XLSX or HTML, for the worker to import. A workbook is also read by the worker: one of a shop at
 * a time, so that shops take turns. Where nothing says what the columns are, that has to be set first. Throws `file_unreadable`
 * for a text that is not a table or has no rows, `import_conflict` while another import of the shop is in progress,
 * `rate_limited`, and what `findActingShop` does.
 */
export async function startImport({ by, shopId, file, isDryRun }: Upload): Promise<ImportView> {
  await findActingShop('catalog', by, shopId);
  await countUse(LIMIT, String(by.userId));
  await countUse(REFUSED_LIMIT, String(by.actorId));
  const { bytes } = file;
  const row = { shopId, actorId: by.actorId, fileName: displayName(file.name), isDryRun };
  const id = isWorkbook(bytes) ? await storeWorkbook(row, bytes) : await storeText(row, bytes);
  return findImport({ by, shopId, id });
}

type NewImport = Pick<Import, 'shopId' | 'actorId' | 'fileName' | 'isDryRun'>;

async function storeWorkbook(row: NewImport, bytes: Buffer): Promise<number> {
  try {
    return await refuseSecondImport(async (client) => {
      const { id } = await Import.query(client).insert({ ...row, file: '', rows: 0, state: 'reading' });
      await ImportUpload.query(client).insert({ importId: id, bytes });
      return id;
    });
  } catch (error) {
    // The file was not refused: it comes too early.
    await uncountUse(REFUSED_LIMIT, String(row.actorId));
    throw error;
  }
}

async function storeText(row: NewImport, bytes: Buffer): Promise<number> {
  const sheet = { name: '', text: decodeCsv(bytes) };
  const chosen = chooseSheet([sheet], undefined);
  await uncountUse(REFUSED_LIMIT, String(row.actorId));
  const table = await describeTable({ sheets: [sheet], chosen }, row);
  const insert = async (client: PoolClient) => {
    const { id } = await Import.query(client).insert({ ...row, ...table });
    return id;
  };
  return table.state === 'waiting' ? refuseSecondImport(insert) : inTransaction(insert);
}

/** The part of a file's name that a list shows. */
const displayName = (name: string): string =>
  basename(name.replaceAll('\\', '/'))
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 120) || 'products.csv';

type Applying = ImportRequest & { by: Session; acceptsUnusual: boolean };

/**
 * Applies a finished dry run: imports the same file for real. Does nothing if it is already applied. Stock that was sold since
 * the dry run is not overwritten; without `acceptsUnusual`, rows with an unusual price are left out. Throws what `findImport`
 * does, and `import_conflict` for a dry run that is not finished and while another import is in progress.
 */
export async function applyImport({ by, shopId, id, acceptsUnusual }: Applying): Promise<ImportView> {
  const record = await findImportRecord({ by, shopId, id });
  if (record.isDryRun) {
    await refuseSecondImport(async (client) => {
      const restarted = await Import.query(client)
        .findById(id)
        .where({ isDryRun: true, state: 'done' })
        .patch({ ...UNPLANNED, isDryRun: false, state: 'waiting', acceptsUnusual, actorId: by.actorId });
      if (restarted > 0) {
        await clearRows(client, id);
        return id;
      }
      // A concurrent request has just applied it.
      const dryRun = await Import.query(client).findById(id).select('isDryRun');
      if (dryRun?.isDryRun === false) return undefined;
      throw new DomainError('import_conflict', 'Only a completed dry run can be applied.');
    });
  }
  return findImport({ by, shopId, id });
}

/** Cancels an import after its current product; imported products stay. Throws what `findImport` does. */
export async function cancelImport(request: ImportRequest): Promise<ImportView> {
  const { id } = await findImportRecord(request);
  await endImport({ id, as: 'cancelled' });
  return findImport(request);
}
