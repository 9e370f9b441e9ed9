import * as z from 'zod';
import { PRODUCT_COLUMNS } from '../rules/import-columns.ts';
import { IMPORT_PROBLEM_CODES } from '../rules/import-problem.ts';
import { id, idParam, moment } from './common.schema.ts';

/** `waiting` and `running` end in one of the others by themselves; `failed`: something of ours went wrong. */
export const IMPORT_STATES = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

const count = z.number().int().min(0);
const column = z.enum(PRODUCT_COLUMNS);

/** An import in a list. All counts are of rows. */
export const importSummary = z
  .object({
    id,
    file_name: z.string(),
    dry_run: z.boolean(),
    state: z.enum(IMPORT_STATES),
    rows: count,
    created: count,
    changed: count,
    unchanged: count,
    failed: count,
    created_at: moment,
    finished_at: moment.nullable(),
  })
  .meta({ id: 'ImportSummary' });
export type ImportSummary = z.infer<typeof importSummary>;

/** A cell before and after. */
const cellChange = z.object({ column, before: z.string().nullable(), after: z.string() });

export const importPreview = z.object({
  row: count,
  name: z.string(),
  kind: z.enum(['created', 'changed']),
  cells: z.array(cellChange),
});
export type ImportPreview = z.infer<typeof importPreview>;

export const importProblemView = z.object({
  row: count,
  column: column.nullable().meta({ description: 'null: the row as a whole' }),
  code: z.enum(IMPORT_PROBLEM_CODES),
  message: z.string(),
});
export type ImportProblemView = z.infer<typeof importProblemView>;

/** One import with the first of its changes and the first of what is wrong. Rows are numbered as a spreadsheet does. */
export const importView = importSummary
  .extend({
    new_categories: z.array(z.string()),
    new_units: z.array(z.string()),
    ignored_columns: z.array(z.string()),
    preview: z.array(importPreview),
    problems: z.array(importProblemView),
  })
  .meta({ id: 'Import' });
export type ImportView = z.infer<typeof importView>;

/** `dry_run`: only says what would happen; it does so unless it is told not to. */
export const importForm = z.object({ dry_run: z.enum(['true', 'false', '1', '0']).default('true') });

export const shopImportsParams = z.object({ shopId: idParam });
export const shopImportParams = z.object({ shopId: idParam, id: idParam });
