import { createHash } from 'node:crypto';
import type { FileColumn, ImportView } from '@haat/contract/catalog/imports.calls';
import { columnOfExport, type ColumnMapping, guessColumns, namesProducts } from '@haat/contract/catalog/import-columns';
import type { PoolClient } from 'pg';
import { type CsvTable, readRows } from '../../lib/csv/csv.ts';
import { run, sql } from '../../db/database.ts';
import { ImportColumns } from '../../db/catalog.models.ts';
import { DomainError, invalidField } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { findImport, findImportRecord, type ImportRequest } from './import-record.ts';
import { clearRows } from './import-rows.ts';
import { isProblemColumn, MAX_NAME_LENGTH } from './read-file.ts';
import { refuseSecondImport } from './request-import.ts';

type FoundColumns = { columns: ColumnMapping; isGuessed: boolean };

/** The meaning of a file's columns: the shop's earlier choice for this header, otherwise by their names. */
export async function findColumns(shopId: number, header: string[]): Promise<FoundColumns> {
  const chosen = await ImportColumns.query().findById([shopId, headerHash(header)]);
  if (chosen) return { columns: withProblemColumns(header, chosen.columns), isGuessed: false };
  const columns = guessColumns(header);
  const isGuessed = columns.some((column, at) => column !== (columnOfExport(header[at] ?? '') ?? null));
  return { columns, isGuessed };
}

// The columns that a file of wrong rows has in addition are not counted: the corrected file has the header of the first one.
const ownColumns = (header: string[]): string[] => header.filter((name) => !isProblemColumn(name));

const headerHash = (header: string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(ownColumns(header).map((name) => name.toLowerCase())))
    .digest('base64url');

function withProblemColumns(header: string[], chosen: ColumnMapping): ColumnMapping {
  let next = 0;
  return header.map((name) => {
    if (isProblemColumn(name)) return null;
    next += 1;
    return chosen[next - 1] ?? null;
  });
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

type Choice = ImportRequest & { by: Session; columns: ColumnMapping };

/**
 * Sets the meaning of a file's columns, checks the file again, and remembers the choice for files of the shop with the same
 * header. Throws what `findImport` does, `invalid_input` for columns that do not fit the file, and `import_conflict` for an
 * import that was applied and while another one is in progress.
 */
export async function setImportColumns({ by, shopId, id, columns }: Choice): Promise<ImportView> {
  const record = await findImportRecord({ by, shopId, id });
  refuseUnfit(columns, record.header.length);
  const header = record.header.map(({ name }) => name);
  await refuseSecondImport(async (client) => {
    const isOpen = (await run(RESTART, { id, actorId: by.actorId, columns: JSON.stringify(columns) }, client)) > 0;
    if (!isOpen) throw new DomainError('import_conflict', 'The columns of a file that was imported cannot be changed.');
    await clearRows(client, id);
    await remember(client, { shopId, header, columns });
    return id;
  });
  return findImport({ by, shopId, id });
}

function refuseUnfit(columns: ColumnMapping, count: number): void {
  const chosen = columns.filter((column) => column !== null);
  if (columns.length !== count) throw invalidField('columns', `must be a list of ${count}, as the file has columns`);
  if (new Set(chosen).size < chosen.length) throw invalidField('columns', 'has a column twice');
  if (!namesProducts(columns)) throw invalidField('columns', 'must include name, variant_id or barcode');
}

const RESTART = sql<{ id: number; actorId: number; columns: string }>(
  `UPDATE imports SET columns = :columns, actor_id = :actorId, state = 'waiting', is_dry_run = true, plan = '[]', seen = '{}',
     position = 0, created = 0, changed = 0, unchanged = 0, failed = 0, unusual = 0, findings = '{}', finished_at = NULL
   WHERE id = :id AND (state = 'unmapped' OR (is_dry_run AND state IN ('done', 'cancelled', 'failed')))`,
);

type Chosen = { shopId: number; header: string[]; columns: ColumnMapping };

async function remember(client: PoolClient, { shopId, header, columns }: Chosen): Promise<void> {
  const own = columns.filter((_, at) => !isProblemColumn(header[at] ?? ''));
  await run(REMEMBER, { shopId, headerHash: headerHash(header), columns: JSON.stringify(own) }, client);
}

const REMEMBER = sql<{ shopId: number; headerHash: string; columns: string }>(
  `INSERT INTO import_columns (shop_id, header_hash, columns) VALUES (:shopId, :headerHash, :columns)
   ON CONFLICT (shop_id, header_hash) DO UPDATE SET columns = excluded.columns, updated_at = now()`,
);
