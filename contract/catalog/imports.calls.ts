import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { PRODUCT_PATHS } from '../changes.ts';
import {
  DATE_READINGS,
  DELIMITERS,
  IMPORT_NOTES,
  IMPORT_PROBLEM_CODES,
  IMPORT_REFUSAL_CODES,
  PRODUCT_COLUMNS,
} from './import.ts';
import { id, idParam, singleLine, timestamp } from '../common.ts';

/**
 * `reading`: a workbook that the worker reads. `unmapped`: the columns of the file are not mapped yet. `waiting` and `running` are followed by one of the
 * others; `failed`: the workbook could not be read, or an internal error occurred.
 */
export const IMPORT_STATES = ['reading', 'unmapped', 'waiting', 'running', 'done', 'cancelled', 'failed'] as const;
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

/** A cell before and after; `unusual`: why its price, or the name of the product with its ID, must be confirmed. */
const cellChange = z.object({
  after: z.string(),
  before: z.string().nullable(),
  column,
  unusual: z.enum(['free', 'higher', 'lower', 'other_product']).optional(),
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

/** Where the table of the file was found. */
const fileLayout = z.object({
  sheet: z.string().nullable().meta({ description: 'null: the file has no sheets' }),
  sheets: z.array(z.string()).meta({ description: 'the sheets that can be chosen instead' }),
  delimiter: z.string(),
  heading_row: count,
  first_rows: z
    .array(z.object({ row: count, text: z.string() }))
    .meta({ description: 'the rows that can be the heading' }),
});

/** Dates in a column without dates, such as sizes typed as `6-8`; `typed`: the text that was probably typed, by each reading. */
const dateQuestion = z.object({
  at: count.meta({ description: 'the position of the column' }),
  reading: z.enum(DATE_READINGS),
  samples: z.array(z.object({ cell: z.string(), day_month: z.string(), month_day: z.string() })),
});
export type DateQuestion = z.infer<typeof dateQuestion>;

export const IMPORT_NAME_KINDS = ['category', 'unit', 'size'] as const;
export type ImportNameKind = (typeof IMPORT_NAME_KINDS)[number];

const MAX_NAME = 60;
const MAX_PATH = MAX_NAME * 2 + 3;
const namePath = z
  .string()
  .max(MAX_PATH)
  .refine(
    (path) =>
      path.split(' › ').length <= 2 && path.split(' › ').every((name) => singleLine(MAX_NAME).safeParse(name).success),
  );

/** A category, unit or size of the file that does not exist by this name. */
const nameChoice = z.object({
  kind: z.enum(IMPORT_NAME_KINDS),
  name: namePath.meta({ description: '`Dairy`, or `Dairy › Ghee` for a subcategory' }),
  into: namePath.nullable().meta({ description: 'the one that it stands for; null: a new one of the shop' }),
});
const importName = nameChoice.extend({ count: count.meta({ description: 'the rows that have it' }) });
export type ImportName = z.infer<typeof importName>;

/** Repairs and omissions in rows that were not refused; `rows`: the first of them. */
const importNote = z.object({ code: z.enum(IMPORT_NOTES), count, rows: z.array(count) });
export type ImportNoteView = z.infer<typeof importNote>;

/** One import with its first changes and first errors. Rows are numbered as in a spreadsheet. */
export const importView = importSummary
  .extend({
    layout: fileLayout.nullable(),
    refusal: z.enum(IMPORT_REFUSAL_CODES).nullable().meta({ description: 'why the workbook could not be read' }),
    columns: z.array(fileColumn),
    dates: z.array(dateQuestion),
    notes: z.array(importNote),
    names: z.array(importName),
    name_choices: z
      .object({ category: z.array(z.string()), unit: z.array(z.string()), size: z.array(z.string()) })
      .nullable()
      .meta({ description: 'what the names can stand for, after a dry run with such names' }),
    unusual: count.meta({
      description:
        'rows to confirm: a price of 0 or ten times more or less than before, or the ID of a product of another name',
    }),
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

/**
 * The catalog column of each column of the file, in the order of the file; null: the column is ignored. Without `columns`, they
 * are found anew, in another sheet or below another heading if one is given.
 */
export const importColumnsBody = z.strictObject({
  columns: z.array(column.nullable()).max(MAX_COLUMNS).optional(),
  sheet: z.string().max(100).optional(),
  heading_row: z.number().int().min(1).max(2_147_483_647).optional(),
  dates: z
    .record(z.string().regex(/^\d{1,4}$/), z.enum(DATE_READINGS))
    .optional()
    .meta({ description: 'how the dates of columns are read, by the positions of the columns' }),
  delimiter: z.enum(DELIMITERS).optional().meta({ description: 'what separates the cells of a text file' }),
  names: z
    .array(nameChoice)
    .max(200)
    .optional()
    .meta({ description: 'what categories, units and sizes of the file stand for; remembered for later files' }),
});

/** Without `accept_unusual`, rows with an unusual price or the ID of a product of another name are left out. */
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

export const exportProductsWorkbook = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/products.xlsx',
  access: 'catalog',
  summary: "Export a shop's products as a workbook of Excel, one row for each variant",
  params: shopImportsParams,
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

export const startImport = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/imports',
  access: 'catalog',
  changes: ['/api/shops/:shopId/imports'],
  summary:
    'Import products from CSV (UTF-8) or XLSX, up to 5,000 rows; a dry run only previews the changes. Workbooks are read in turns: their import is `reading` until then',
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
  summary: 'List the rows of an import that are new, change something, have errors, or must be confirmed',
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
    'Set the table of the file and the field of each column, and check the file again; later files with the same headings get the same fields',
  params: shopImportParams,
  body: importColumnsBody,
  output: importView,
  errors: ['file_unreadable', 'import_conflict', 'rate_limited'],
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
