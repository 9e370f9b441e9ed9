import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { MAX_IMPORT_ROWS, IMPORT_REFUSALS, type ImportRefusal } from '@haat/contract/catalog/import';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify';
import { DomainError } from '../../errors.ts';

const DELIMITERS = [',', ';', '\t'];
const MAX_HEADER_LENGTH = 5_000;
const MAX_BLANK_ROWS = 50_000;
/** 50 for each row. */
const MAX_CELLS = 250_000;
// A quotation mark that is never closed would otherwise read the rest of the file into one cell.
const MAX_ROW_LENGTH = 250_000;
// The most that is parsed in one turn of the event loop, in about 5 ms.
const BATCH = { rows: 100, length: 65_536 };

/** A row under its number in the spreadsheet, where the header is row 1. */
export type CsvRow = { row: number; cells: string[] };
type RowSpan = { row: number; from: number; to: number };

/** A CSV text whose header is parsed, and whose rows that are not blank are found but not parsed. */
export type CsvTable = { text: string; delimiter: string; header: string[]; rows: RowSpan[] };

/**
 * Finds the rows of a CSV text: one pass over its characters, which took at most 107 ms for 5 MB. Cells are separated
 * by commas, semicolons or tabs, whichever occurs most in the header. Throws `file_unreadable`, with the line, for misplaced
 * quotation marks, and for too many rows or cells.
 */
export function scanCsv(text: string): CsvTable {
  const [first = ''] = /^[^\r\n]*/.exec(text) ?? [];
  if (first.length > MAX_HEADER_LENGTH) throw unreadableFile('not_csv');
  const delimiter = findDelimiter(first);
  const all: RowSpan[] = [];
  let [cells, from] = [0, 0];
  for (let row = 1; from < text.length; row += 1) {
    const found = scanRow(text, from, delimiter.charCodeAt(0));
    if (row === 1 || !found.isBlank) all.push({ row, from, to: found.to });
    cells += found.cells;
    if (all.length > MAX_IMPORT_ROWS + 1 || row > MAX_BLANK_ROWS) throw unreadableFile('too_many_rows');
    if (cells > MAX_CELLS) throw unreadableFile('too_many_cells');
    from = found.to + (text.startsWith('\r\n', found.to) ? 2 : 1);
  }
  const [top, ...rows] = all;
  const header = top ? parseRows({ text, delimiter }, [top]) : [];
  return { text, delimiter, header: header[0]?.cells ?? [], rows };
}

function findDelimiter(line: string): string {
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

const [QUOTE, LF, CR] = [0x22, 0x0a, 0x0d];

/** The row that begins at `from`. `to`: the position of its line end, or the end of the text. */
function scanRow(text: string, from: number, delimiter: number): { to: number; cells: number; isBlank: boolean } {
  let [at, isBlank] = [from, true];
  for (let cells = 1; ; cells += 1) {
    const start = at;
    const isQuoted = text.charCodeAt(at) === QUOTE;
    at = isQuoted ? findClosingQuote(text, start) + 1 : findCellEnd(text, start, delimiter);
    if (isBlank) isBlank = (isQuoted ? text.slice(start + 1, at - 1) : text.slice(start, at)).trim() === '';
    if (at - from > MAX_ROW_LENGTH) throw isQuoted ? misplacedQuote(text, start) : unreadableFile('not_csv');
    if (at === text.length) return { to: at, cells, isBlank };
    const next = text.charCodeAt(at);
    if (next === LF || next === CR) return { to: at, cells, isBlank };
    // Text after the closing quotation mark, or a quotation mark in the middle of a cell.
    if (next !== delimiter) throw misplacedQuote(text, at);
    at += 1;
  }
}

function findCellEnd(text: string, from: number, delimiter: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === delimiter || code === LF || code === CR || code === QUOTE) return at;
  }
  return text.length;
}

/** Two quotation marks in a quoted cell stand for one. */
function findClosingQuote(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at += 1) {
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

/** The cells of rows that `scanRow` found: nothing in them can be misplaced. */
function parseRows({ text, delimiter }: Pick<CsvTable, 'text' | 'delimiter'>, rows: RowSpan[]): CsvRow[] {
  const found = rows.map(({ from, to }) => text.slice(from, to)).join('\n');
  const parsed = parse(found, { delimiter, relax_column_count: true, record_delimiter: '\n' });
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

type Line = readonly (string | null)[];

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

const escapeLine = (line: Line): string[] => line.map((cell) => escapeCell(cell ?? ''));

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
