import { columnOfExport, guessColumns } from '@haat/contract/catalog/import-columns';
import { MAX_IMPORT_ROWS } from '@haat/contract/catalog/import';
import { tidyText } from '@haat/contract/tidy-text';
import { type CsvRow, type CsvTable, scanCsv, underHeading, unreadableFile } from '../../lib/csv/csv.ts';
import type { Sheet } from '../../lib/csv/workbook-thread.ts';
import { DomainError } from '../../errors.ts';
import { repairEncoding } from './repair-cell.ts';

/** Where the table of a file is: how its cells are separated, and the row of its heading. */
type TablePlace = { delimiter?: string | undefined; headingRow?: number | undefined };

/** Where the heading of files is that were stored before it was looked for. */
export const FIRST_ROW = { headingRow: 1 };

/** `header`: the names of the columns. */
export type OpenedFile = { table: CsvTable; header: string[] };

/**
 * Checks a file as a whole: its heading, quotation marks and number of rows. Its cells are not parsed, which
 * keeps it short (see `scanCsv`). Finds the heading unless `place` says where it is. Throws `file_unreadable` for a file that
 * is not a table.
 */
export function openFile(text: string, place: TablePlace = {}): OpenedFile {
  const scanned = scanCsv(text, place.delimiter);
  const table = { ...scanned, ...underHeading(scanned, place.headingRow ?? findHeading(scanned.first)) };
  const header = withNamesAbove(table);
  const known = header.map(columnOfExport).filter((column) => column !== undefined);
  // Other programs may have a column twice, such as the unit of the stock and of the price.
  if (known.length === header.length && new Set(known).size < known.length) throw unreadableFile('column_twice');
  if (table.rows.length === 0) throw unreadableFile('empty');
  if (table.rows.length > MAX_IMPORT_ROWS) throw unreadableFile('too_many_rows');
  return { table, header };
}

/** The names of the columns, some of which may be in the row above the heading: its groups have their columns below them. */
function withNamesAbove({ first, headingRow, header: cells }: CsvTable): string[] {
  const header = cells.map(columnName);
  const above = first.find(({ row }) => row === headingRow - 1)?.cells.map(columnName) ?? [];
  const both = header.map((name, at) => name || (above[at] ?? ''));
  return knownIn(both) > knownIn(header) ? both : header;
}

/** Of several sheets, the first of those with the best known heading. Throws `file_unreadable` if none of them is a table. */
export function chooseSheet(sheets: readonly Sheet[], delimiter: string | undefined): Sheet & OpenedFile {
  let [best, refused]: [(Sheet & OpenedFile) | undefined, unknown] = [undefined, unreadableFile('empty')];
  for (const sheet of sheets) {
    try {
      const opened = { ...sheet, ...openFile(sheet.text, { delimiter }) };
      if (!best || knownIn(opened.header) > knownIn(best.header)) best = opened;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (sheet === sheets[0]) refused = error;
    }
  }
  if (!best) throw refused;
  return best;
}

/** The name of a column, which may have several lines. */
const columnName = (cell: string): string => tidyText(repairEncoding(cell).replaceAll(/\s+/g, ' '));

/** How many of the cells are names of columns. */
const knownIn = (cells: readonly string[]): number =>
  guessColumns(cells.map(columnName)).filter((column) => column !== null).length;

const filledIn = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length;

/**
 * The row of the heading, below a title or dates: the first one with two names of columns, or the one below it that has more of
 * them. Without one, it is the first row that is about as wide as most are.
 */
function findHeading(first: readonly CsvRow[]): number | undefined {
  const rows = first.map(({ row, cells }) => ({ row, known: knownIn(cells), filled: filledIn(cells) }));
  const at = rows.findIndex(({ known }) => known >= 2);
  const [heading, next] = rows.slice(at);
  if (at >= 0) return next && heading && next.known > heading.known ? next.row : heading?.row;
  const widths = [...Map.groupBy(rows, ({ filled }) => filled).values()].toSorted((a, b) => b.length - a.length);
  const width = widths[0]?.[0]?.filled ?? 1;
  return rows.find(({ filled }) => filled > width / 2)?.row;
}

/**
 * Whether a row below the heading is another heading: the same one again, as on each printed page, or that of a second table,
 * which names a price or is below a blank row.
 */
export function headingKind(
  cells: readonly string[],
  heading: readonly string[],
  isAfterBlank: boolean,
): 'repeated' | 'second' | undefined {
  if (filledIn(cells) < 2) return undefined;
  if (heading.every((name, at) => columnName(name) === columnName(cells[at] ?? ''))) return 'repeated';
  if (cells.some((cell) => /\d/.test(cell))) return undefined;
  const known = guessColumns(cells.map(columnName)).filter((column) => column !== null);
  const isHeading = known.length >= 2 && known.length * 2 >= filledIn(cells);
  return isHeading && (isAfterBlank || known.includes('price')) ? 'second' : undefined;
}
