import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { PRODUCT_COLUMNS, IMPORT_PROBLEM_CODES } from '../rules/import.ts';
import { id, idParam, timestamp } from './common.ts';

/** `waiting` and `running` are followed by one of the others; `failed`: an internal error occurred. */
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
    created_at: timestamp,
    finished_at: timestamp.nullable(),
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
  column: column.nullable().meta({ description: 'null: the error concerns the whole row' }),
  code: z.enum(IMPORT_PROBLEM_CODES),
  message: z.string(),
});
export type ImportProblemView = z.infer<typeof importProblemView>;

/** One import with its first changes and first errors. Rows are numbered as in a spreadsheet. */
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

/** `dry_run`: only reports what would happen; true by default. */
export const importForm = z.object({ dry_run: z.enum(['true', 'false', '1', '0']).default('true') });

export const shopImportsParams = z.object({ shopId: idParam });
export const shopImportParams = z.object({ shopId: idParam, id: idParam });

export const exportProducts = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/products.csv',
  access: 'member',
  summary: "Export a shop's products as CSV, one row for each variant",
  params: shopImportsParams,
  file: 'text/csv',
});

export const startImport = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/imports',
  access: 'member',
  summary: 'Import products from CSV (UTF-8, up to 5,000 rows); a dry run only previews the changes',
  params: shopImportsParams,
  form: { fields: importForm, file: { field: 'file', kind: 'csv', isRequired: true }, ignoresEmptyFields: true },
  status: 201,
  output: importView,
  errors: ['file_unreadable', 'import_conflict', 'rate_limited'],
});

export const listImports = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/imports',
  access: 'member',
  summary: "List a shop's last imports, newest first",
  params: shopImportsParams,
  output: z.array(importSummary),
});

export const getImport = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/imports/:id',
  access: 'member',
  summary: 'Get the progress and the result of an import',
  params: shopImportParams,
  output: importView,
});

export const exportImportErrors = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/imports/:id/errors.csv',
  access: 'member',
  summary: 'Export the rows that were not imported, with the reasons, as CSV',
  params: shopImportParams,
  file: 'text/csv',
});

export const applyImport = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/imports/:id/apply',
  access: 'member',
  summary: 'Apply a finished dry run; repeated calls apply it once',
  params: shopImportParams,
  output: importView,
  errors: ['import_conflict'],
});

export const cancelImport = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/imports/:id/cancel',
  access: 'member',
  summary: 'Cancel an import; rows that are already applied stay',
  params: shopImportParams,
  output: importView,
});
