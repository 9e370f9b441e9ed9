import { createHash } from 'node:crypto';
import type { DateReadings, Delimiter, ProductColumn } from '@haat/contract/catalog/import';
import type { FileColumn, ImportState, ImportView } from '@haat/contract/catalog/imports.calls';
import {
  columnOfExport,
  type ColumnMapping,
  guessColumns,
  measureOf,
  namesProducts,
} from '@haat/contract/catalog/import-columns';
import type { PoolClient } from 'pg';
import { type CsvTable, readRows } from '../../lib/csv/csv.ts';
import { many, run, sql } from '../../db/database.ts';
import { type FileLayout, Import, ImportColumns, ImportSheet } from '../../db/catalog.models.ts';
import { DomainError, invalidField } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { type OpenedFile, openFile } from './find-table.ts';
import { sharesWord } from './import-row.ts';
import { ENDED, findImport, findImportRecord, type ImportRequest, UNPLANNED } from './import-record.ts';
import { type NameChoice, rememberNames } from './import-names.ts';
import { clearRows } from './import-rows.ts';
import { isProblemColumn, isYesOrNo, MAX_NAME_LENGTH } from './read-file.ts';
import { refuseSecondImport } from './request-import.ts';
import { scanQueue } from './scan-queue.ts';

type FoundColumns = { columns: ColumnMapping; isGuessed: boolean };

/**
 * The meaning of a file's columns: the shop's earlier choice for these headings, otherwise by their names. A heading below other
 * rows is a guess, too.
 */
export async function findColumns(shopId: number, { table, header }: OpenedFile): Promise<FoundColumns> {
  const chosen = await ImportColumns.query().findById([shopId, headerHash(header)]);
  if (chosen) return { columns: asChosen(header, chosen.columns), isGuessed: false };
  const rows: string[][] = [];
  for await (const batch of readRows(table, table.rows.slice(0, CHECKED_ROWS)))
    rows.push(...batch.map(({ cells }) => cells));
  const columns = await withoutOtherIds(shopId, {
    header,
    rows,
    columns: withoutMisfits(guessColumns(header), { header, rows }),
  });
  const isGuessed =
    table.headingRow !== table.first[0]?.row ||
    columns.some((column, at) => column !== (columnOfExport(header[at] ?? '') ?? null));
  return { columns, isGuessed };
}

const CHECKED_ROWS = 50;

type FirstRows = { header: string[]; rows: string[][] };

/** Numbers without a unit of measure are not the unit of a product, and a status may be another one than published. */
const withoutMisfits = (columns: ColumnMapping, { header, rows }: FirstRows): ColumnMapping =>
  columns.map((column, at) => {
    const name = header[at] ?? '';
    const cells = rows.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
    const isNumber = cells.length > 0 && cells.every((cell) => /^[\d.,]+$/.test(cell));
    if (column === 'unit' && isNumber && !measureOf(name)) return null;
    return column === 'published' && !columnOfExport(name) && !cells.every(isYesOrNo) ? null : column;
  });

/** Another program has ids, too: without both of an export, they are ours if most belong to products of the names beside them. */
async function withoutOtherIds(shopId: number, { header, rows, columns }: FirstRows & { columns: ColumnMapping }) {
  const names = columns.indexOf('name');
  const [ofVariant, ofProduct] = [columns.indexOf('variant_id'), columns.indexOf('product_id')];
  const isExport = IDS.every((id) => header.some((name) => columnOfExport(name) === id));
  if (names < 0 || isExport || (ofVariant < 0 && ofProduct < 0)) return columns;
  const at = Math.max(ofVariant, ofProduct);
  const given = rows.map((cells) => ({ id: Number(cells[at]), name: (cells[names] ?? '').trim() }));
  const ids = given.map(({ id }) => id).filter((id) => Number.isSafeInteger(id) && id > 0);
  const owners = await many(OWNERS, { shopId, ids, isVariant: ofVariant >= 0 });
  const nameOf = new Map(owners.map(({ id, name }) => [id, name]));
  const agreeing = given.filter(({ id, name }) => sharesWord(name, nameOf.get(id) ?? ''));
  return agreeing.length * 2 >= ids.length ? columns : columns.map((column) => (isId(column) ? null : column));
}

