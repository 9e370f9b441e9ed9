import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { DELIMITERS, MAX_IMPORT_ROWS, IMPORT_REFUSALS, type ImportRefusal } from '@haat/contract/catalog/import';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify';
import { DomainError } from '../../errors.ts';

const MAX_HEADER_LENGTH = 5_000;
const MAX_BLANK_ROWS = 50_000;
/** 50 for each row. */
const MAX_CELLS = 250_000;
// A quotation mark that is never closed would otherwise read the rest of the file into one cell.
const MAX_ROW_LENGTH = 250_000;
// The most that is parsed in one turn of the event loop, in about 5 ms.
const BATCH = { rows: 100, length: 65_536 };
/** The rows among which the separator and the heading are looked for. */
const FIRST_ROWS = 20;
/** The separator is looked for in as many characters, which takes a few milliseconds. */
const FIRST_LENGTH = 100_000;

/** A row under its number in the spreadsheet. */
export type CsvRow = { row: number; cells: string[] };
type RowSpan = { row: number; from: number; to: number };

/**
 * A CSV text whose rows that are not blank are found but not parsed, except for the first ones. The rows are those below the
 * heading, which is the first row.
 */
export type CsvTable = {
  text: string;
  delimiter: string;
  headingRow: number;
  header: string[];
  rows: RowSpan[];
  first: CsvRow[];
};

/**
 * Finds the rows of a CSV text: one pass over its characters, which took at most 107 ms for 5 MB. A line such as `sep=;`
 * above the table is not a row of it. Throws `file_unreadable`, with the line, for misplaced quotation marks, and for too many rows or cells.
 */
export function scanCsv(text: string, delimiter = findDelimiter(text)): CsvTable {
  const all: RowSpan[] = [];
  let [cells, from] = [0, startOf(text)];
  for (let row = firstRow(text); from < text.length; row += 1) {
    const found = scanRow(text, from, delimiter.charCodeAt(0));
    if (!found.isBlank) all.push({ row, from, to: found.to });
    cells += found.cells;
    if (all.length > MAX_IMPORT_ROWS + FIRST_ROWS || row > MAX_BLANK_ROWS) throw unreadableFile('too_many_rows');
    if (cells > MAX_CELLS) throw unreadableFile('too_many_cells');
    from = rowAfter(text, found.to);
  }
  const [top] = all;
  if (top && top.to - top.from > MAX_HEADER_LENGTH) throw unreadableFile('not_csv');
  const first = parseRows({ text, delimiter }, firstOf(all));
  return { text, delimiter, first, ...underHeading({ first, rows: all }, top?.row) };
}

/** The part of a table below another heading, one of its first rows. */
export function underHeading(table: Pick<CsvTable, 'first' | 'rows'>, headingRow = 1) {
  const header = table.first.find(({ row }) => row === headingRow)?.cells ?? [];
  return { headingRow, header, rows: table.rows.filter(({ row }) => row > headingRow) };
}

/** As many of the first rows as are parsed in one turn of the event loop. */
function firstOf(all: RowSpan[]): RowSpan[] {
  let length = 0;
  return all.slice(0, FIRST_ROWS).filter(({ from, to }) => (length += to - from) < BATCH.length);
}

/** A line above the table that names the separator for Excel. */
const HINT = /^\s*sep=(.)(?:\r\n|\n|\r)/i;

const startOf = (text: string): number => HINT.exec(text)?.[0].length ?? 0;

/** The number of the row below the hint, in which Excel has it as a row only if it is not the first line. */
function firstRow(text: string): number {
  const lines = HINT.exec(text)?.[0].match(/\r\n|\n|\r/g)?.length ?? 0;
  return lines > 1 ? lines + 1 : 1;
}

const rowAfter = (text: string, end: number): number => end + (text.startsWith('\r\n', end) ? 2 : 1);

/** The separator by which most of the first rows have the same number of cells; of several ones, the one with the most cells. */
function findDelimiter(text: string): string {
  const hint = HINT.exec(text)?.[1];
  if (DELIMITERS.some((each) => each === hint)) return hint ?? ',';
  const start = text.slice(0, FIRST_LENGTH);
  const found = DELIMITERS.map((delimiter) => ({ delimiter, ...commonWidth(firstWidths(start, delimiter)) }));
  const [best] = found.toSorted((one, other) => other.rows - one.rows || other.width - one.width);
  return best?.delimiter ?? ',';
}

