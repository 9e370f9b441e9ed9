import { basename } from 'node:path';
import type { ImportState, ImportView } from '@haat/contract/catalog/imports.calls';
import { namesProducts } from '@haat/contract/catalog/import-columns';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/database.ts';
import { decodeCsv } from '../../lib/csv/csv.ts';
import { isWorkbook, readWorkbook } from '../../lib/csv/workbook.ts';
import type { Sheet } from '../../lib/csv/workbook-thread.ts';
import { Import, ImportSheet } from '../../db/catalog.models.ts';
import { DomainError } from '../../errors.ts';
import { countUse, uncountUse, type Limit } from '../../rate-limit/limit.ts';
import type { Session } from '../../accounts/session.ts';
import { findActingShop } from '../../accounts/shop-rights.ts';
import { chooseSheet, type OpenedFile } from './find-table.ts';
import { describeColumns, describeLayout, findColumns } from './import-columns.ts';
import { endImport, findImport, findImportRecord, type ImportRequest, UNPLANNED } from './import-record.ts';
import { clearRows } from './import-rows.ts';
import { importConflict, refuseSecondImport } from './request-import.ts';

const LIMIT: Limit = { name: 'import', points: 120, seconds: 3600 };
/** Refused files: a user corrects a few, a program sends many. */
const REFUSED_LIMIT: Limit = { name: 'import-refused', points: 20, seconds: 3600 };

type Upload = { by: Session; shopId: number; file: { name: string; bytes: Buffer }; isDryRun: boolean };

/**
 * Stores a file of products, CSV, XLSX or HTML, for the worker to import. Where nothing says what its columns are, that has to
 * be set first; where columns, heading or sheet are guessed, the file is only checked. Throws `file_unreadable` for a file that is not a table or has no
 * rows, `import_conflict` while another import of the shop is in progress, `rate_limited`, and what `findActingShop` does.
 */
export async function startImport({ by, shopId, file, isDryRun }: Upload): Promise<ImportView> {
  await findActingShop('catalog', by, shopId);
  await countUse(LIMIT, String(by.userId));
  const checking = isWorkbook(file.bytes) ? whileReading(shopId, by, file.bytes) : checkFile(file.bytes, by);
  const { sheets, chosen } = await checking;
  const { name, text, table, header } = chosen;
  const { columns, isGuessed } = await findColumns(shopId, chosen);
  const layout = describeLayout(table, {
    sheet: sheets.length > 1 || name !== '' ? name : null,
    sheets: sheets.length > 1 ? sheets.map((each) => each.name) : [],
  });
  const state: ImportState = namesProducts(columns) ? 'waiting' : 'unmapped';
  const row = {
    shopId,
    actorId: by.actorId,
    fileName: displayName(file.name),
    file: text,
    layout,
    header: await describeColumns(table, header),
    columns,
    state,
    isDryRun: isDryRun || isGuessed || sheets.length > 1 || state === 'unmapped',
    rows: table.rows.length,
  };
  const insert = async (client: PoolClient) => {
    const { id } = await Import.query(client).insert(row);
    for (const each of sheets.length > 1 ? sheets : [])
      await ImportSheet.query(client).insert({ importId: id, name: each.name, file: each.text });
    return id;
  };
  const id = state === 'waiting' ? await refuseSecondImport(insert) : await inTransaction(insert);
  return findImport({ by, shopId, id });
}

/** The sheets of a file, and the one with the table; a file without sheets is one without a name. */
type CheckedFile = { sheets: Sheet[]; chosen: Sheet & OpenedFile };

/** Reads a file and finds its table. Counts as refused until it turns out to be readable. */
async function checkFile(bytes: Buffer, by: Session): Promise<CheckedFile> {
  const userId = String(by.userId);
  await countUse(REFUSED_LIMIT, userId);
  const isText = !isWorkbook(bytes);
  const sheets = isText ? [{ name: '', text: decodeCsv(bytes) }] : named(await readWorkbook(bytes));
  const chosen = chooseSheet(sheets, isText ? undefined : ',');
  await uncountUse(REFUSED_LIMIT, userId);
  return { sheets, chosen };
}

const MAX_SHEET_NAME = 60;

/** Sheets with names that are there once: the tables of a page have none. */
const named = (sheets: Sheet[]): Sheet[] =>
  sheets.map(({ name: full, text }, at) => {
    const name = full.slice(0, MAX_SHEET_NAME);
    const isOnce =
      name !== '' && sheets.every((each, other) => other === at || each.name.slice(0, MAX_SHEET_NAME) !== name);
    return { name: isOnce ? name : `${name} ${at + 1}`.trim(), text };
  });

/** The shops whose workbook is being read by this process, or waits. */
const reading = new Set<number>();

/** Checks a workbook, one of a shop at a time: a second one would have to wait for the import of the first anyway. */
async function whileReading(shopId: number, by: Session, bytes: Buffer): Promise<CheckedFile> {
  if (reading.has(shopId)) throw importConflict();
  reading.add(shopId);
  try {
    return await checkFile(bytes, by);
  } finally {
    reading.delete(shopId);
  }
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