const IDS: readonly (ProductColumn | null)[] = ['product_id', 'variant_id'];

const isId = (column: ProductColumn | null): boolean => IDS.includes(column);

const OWNERS = sql<{ shopId: number; ids: number[]; isVariant: boolean }, { id: number; name: string }>(
  `SELECT CASE WHEN :isVariant::boolean THEN v.id ELSE p.id END AS id, p.name
   FROM products p JOIN variants v ON v.product_id = p.id AND v.deleted_at IS NULL
   WHERE p.shop_id = :shopId AND p.deleted_at IS NULL
     AND CASE WHEN :isVariant::boolean THEN v.id ELSE p.id END = ANY(:ids::bigint[])`,
);

// The columns that a file of wrong rows has in addition are not counted: the corrected file has the headings of the first one.
const ownColumns = (header: string[]): number[] =>
  [...header.keys()].filter((at) => !isProblemColumn(header[at] ?? ''));

/** The positions of the own columns in the order of their names: programs may sort the columns of an export. */
const sortedColumns = (header: string[]): number[] =>
  ownColumns(header).toSorted((one, other) => {
    const [a = '', b = ''] = [header[one]?.toLowerCase(), header[other]?.toLowerCase()];
    return a < b ? -1 : a > b ? 1 : one - other;
  });

const headerHash = (header: string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(sortedColumns(header).map((at) => header[at]?.toLowerCase())))
    .digest('base64url');

function asChosen(header: string[], chosen: ColumnMapping): ColumnMapping {
  const sorted = sortedColumns(header);
  return header.map((_, at) => chosen[sorted.indexOf(at)] ?? null);
}

const SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 40;

/** The columns of a file, each with its first cells. */
export async function describeColumns(table: CsvTable, header: string[]): Promise<Omit<FileColumn, 'column'>[]> {
  const rows: string[][] = [];
  for await (const batch of readRows(table, table.rows.slice(0, SAMPLES * 2)))
    rows.push(...batch.map(({ cells }) => cells));
  return header.map((name, at) => {
    const cells = rows.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
    return {
      name: name.slice(0, MAX_NAME_LENGTH),
      samples: cells.slice(0, SAMPLES).map((cell) => cell.slice(0, MAX_SAMPLE_LENGTH)),
    };
  });
}

type Table = { sheet?: string | undefined; headingRow?: number | undefined; delimiter?: Delimiter | undefined };
type Choice = ImportRequest & {
  by: Session;
  columns?: ColumnMapping | undefined;
  dates?: DateReadings | undefined;
  names?: readonly NameChoice[] | undefined;
} & Table;

/**
 * Sets the table of a file, the meaning of its columns and of its dates, checks the file again, and remembers the columns for
 * files of the shop with the same headings. Without columns, they are found anew. Throws what `findImport` does,
 * `invalid_input` for columns that do not fit the file, `file_unreadable` for a sheet or heading without a table, and
 * `import_conflict` for an import that was applied and while another one is in progress.
 */
