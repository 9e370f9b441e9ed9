import {
  type FileColumn,
  type ImportName,
  type ImportNameKind,
  type ImportProblemView,
  type ImportState,
  type ImportSummary,
  importSummary,
  importView,
  type ImportView,
} from '@haat/contract/catalog/imports.calls';
import { type DateReadings, IMPORT_PROBLEMS, type ImportRefusal } from '@haat/contract/catalog/import';
import type { ColumnMapping } from '@haat/contract/catalog/import-columns';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../../db/database.ts';
import { type FileLayout, type Findings, Import, ImportUpload } from '../../db/catalog.models.ts';
import { NOW } from '../../db/table.ts';
import { DomainError } from '../../errors.ts';
import { ACTOR_NAME, recordActivity } from '../../activity/activity-log.ts';
import { type Manager, requireRight } from '../../accounts/shop-rights.ts';
import { wire } from '../../lib/wire.ts';
import { UNDO_INTERVAL } from '../change-set.ts';
import type { Outcome } from './draft-product.ts';
import { listKnownNames } from './import-names.ts';
import { listStoredRows } from './import-rows.ts';

/** A row of `imports`, without its file. */
type ImportRecord = {
  id: number;
  shopId: number;
  actorId: number;
  actorName: string | null;
  fileName: string;
  layout: FileLayout | null;
  dates: DateReadings;
  names: ImportName[];
  header: Omit<FileColumn, 'column'>[];
  columns: ColumnMapping | null;
  isDryRun: boolean;
  state: ImportState;
  refusal: ImportRefusal | null;
  rows: number;
  created: number;
  changed: number;
  unchanged: number;
  failed: number;
  unusual: number;
  findings: Findings;
  createdAt: Date;
  finishedAt: Date | null;
  undoneAt: Date | null;
  undoUntil: Date | null;
};

const IMPORT_RECORD = `
  SELECT i.id, i.shop_id, i.actor_id, ${ACTOR_NAME} AS actor_name, i.file_name, i.layout, i.dates, i.names, i.header, i.columns, i.is_dry_run,
    i.state, i.refusal, i.rows, i.created, i.changed, i.unchanged, i.failed, i.unusual, i.findings, i.created_at, i.finished_at, i.undone_at,
    CASE WHEN NOT i.is_dry_run AND i.undone_at IS NULL AND i.finished_at > now() - ${UNDO_INTERVAL}
      AND EXISTS (SELECT FROM import_products done WHERE done.import_id = i.id)
      THEN i.finished_at + ${UNDO_INTERVAL} END AS undo_until
  FROM imports i JOIN users u ON u.id = i.actor_id`;

export type ImportRequest = { by: Manager; shopId: number; id: number };

/** The states of an import that is over. */
export const ENDED: ImportState[] = ['done', 'cancelled', 'failed'];

const MAX_PROBLEMS = 100;
const MAX_PREVIEWS = 20;

/**
 * One import of a shop, for its managers, with the first hundred of its problems. Throws DomainError `forbidden` for anyone
 * else, `not_found` for imports of other shops.
 */
export async function findImport(request: ImportRequest): Promise<ImportView> {
  const record = await findImportRecord(request);
  const [problems, preview, kept] = await Promise.all([
    listProblems(record.id, MAX_PROBLEMS),
    listStoredRows(record.id, { limit: MAX_PREVIEWS }),
    record.undoneAt ? many(KEPT, { id: record.id }) : [],
  ]);
  const { newCategories = [], newUnits = [], ignored = [], notes = [], dates: asked = [] } = record.findings;
  const columns = record.header.map((each, at) => ({ ...each, column: record.columns?.[at] ?? null }));
  const dates = asked.map((each) => ({ ...each, reading: record.dates[each.at] ?? 'day_month' }));
  const isAsked = record.isDryRun && record.names.length > 0 && ENDED.includes(record.state);
  const known = isAsked ? await listKnownNames(record.shopId) : undefined;
  const pathsOf = (kind: ImportNameKind) => known?.[kind].map(({ path }) => path) ?? [];
  const nameChoices = known && { category: pathsOf('category'), unit: pathsOf('unit'), size: pathsOf('size') };
  const found = { nameChoices: nameChoices ?? null, newCategories, newUnits, ignoredColumns: ignored, notes, dates };
  return wire(importView, { ...record, columns, ...found, preview, problems, kept });
}

