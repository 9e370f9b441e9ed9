import { pipeline, Readable } from 'node:stream';
import { MAX_IMPORT_ROWS, IMPORT_REFUSALS, type ImportRefusal } from '@haat/contract/rules/import';
import { CsvError, type Options, parse } from 'csv-parse';
import { stringify } from 'csv-stringify';
import { DomainError } from '../errors.ts';

const DELIMITERS = [',', ';', '\t'];
const MAX_BLANK_ROWS = 50_000;
const MAX_HEADER_LENGTH = 5_000;

/** A row under its number in the spreadsheet, where the header is row 1. */
export type CsvRow = { row: number; cells: string[] };

const PARSE_OPTIONS: Options = {
  relax_column_count: true,
  // A quotation mark that is never closed would otherwise read the rest of the file into one cell.
  max_record_size: 1_000_000,
  record_delimiter: ['\r\n', '\n', '\r'],
};

/**
 * The header of a CSV text and its rows that are not blank. Cells are separated by commas, semicolons or tabs, whichever
 * occurs most in the header. Throws `file_unreadable`, with the line, for misplaced quotation marks, and for too many rows.
 */
export async function readCsv(text: string): Promise<{ header: string[]; rows: CsvRow[] }> {
  const [first = ''] = /^[^\r\n]*/.exec(text) ?? [];
  if (first.length > MAX_HEADER_LENGTH) throw unreadableFile('not_csv');
  const rows: CsvRow[] = [];
  let header: string[] | undefined;
  let number = 0;
  for await (const cells of parseRecords(text, findDelimiter(first))) {
    number += 1;
    if (!header) header = cells;
    else if (cells.some((cell) => cell.trim() !== '')) rows.push({ row: number, cells });
    if (rows.length > MAX_IMPORT_ROWS || number > MAX_BLANK_ROWS) throw unreadableFile('too_many_rows');
  }
  return { header: header ?? [], rows };
}

async function* parseRecords(text: string, delimiter: string): AsyncIterable<string[]> {
  try {
    yield* parse(text, { ...PARSE_OPTIONS, delimiter }) as AsyncIterable<string[]>;
  } catch (error) {
    if (error instanceof CsvError) throw unreadableFile('quotes', Number(error['lines']) || undefined);
    throw error;
  }
}

function findDelimiter(line: string): string {
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
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
  const zeros = bytes.reduce((sum, byte) => (byte === 0 ? sum + 1 : sum), 0);
  if (zeros > 0) throw unreadableFile(zeros * 4 > bytes.length ? 'encoding' : 'not_csv');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadableFile('encoding');
  }
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

const escapeLine = (line: Line): string[] => line.map((cell) => escapeFormulas(cell ?? ''));

// Where a spreadsheet may begin a cell: at the start, and after a semicolon or a tab, by which some separate the cells although
// commas do here. A quotation mark does not protect the second: it is not at the start of what they take for the cell.
const CELL_START = '(^|[;\\t])';
const FORMULA_SIGN = '[=+\\-@\\t\\r＝＋－＠]';
// A text that looks escaped already gets another apostrophe, so that `unescapeFormula` returns it unchanged.
const UNESCAPED = new RegExp(`${CELL_START}(?='*${FORMULA_SIGN})`, 'g');
const ESCAPED = new RegExp(`${CELL_START}'(?='*${FORMULA_SIGN})`, 'g');

const escapeFormulas = (text: string): string => text.replaceAll(UNESCAPED, "$1'");

/** The text without the apostrophes that stop spreadsheets from running it. */
export const unescapeFormula = (text: string): string => text.replaceAll(ESCAPED, '$1');