/** How many cells each of the first rows has. */
function firstWidths(text: string, delimiter: string): number[] {
  const widths: number[] = [];
  let from = startOf(text);
  try {
    for (let row = 1; from < text.length && row <= MAX_BLANK_ROWS && widths.length < FIRST_ROWS; row += 1) {
      const found = scanRow(text, from, delimiter.charCodeAt(0));
      if (!found.isBlank) widths.push(found.cells);
      from = rowAfter(text, found.to);
    }
  } catch (error) {
    // By another separator, the quotation marks may be in their places.
    if (!(error instanceof DomainError)) throw error;
  }
  return widths;
}

function commonWidth(widths: number[]): { rows: number; width: number } {
  const groups = [...Map.groupBy(widths, (width) => width)].filter(([width]) => width > 1);
  const [most] = groups.toSorted(([one, a], [other, b]) => b.length - a.length || other - one);
  return { width: most?.[0] ?? 1, rows: most?.[1].length ?? 0 };
}

const [QUOTE, LF, CR] = [0x22, 0x0a, 0x0d];

/** The row that begins at `from`. `to`: the position of its line end, or the end of the text. */
function scanRow(text: string, from: number, delimiter: number): { to: number; cells: number; isBlank: boolean } {
  let [at, isBlank] = [from, true];
  for (let cells = 1; ; cells += 1) {
    const start = at;
    let isQuoted = text.charCodeAt(at) === QUOTE;
    at = isQuoted ? findClosingQuote(text, start) + 1 : start;
    const end = findCellEnd(text, at, delimiter);
    if (isQuoted && end > at) {
      // Letters after the closing quotation mark: the marks are letters too, unless they enclose the ends of other rows.
      if (/[\r\n]/.test(text.slice(start, at))) throw misplacedQuote(text, at);
      isQuoted = false;
    }
    at = end;
    if (isBlank) isBlank = (isQuoted ? text.slice(start + 1, at - 1) : text.slice(start, at)).trim() === '';
    if (at - from > MAX_ROW_LENGTH) throw isQuoted ? misplacedQuote(text, start) : unreadableFile('not_csv');
    if (at === text.length || text.charCodeAt(at) !== delimiter) return { to: at, cells, isBlank };
    at += 1;
  }
}

/** The end of a cell that is too long for a row is not looked for. */
function findCellEnd(text: string, from: number, delimiter: number): number {
  const last = Math.min(text.length, from + MAX_ROW_LENGTH + 1);
  for (let at = from; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === delimiter || code === LF || code === CR) return at;
  }
  return last;
}

/** Two quotation marks in a quoted cell stand for one. The closing one of a cell that is too long for a row counts as missing. */
function findClosingQuote(text: string, opening: number): number {
  const last = Math.min(text.length, opening + MAX_ROW_LENGTH + 2);
  for (let at = opening + 1; at < last; at += 1) {
    if (text.charCodeAt(at) !== QUOTE) continue;
    if (text.charCodeAt(at + 1) !== QUOTE) return at;
    at += 1;
  }
  throw misplacedQuote(text, opening);
}

function misplacedQuote(text: string, position: number): DomainError {
  const before = text.slice(0, position);
  return unreadableFile('quotes', 1 + count(before, '\n') + count(before, '\r') - count(before, '\r\n'));
}

// A loop over the characters takes a hundred times as long.
function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}

/** Parses rows in batches, with a turn of the event loop after each. */
export async function* readRows(table: CsvTable, rows = table.rows): AsyncGenerator<CsvRow[]> {
  for (let first = 0; first < rows.length;) {
    let [next, length] = [first, 0];
    while (next < rows.length && next - first < BATCH.rows && length < BATCH.length) {
      const { from, to } = rows[next] ?? { from: 0, to: 0 };
      length += to - from;
      next += 1;
    }
    yield parseRows(table, rows.slice(first, next));
    first = next;
    await setImmediate();
  }
}

