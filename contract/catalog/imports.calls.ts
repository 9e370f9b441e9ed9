import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { PRODUCT_PATHS } from '../changes.ts';
import { PRODUCT_COLUMNS, IMPORT_PROBLEM_CODES } from './import.ts';
import { id, idParam, timestamp } from '../common.ts';

/**
 * `unmapped`: the columns of the file are not mapped yet. `waiting` and `running` are followed by one of the others; `failed`: an
 * internal error occurred.
 */
export const IMPORT_STATES = ['unmapped', 'waiting', 'running', 'done', 'cancelled', 'failed'] as const;
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
    actor_name: z.string().nullable().meta({ description: 'the member who uploaded or applied the import' }),
    undone_at: timestamp.nullable(),
    undo_until: timestamp.nullable().meta({ description: 'until when the import can be undone; null if it cannot' }),
  })
  .meta({ id: 'ImportSummary' });
export type ImportSummary = z.infer<typeof importSummary>;

/** A cell before and after; `unusual`: why its price must be confirmed. */
const cellChange = z.object({
  after: z.string(),
  before: z.string().nullable(),
  column,
  unusual: z.enum(['free', 'higher', 'lower']).optional(),
});

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

/** A row of the file: its changes or, if it `failed`, its cells and their problems. */
export const importRowView = importPreview
  .extend({
    kind: z.enum(['created', 'changed', 'failed']),
    problems: z.array(importProblemView.omit({ row: true })),
  })
  .meta({ id: 'ImportRow' });
export type ImportRowView = z.infer<typeof importRowView>;

/** A column of the file, some of its cells, and its column in the catalog. */
const fileColumn = z.object({
  name: z.string(),
  samples: z.array(z.string()),
  column: column.nullable().meta({ description: 'null: the column is ignored' }),
});
export type FileColumn = z.infer<typeof fileColumn>;

/** One import with its first changes and first errors. Rows are numbered as in a spreadsheet. */
export const importView = importSummary
  .extend({
    columns: z.array(fileColumn),
    unusual: count.meta({ description: 'rows with a price of 0, or ten times more or less than before' }),
    new_categories: z.array(z.string()),
    new_units: z.array(z.string()),
    ignored_columns: z.array(z.string()),
    preview: z.array(importPreview),
    problems: z.array(importProblemView),
    kept: z
      .array(z.object({ id, name: z.string() }))
      .meta({ description: 'the products that were not undone because they had changed since' }),
  })
  .meta({ id: 'Import' });
export type ImportView = z.infer<typeof importView>;

/** `dry_run`: only reports what would happen. True by default, and always where the columns are guessed. */
export const importForm = z.object({ dry_run: z.enum(['true', 'false', '1', '0']).default('true') });

export const shopImportsParams = z.object({ shopId: idParam });
export const shopImportParams = z.object({ shopId: idParam, id: idParam });

const MAX_COLUMNS = 1_000;

/** The catalog column of each column of the file, in the order of the file; null: the column is ignored. */
export const importColumnsBody = z.strictObject({ columns: z.array(column.nullable()).max(MAX_COLUMNS) });

/** Without `accept_unusual`, rows with a price of 0, or ten times more or less than before, are left out. */
export const applyImportBody = z.strictObject({ accept_unusual: z.boolean().default(false) });

export const IMPORT_ROW_KINDS = ['created', 'changed', 'failed', 'unusual'] as const;
export type ImportRowKind = (typeof IMPORT_ROW_KINDS)[number];

/** `after`: the number of the last row of the previous page. */
export const importRowsQuery = z.object({
  kind: z.enum(IMPORT_ROW_KINDS),
  limit: z.coerce.number().int().min(1).max(200).default(100),
  after: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});

export const exportProducts = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/products.csv',
  access: 'catalog',
  summary: "Export a shop's products as CSV, one row for each variant",
  params: shopImportsParams,
  file: 'text/csv',
});

export const startImport = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/imports',
  access: 'catalog',
  changes: ['/api/shops/:shopId/imports'],
  summary: 'Import products from CSV (UTF-8) or XLSX, up to 5,000 rows; a dry run only previews the changes',
  params: shopImportsParams,
  form: { fields: importForm, file: { field: 'file', kind: 'csv', isRequired: true }, ignoresEmptyFields: true },
  status: 201,
  output: importView,
  errors: ['file_unreadable', 'import_conflict', 'rate_limited'],
});

export const listImports = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/imports',
  access: 'catalog',
  summary: "List a shop's last imports, newest first",
  params: shopImportsParams,
  output: z.array(importSummary),
});

export const getImport = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/imports/:id',
  access: 'catalog',
  summary: 'Get the progress and the result of an import',
  params: shopImportParams,
  output: importView,
});

export const listImportRows = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/imports/:id/rows',
  access: 'catalog',
  summary: 'List the rows of an import that are new, change something, have errors, or have an unusual price',
  params: shopImportParams,
  query: importRowsQuery,
  output: z.array(importRowView),
});

export const setImportColumns = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/imports/:id/columns',
  access: 'catalog',
  changes: ['/api/shops/:shopId/imports'],
  summary:
    'Set the field of each column and check the file again; later files with the same header get the same fields',
  params: shopImportParams,
  body: importColumnsBody,
  output: importView,
  errors: ['import_conflict', 'rate_limited'],
});

export const exportImportErrors = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/imports/:id/errors.csv',
  access: 'catalog',
  summary: 'Export the rows that were not imported, with the reasons, as CSV',
  params: shopImportParams,
  file: 'text/csv',
});

export const applyImport = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/imports/:id/apply',
  access: 'catalog',
  changes: ['/api/shops/:shopId/imports'],
  summary: 'Apply a finished dry run; repeated calls apply it once',
  params: shopImportParams,
  body: applyImportBody,
  output: importView,
  errors: ['import_conflict'],
});

export const cancelImport = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/imports/:id/cancel',
  access: 'catalog',
  changes: ['/api/shops/:shopId/imports'],
  summary: 'Cancel an import; rows that were already applied remain',
  params: shopImportParams,
  output: importView,
});

export const undoImport = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/imports/:id/undo',
  access: 'catalog',
  changes: ['/api/shops/:shopId/imports', ...PRODUCT_PATHS],
  summary: 'Undo an import within a day, except for products that were changed since. Repeated calls undo it once',
  params: shopImportParams,
  output: importView,
  errors: ['import_conflict'],
});
