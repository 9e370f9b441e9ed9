import type { ImportProblemView, ImportSummary, ImportView } from '@haat/contract/api/imports.schema';
import type { ImportRecord } from './import-record.ts';

/** An import as it looks in a list. */
export function presentSummary(record: ImportRecord): ImportSummary {
  const { id, state, rows, created, changed, unchanged, failed } = record;
  return {
    id,
    file_name: record.fileName,
    dry_run: record.isDryRun,
    state,
    rows,
    created,
    changed,
    unchanged,
    failed,
    created_at: record.createdAt.toISOString(),
    finished_at: record.finishedAt?.toISOString() ?? null,
  };
}

/** An import with what it found. */
export function presentImport(record: ImportRecord, problems: ImportProblemView[]): ImportView {
  const { preview = [], newCategories = [], newUnits = [], ignored = [] } = record.findings;
  return {
    ...presentSummary(record),
    new_categories: newCategories,
    new_units: newUnits,
    ignored_columns: ignored,
    preview,
    problems,
  };
}