/** The cells of rows that `scanRow` found. A quotation mark in the middle of a cell is a letter, such as an inch mark. */
function parseRows({ text, delimiter }: Pick<CsvTable, 'text' | 'delimiter'>, rows: RowSpan[]): CsvRow[] {
  const found = rows.map(({ from, to }) => text.slice(from, to)).join('\n');
  const parsed = parse(found, { delimiter, relax_column_count: true, relax_quotes: true, record_delimiter: '\n' });
  return rows.map(({ row }, at) => ({ row, cells: parsed[at] ?? [] }));
}

/** Why a file is refused as a whole, and in which line when that is known. */
export function unreadableFile(reason: ImportRefusal, line?: number): DomainError {
  const where = line === undefined ? '' : ` (line ${line})`;
  return new DomainError('file_unreadable', `${IMPORT_REFUSALS[reason]}${where}`, { reason, ...(line && { line }) });
}

type Signature = { bytes: number[]; reason: ImportRefusal };

// Files that people upload instead of CSV, by their first bytes.
const SIGNATURES: Signature[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], reason: 'spreadsheet' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], reason: 'spreadsheet' },
  { bytes: [0xff, 0xfe], reason: 'encoding' },
  { bytes: [0xfe, 0xff], reason: 'encoding' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], reason: 'not_csv' },
  { bytes: [0xff, 0xd8, 0xff], reason: 'not_csv' },
  { bytes: [0x25, 0x50, 0x44, 0x46], reason: 'not_csv' },
  { bytes: [0x1f, 0x8b], reason: 'not_csv' },
];

/** The text of a CSV file in UTF-8, without its byte order mark. Throws `file_unreadable` for other encodings and formats. */
export function decodeCsv(bytes: Buffer): string {
  const known = SIGNATURES.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
  if (known) throw unreadableFile(known.reason);
  // UTF-16 without a byte order mark has a zero in about every other byte; anything else with zeros is not text.
  if (bytes.includes(0)) throw unreadableFile(isEveryFourthZero(bytes) ? 'encoding' : 'not_csv');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadableFile('encoding');
  }
}

function isEveryFourthZero(bytes: Buffer): boolean {
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros += 1;
  return zeros * 4 > bytes.length;
}

export type Line = readonly (string | null)[];

/**
 * Lines as CSV that spreadsheets open without a dialog: UTF-8 with a byte order mark, CRLF line ends, and formulas
 * neutralized. A line may be longer than there are columns. Lines are produced only as fast as the reader consumes them.
 */
export function writeCsv(columns: readonly string[], lines: AsyncIterable<Line> | Iterable<Line>): Readable {
  const csv = stringify({
    bom: true,
    record_delimiter: '\r\n',
    // Where spreadsheets separate cells by semicolons, an unquoted one would split the cell.
    quoted_match: /[;\t\r]/,
  });
  // `pipeline` stops the lines when the reader leaves, and ends the stream when the lines fail.
  return pipeline(Readable.from(escapedLines(columns, lines)), csv, () => {});
}

async function* escapedLines(columns: Line, lines: AsyncIterable<Line> | Iterable<Line>): AsyncIterable<string[]> {
  yield escapeLine(columns);
  for await (const line of lines) yield escapeLine(line);
}

/** The cells of a line with formulas neutralized. */
export const escapeLine = (line: Line): string[] => line.map((cell) => escapeCell(cell ?? ''));

/** A negative amount computes nothing, and must add up. */
const escapeCell = (cell: string): string => (/^-\d+(\.\d+)?$/.test(cell) ? cell : escapeFormulas(cell));

// Where a spreadsheet may begin a cell: at the start, and after a semicolon or a tab, by which some separate the cells although
// commas do here. Quotation marks do not protect the second: they are not at the start of that cell.
const CELL_START = '(^|[;\\t])';
const FORMULA_SIGN = '[=+\\-@\\t\\r＝＋－＠]';
// A text that looks escaped already gets another apostrophe, so that `unescapeFormula` returns it unchanged.
const UNESCAPED = new RegExp(`${CELL_START}(?='*${FORMULA_SIGN})`, 'g');
const ESCAPED = new RegExp(`${CELL_START}'(?='*${FORMULA_SIGN})`, 'g');

const escapeFormulas = (text: string): string => text.replaceAll(UNESCAPED, "$1'");

/** The text without the apostrophes that stop spreadsheets from running it. */
export const unescapeFormula = (text: string): string => text.replaceAll(ESCAPED, '$1');