const KEPT = sql<{ id: number }, { id: number; name: string }>(
  `SELECT p.id, p.name FROM import_products i JOIN products p ON p.id = i.product_id
   WHERE i.import_id = :id AND i.undo = 'kept' AND p.deleted_at IS NULL ORDER BY lower(p.name), p.id LIMIT 100`,
);

/** The row of one import. Throws what `findImport` does. */
export async function findImportRecord({ by, shopId, id }: ImportRequest): Promise<ImportRecord> {
  requireRight('catalog', by, shopId);
  const record = await one(FIND, { id, shopId });
  if (!record) throw new DomainError('not_found', 'Import not found');
  return record;
}

const FIND = sql<{ id: number; shopId: number }, ImportRecord>(
  `${IMPORT_RECORD} WHERE i.id = :id AND i.shop_id = :shopId`,
);

/** The columns of an import whose rows are not planned yet. */
export const UNPLANNED = {
  plan: [],
  position: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  failed: 0,
  unusual: 0,
  findings: {},
  finishedAt: null,
};

/** The last thirty imports of a shop, newest first, for its managers. Throws DomainError `forbidden` for anyone else. */
export async function listImports({ by, shopId }: { by: Manager; shopId: number }): Promise<ImportSummary[]> {
  requireRight('catalog', by, shopId);
  const records = await many(LIST, { shopId });
  return wire(importSummary, records);
}

const LIST = sql<{ shopId: number }, ImportRecord>(
  `${IMPORT_RECORD} WHERE i.shop_id = :shopId ORDER BY i.id DESC LIMIT 30`,
);

/** The problems of an import by row; at most `limit`, all of them without. */
export async function listProblems(importId: number, limit?: number): Promise<ImportProblemView[]> {
  const rows = await many(LIST_PROBLEMS, { importId, limit: limit ?? null });
  return rows.map((problem) => ({ ...problem, message: IMPORT_PROBLEMS[problem.code] }));
}

const LIST_PROBLEMS = sql<{ importId: number; limit: number | null }, Omit<ImportProblemView, 'message'>>(
  `SELECT row, nullif(place, '') AS column, code FROM import_problems WHERE import_id = :importId
   ORDER BY row, place, code LIMIT :limit`,
);

/** Adds the outcome of rows to the counters of their import and stores their problems, in the caller's transaction. */
export async function recordOutcome(client: PoolClient, importId: number, outcome: Outcome): Promise<void> {
  const { problems, ...counts } = outcome;
  const failed = new Set(problems.map(({ row }) => row)).size;
  await run(ADD_COUNTS, { importId, ...counts, failed }, client);
  if (problems.length > 0) await run(STORE_PROBLEMS, { importId, problems: JSON.stringify(problems) }, client);
}

type Counts = { importId: number; created: number; changed: number; unchanged: number; failed: number };

const ADD_COUNTS = sql<Counts>(
  `UPDATE imports SET created = created + :created, changed = changed + :changed, unchanged = unchanged + :unchanged,
     failed = failed + :failed
   WHERE id = :importId`,
);

const STORE_PROBLEMS = sql<{ importId: number; problems: string }>(
  `INSERT INTO import_problems (import_id, row, place, code)
   SELECT DISTINCT :importId::bigint, p.row, coalesce(p."column", ''), p.code
   FROM jsonb_to_recordset(:problems::jsonb) AS p(row integer, "column" text, code text)`,
);

type End = { id: number; as: Extract<ImportState, 'done' | 'cancelled' | 'failed'> };

/** Ends an import that is in progress and records it in the activity log. Does nothing if it has already ended. */
export async function endImport({ id, as }: End): Promise<void> {
  await inTransaction(async (client) => {
    const [record] = await Import.query(client)
      .where({ id })
      .whereIn('state', ['reading', 'waiting', 'running'])
      .patch({ state: as, finishedAt: NOW })
      .returning(['shopId', 'actorId', 'fileName', 'isDryRun', 'created', 'changed', 'unchanged', 'failed']);
    await ImportUpload.query(client).deleteById(id);
    if (!record || record.isDryRun) return;
    const { shopId, actorId, fileName: subject, created, changed, unchanged, failed } = record;
    const after = { created, changed, unchanged, failed };
    await recordActivity(client, { shopId, actorId, action: 'products.imported', subject, after });
  });
}
