import type { ImportState } from '@haat/contract/catalog/imports.calls';
import { IMPORT_REFUSAL_CODES, type ImportRefusal } from '@haat/contract/catalog/import';
import { namesProducts } from '@haat/contract/catalog/import-columns';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/database.ts';
import { Import, ImportSheet, ImportUpload } from '../../db/catalog.models.ts';
import { NOW } from '../../db/table.ts';
import { DomainError } from '../../errors.ts';
import { readWorkbook } from '../../lib/csv/workbook.ts';
import type { Sheet } from '../../lib/csv/workbook-thread.ts';
import { type Limit, uncountUse } from '../../rate-limit/limit.ts';
import { chooseSheet, type OpenedFile } from './find-table.ts';
import { describeColumns, describeLayout, findColumns } from './import-columns.ts';

/** Refused files of a member: a person corrects a few, a program sends many. A workbook counts until it was read. */
export const REFUSED_LIMIT: Limit = { name: 'import-refused', points: 20, seconds: 3600 };

/** The sheets of a file, and the one with the table; a file without sheets is one without a name. */
export type CheckedFile = { sheets: Sheet[]; chosen: Sheet & OpenedFile };

/**
 * Reads the workbook of an import that is `reading` and finds its table. Returns the import if its rows come next: not if its columns have to
 * be set first, the file is refused, or the import was cancelled meanwhile. Safe while another worker does the same.
 */
export async function readUpload({ id, shopId, actorId, isDryRun }: Import): Promise<Import | undefined> {
  const upload = await ImportUpload.query().findById(id);
  if (!upload) return undefined;
  const checked = await checkWorkbook(upload.bytes);
  if ('refusal' in checked) {
    await inTransaction((client) => finishReading(client, id, { ...checked, state: 'failed', finishedAt: NOW }));
    return undefined;
  }
  const table = await describeTable(checked, { shopId, isDryRun });
  const read = await inTransaction(async (client) => {
    const [found] = await finishReading(client, id, table);
    if (found) await storeSheets(client, id, checked.sheets);
    return found;
  });
  if (read) await uncountUse(REFUSED_LIMIT, String(actorId));
  return read?.state === 'waiting' ? read : undefined;
}

async function checkWorkbook(bytes: Buffer): Promise<CheckedFile | { refusal: ImportRefusal }> {
  try {
    const sheets = named(await readWorkbook(bytes));
    return { sheets, chosen: chooseSheet(sheets, ',') };
  } catch (error) {
    const refusal = error instanceof DomainError && IMPORT_REFUSAL_CODES.find((code) => code === error.details.reason);
    if (!refusal) throw error;
    return { refusal };
  }
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

/** The upload is deleted with the change of its import: an interrupted reading begins again. */
async function finishReading(client: PoolClient, id: number, change: object): Promise<Import[]> {
  const read = await Import.query(client).where({ id, state: 'reading' }).patch(change).returning('*');
  if (read.length > 0) await ImportUpload.query(client).deleteById(id);
  return read;
}

async function storeSheets(client: PoolClient, importId: number, sheets: Sheet[]): Promise<void> {
  if (sheets.length < 2) return;
  for (const { name, text } of sheets) await ImportSheet.query(client).insert({ importId, name, file: text });
}

/** What an import has of its file. Where columns, heading or sheet are guessed, the file is only checked. */
export async function describeTable(
  { sheets, chosen }: CheckedFile,
  { shopId, isDryRun }: Pick<Import, 'shopId' | 'isDryRun'>,
) {
  const { name, text, table, header } = chosen;
  const { columns, isGuessed } = await findColumns(shopId, chosen);
  const hasSheets = sheets.length > 1;
  const layout = describeLayout(table, {
    sheet: hasSheets || name !== '' ? name : null,
    sheets: hasSheets ? sheets.map((each) => each.name) : [],
  });
  const state: ImportState = namesProducts(columns) ? 'waiting' : 'unmapped';
  return {
    file: text,
    layout,
    header: await describeColumns(table, header),
    columns,
    state,
    isDryRun: isDryRun || isGuessed || hasSheets || state === 'unmapped',
    rows: table.rows.length,
  };
}