export async function setImportColumns({
  by,
  shopId,
  id,
  columns: chosen,
  dates,
  names,
  ...place
}: Choice): Promise<ImportView> {
  const record = await findImportRecord({ by, shopId, id });
  const isMoved = Object.values(place).some((each) => each !== undefined);
  const { text, layout, opened } = await scanQueue(() => readAgain(id, place));
  const { table, header } = opened;
  const { columns } = chosen ? { columns: chosen } : await findColumns(shopId, opened);
  if (chosen) refuseUnfit(chosen, header.length);
  const described = await describeColumns(table, header);
  const state: ImportState = namesProducts(columns) ? 'waiting' : 'unmapped';
  await refuseSecondImport(async (client) => {
    const restarted = await Import.query(client)
      .findById(id)
      .where((open) =>
        open.where({ state: 'unmapped' }).orWhere((checked) => checked.where(CHECKED).whereIn('state', ENDED)),
      )
      .patch({
        ...UNPLANNED,
        seen: {},
        isDryRun: true,
        actorId: by.actorId,
        file: text,
        layout,
        header: described,
        columns,
        dates: dates ?? (isMoved ? {} : record.dates),
        names: (names ?? []).map((choice) => ({ ...choice, count: 0 })),
        state,
        rows: table.rows.length,
      });
    if (restarted === 0)
      throw new DomainError('import_conflict', 'The columns of a file that was imported cannot be changed.');
    await clearRows(client, id);
    if (chosen) await remember(client, { shopId, header, columns });
    if (names) await rememberNames(client, shopId, names);
    return state === 'waiting' ? id : undefined;
  });
  return findImport({ by, shopId, id });
}

const CHECKED = { isDryRun: true };

/** The table of the stored file, in the sheet and below the heading that were chosen, or where it was. */
async function readAgain(id: number, { sheet, headingRow, delimiter }: Table) {
  const stored = await Import.query().findById(id).select('file', 'layout').throwIfNotFound();
  const { layout } = stored;
  const isOther = sheet !== undefined && sheet !== layout?.sheet;
  const text = isOther ? (await ImportSheet.query().findById([id, sheet]))?.file : stored.file;
  if (text === undefined) throw invalidField('sheet', 'must be one of the sheets of the file');
  // Only texts have another separator: sheets are stored with commas.
  const separator = layout && layout.sheet !== null ? layout.delimiter : (delimiter ?? layout?.delimiter);
  const row = headingRow ?? (isOther || separator !== layout?.delimiter ? undefined : layout?.headingRow);
  const opened = openFile(text, { delimiter: separator, headingRow: row });
  if (opened.header.length === 0) throw invalidField('heading_row', 'must be one of the first rows of the file');
  const name = isOther ? sheet : (layout?.sheet ?? null);
  return { text, opened, layout: describeLayout(opened.table, { sheet: name, sheets: layout?.sheets ?? [] }) };
}

/** The place of a table, as the dry run shows it. */
export function describeLayout(
  { delimiter, headingRow, first }: CsvTable,
  sheets: Pick<FileLayout, 'sheet' | 'sheets'>,
): FileLayout {
  const firstRows = first.map(({ row, cells }) => ({
    row,
    text: cells
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .join(' · ')
      .slice(0, MAX_NAME_LENGTH),
  }));
  return { ...sheets, delimiter, headingRow, firstRows };
}

function refuseUnfit(columns: ColumnMapping, count: number): void {
  const chosen = columns.filter((column) => column !== null);
  if (columns.length !== count) throw invalidField('columns', `must be a list of ${count}, as the file has columns`);
  if (new Set(chosen).size < chosen.length) throw invalidField('columns', 'has a column twice');
  if (!namesProducts(columns)) throw invalidField('columns', 'must include name, variant_id or barcode');
}

type Chosen = { shopId: number; header: string[]; columns: ColumnMapping };

async function remember(client: PoolClient, { shopId, header, columns }: Chosen): Promise<void> {
  const own = sortedColumns(header).map((at) => columns[at] ?? null);
  await run(REMEMBER, { shopId, headerHash: headerHash(header), columns: JSON.stringify(own) }, client);
}

const REMEMBER = sql<{ shopId: number; headerHash: string; columns: string }>(
  `INSERT INTO import_columns (shop_id, header_hash, columns) VALUES (:shopId, :headerHash, :columns)
   ON CONFLICT (shop_id, header_hash) DO UPDATE SET columns = excluded.columns, updated_at = now()`,
);
