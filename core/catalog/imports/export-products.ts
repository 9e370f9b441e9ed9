import { Readable } from 'node:stream';
import type { ImportProblemView } from '@haat/contract/catalog/imports.calls';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { PROBLEM_COLUMNS, PRODUCT_COLUMNS, type ProductColumn } from '@haat/contract/catalog/import';
import { readRows, unescapeFormula, writeCsv } from '../../lib/csv/csv.ts';
import { writeWorkbook } from '../../lib/csv/write-workbook.ts';
import { many, one, sql } from '../../db/database.ts';
import { Import } from '../../db/catalog.models.ts';
import { DomainError } from '../../errors.ts';
import { type Manager, requireRight } from '../../accounts/shop-rights.ts';
import { SHOP_PRODUCT_JSON, SHOP_VARIANTS_OF_PRODUCT } from '../product.sql.ts';
import { FIRST_ROW, openFile } from './find-table.ts';
import { findImportRecord, type ImportRequest, listProblems } from './import-record.ts';
import { escapeCell, variantCells } from './import-row.ts';
import { isProblemColumn } from './read-file.ts';
import { scanQueue } from './scan-queue.ts';

type Export = { csv: Readable; fileName: string };
type WorkbookExport = { workbook: Readable; fileName: string };

const PAGE = 200;

/**
 * A shop's products as CSV for its managers, one line per variant. Products are read page by page as the file is sent, so that a
 * slow client holds neither memory nor a connection. `fileName` has the shop's slug and its local date. Throws DomainError
 * `forbidden` for anyone else.
 */
export async function exportProducts(by: Manager, shopId: number): Promise<Export> {
  const fileName = await fileNameFor(by, shopId);
  return { csv: writeCsv(PRODUCT_COLUMNS, productLines(shopId)), fileName: `${fileName}.csv` };
}

const NUMBERS: readonly ProductColumn[] = ['product_id', 'variant_id', 'price', 'mrp', 'stock'];

/** The same as a workbook of Excel, whose sizes and barcodes stay texts when it is edited. Throws what `exportProducts` does. */
export async function exportWorkbook(by: Manager, shopId: number): Promise<WorkbookExport> {
  const fileName = await fileNameFor(by, shopId);
  const columns = PRODUCT_COLUMNS.map((name) => ({ name, isNumber: NUMBERS.includes(name) }));
  return { workbook: writeWorkbook(columns, productLines(shopId)), fileName: `${fileName}.xlsx` };
}

async function fileNameFor(by: Manager, shopId: number): Promise<string> {
  requireRight('catalog', by, shopId);
  const shop = await one(FILE_NAME, { shopId });
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  return shop.fileName;
}

const FILE_NAME = sql<{ shopId: number }, { fileName: string }>(
  `SELECT slug || '-products-' || to_char(now() AT TIME ZONE time_zone, 'YYYY-MM-DD') AS file_name
   FROM shops WHERE id = :shopId`,
);

async function* productLines(shopId: number): AsyncIterable<(string | null)[]> {
  for (let after = 0; ;) {
    const page = await many(EXPORT_PAGE, { shopId, after, limit: PAGE });
    for (const { product } of page) {
      if (product) yield* product.variants.map((variant) => variantLine(product, variant));
    }
    const last = page.at(-1)?.id;
    if (last === undefined || page.length < PAGE) return;
    after = last;
  }
}

function variantLine(product: ShopProduct, variant: ShopProduct['variants'][number]): (string | null)[] {
  const cells = variantCells(product, variant);
  return PRODUCT_COLUMNS.map((column) => cells[column] && escapeCell(cells[column]));
}

type PageParams = { shopId: number; after: number; limit: number };

const EXPORT_PAGE = sql<PageParams, { id: number; product: ShopProduct | null }>(
  `SELECT p.id, CASE WHEN v.list IS NOT NULL THEN ${SHOP_PRODUCT_JSON} END AS product
   FROM (
     SELECT * FROM products WHERE shop_id = :shopId AND deleted_at IS NULL AND id > :after ORDER BY id LIMIT :limit
   ) p ${SHOP_VARIANTS_OF_PRODUCT}
   ORDER BY p.id`,
);

/**
 * The rows of an import that were left out, as CSV: the number of the row, the wrong columns and why, then the original
 * cells, so that the corrected file can be imported again. Throws what `findImport` does.
 */
export async function exportProblems(request: ImportRequest): Promise<Export> {
  const { id } = await findImportRecord(request);
  const csv = await scanQueue(async () => Buffer.concat(await readErrorFile(id)));
  return { csv: Readable.from([csv]), fileName: `import-${id}-errors.csv` };
}

async function readErrorFile(id: number): Promise<Buffer[]> {
  const stored = await Import.query().findById(id).select('file', 'layout').throwIfNotFound();
  // A workbook that is not read, or was refused.
  if (stored.file === '') return writeCsv([...PROBLEM_COLUMNS], Readable.from([])).toArray();
  const { table, header } = openFile(stored.file, stored.layout ?? FIRST_ROW);
  const problems = Map.groupBy(await listProblems(id), ({ row }) => row);
  // The problem columns of a corrected file that was sent again are replaced.
  const original = header.flatMap((name, at) => (isProblemColumn(name) ? [] : [at]));
  const failed = table.rows.filter(({ row }) => problems.has(row));
  const columns = [...PROBLEM_COLUMNS, ...original.map((at) => unescapeFormula(header[at] ?? ''))];
  return writeCsv(columns, problemLines()).toArray();

  async function* problemLines(): AsyncIterable<string[]> {
    for await (const rows of readRows(table, failed)) {
      for (const { row, cells } of rows) {
        const found = describe(problems.get(row) ?? []);
        yield [String(row), ...found, ...originalCells(cells, { original, columns: header.length })];
      }
    }
  }
}

/** The original cells, including any beyond the last column, which are the problem of a row that is too long. */
function originalCells(cells: string[], { original, columns }: { original: number[]; columns: number }): string[] {
  const beyond = cells.slice(columns);
  const last = beyond.findLastIndex((cell) => cell.trim() !== '');
  return [...original.map((at) => cells[at] ?? ''), ...beyond.slice(0, last + 1)].map((cell) => unescapeFormula(cell));
}

function describe(problems: ImportProblemView[]): [columns: string, text: string] {
  const columns = new Set(problems.flatMap(({ column }) => column ?? []));
  const texts = problems.map(({ column, message }) => (column ? `${column} ${message}` : message));
  return [[...columns].join(', '), texts.join('; ')];
}
