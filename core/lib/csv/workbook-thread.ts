import { parentPort, workerData } from 'node:worker_threads';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS, type ImportRefusal } from '@haat/contract/catalog/import';
import { stringify } from 'csv-stringify/sync';
import { unzipSync, zipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { InvalidInputError, InvalidSpreadsheetError, readSheet, SheetNotFoundError } from 'read-excel-file/node';
import { MAX_COLUMNS, mergedText, readHtmlTables } from './html-tables.ts';

/** A sheet as CSV, its cells separated by commas. */
export type Sheet = { name: string; text: string };

/** The thread receives the bytes of the file and answers one of these. */
export type WorkbookAnswer = { sheets: Sheet[] } | { refusal: ImportRefusal };

/** Of all XML in the file. A sheet of 5,000 rows and 14 columns has 5 MB. */
const MAX_XML_BYTES = 20_000_000;
const MAX_CELLS = 250_000;
const MAX_SHEETS = 10;
/** The longest tag, with its attributes, or comment: the parser takes far longer for longer ones. */
const MAX_MARKUP_BYTES = 65_536;

class Refusal extends Error {
  readonly reason: ImportRefusal;

  constructor(reason: ImportRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** The sheets that are shown, or the tables of a page. Throws a refusal if none of them could be a list of products. */
async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  let refused: unknown = new Refusal('not_csv');
  let length = 0;
  for await (const read of bytes[0] === ZIP_SIGN ? openWorkbook(bytes) : openPage(bytes)) {
    try {
      const sheet = toCsv(await read());
      length += Buffer.byteLength(sheet.text);
      // Cells may share a long text that the file has once.
      if (length > MAX_IMPORT_BYTES) throw new Refusal('too_much_text');
      sheets.push(sheet);
    } catch (error) {
      if (sheets.length === 0) refused = error;
      if (!(error instanceof Refusal)) break;
    }
  }
  if (sheets.length === 0) throw refused;
  return sheets;
}

const ZIP_SIGN = 0x50;

type Reading = () => Promise<{ name: string; rows: readonly unknown[][] }>;

async function* openWorkbook(bytes: Uint8Array): AsyncGenerator<Reading> {
  const files = unpackSafely(bytes);
  const all = sheetNames(textOf(files['xl/workbook.xml']));
  const paths = sheetPaths(textOf(files['xl/_rels/workbook.xml.rels']));
  const archive = Buffer.from(zipSync(files, { level: 0 }));
  const [hidden = { name: '', number: 1, relation: '' }] = all;
  const shown = all.filter(({ isHidden }) => !isHidden);
  for (const { name, number, relation } of shown.length > 0 ? shown.slice(0, MAX_SHEETS) : [hidden]) {
    const merged = textOf(files[paths.get(relation) ?? '']);
    yield async () => ({ name, rows: fillMerged(await readSheet(archive, number), merged) });
  }
}

const textOf = (xml: Uint8Array = new Uint8Array()): string => Buffer.from(xml).toString();

/** Rows in which merged cells have their text in each row. */
function fillMerged(rows: readonly unknown[][], sheet: string): unknown[][] {
  const filled = rows.map((row) => [...row]);
  for (const [, column = '', first, last] of sheet.matchAll(MERGED)) {
    const at = Array.from(column).reduce((before, letter) => before * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const text = filled[Number(first) - 1]?.[at];
    if (typeof text !== 'string') continue;
    for (const row of filled.slice(Number(first), Number(last))) row[at] ||= mergedText(text);
  }
  return filled;
}

const MERGED = /<(?:\w+:)?mergeCell ref="([A-Z]{1,3})(\d+):[A-Z]{1,3}(\d+)"/g;

/** The sheets by their numbers, as the workbook lists them. */
function sheetNames(workbook: string): SheetName[] {
  const found: SheetName[] = [];
  const onopentag = (tag: string, { name = '', state, ...others }: Record<string, string>) => {
    const [, relation = ''] = Object.entries(others).find(([attribute]) => attribute.endsWith(':id')) ?? [];
    if (/^(?:\w+:)?sheet$/.test(tag))
      found.push({ name, relation, number: found.length + 1, isHidden: /hidden/i.test(state ?? '') });
  };
  new Parser({ onopentag }, { xmlMode: true }).end(workbook);
  return found;
}

type SheetName = { name: string; number: number; relation: string; isHidden: boolean };

/** The files of the sheets by their relations. */
function sheetPaths(relations: string): Map<string, string> {
  const found = new Map<string, string>();
  const onopentag = (_tag: string, { Id, Target }: Record<string, string>) => {
    if (Id !== undefined && Target !== undefined) found.set(Id, Target.replace(/^\/?(?:xl\/)?/, 'xl/'));
  };
  new Parser({ onopentag }, { xmlMode: true }).end(relations);
  return found;
}

async function* openPage(bytes: Uint8Array): AsyncGenerator<Reading> {
  for (const table of readHtmlTables(decodePage(bytes)).slice(0, MAX_SHEETS)) yield async () => table;
}

function decodePage(bytes: Uint8Array): string {
  try {
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('encoding');
  }
}

/** A sheet as CSV, its rows at their numbers. Throws a refusal for content that no product list needs. */
function toCsv({ name, rows }: Awaited<ReturnType<Reading>>): Sheet {
  const lines: string[] = [];
  let [length, cells] = [0, 0];
  for (const row of rows) {
    cells += row.length;
    if (lines.length > MAX_IMPORT_ROWS * 10) throw new Refusal('too_many_rows');
    if (cells > MAX_CELLS || row.length > MAX_COLUMNS) throw new Refusal('too_many_cells');
    const line = stringify([row.map((cell) => cellText(cell))], { record_delimiter: '' });
    length += Buffer.byteLength(line) + 1;
    if (length > MAX_IMPORT_BYTES) throw new Refusal('too_much_text');
    lines.push(line);
  }
  return { name, text: lines.join('\n') };
}

/**
 * The XML files of an archive. Each is unpacked into as many bytes as the archive says it has, and no more, so that a small
 * file does not become a large one in memory. Errors of formulas become texts.
 */
function unpackSafely(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  const files: Record<string, Uint8Array> = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false;
      total += originalSize;
      if (total > MAX_XML_BYTES) throw new Refusal('too_much_text');
      return true;
    },
  });
  for (const xml of Object.values(files)) refuseLongMarkup(Buffer.from(xml.buffer, xml.byteOffset, xml.length));
  for (const [name, xml] of Object.entries(files)) if (name.includes('worksheets/')) files[name] = withErrors(xml);
  return files;
}

/** A sheet whose cells with an error, which would be read as empty, have its name as their text. */
function withErrors(sheet: Uint8Array): Uint8Array {
  const xml = Buffer.from(sheet.buffer, sheet.byteOffset, sheet.length);
  if (!xml.includes('t="e"')) return sheet;
  return Buffer.from(xml.toString('latin1').replaceAll(/(<(?:\w+:)?c\s[^<>]*?)t="e"/g, '$1t="str"'), 'latin1');
}

const MARKUP = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** One pass over the bytes. Programs that write sheets have tags of a few hundred bytes. */
function refuseLongMarkup(xml: Buffer): void {
  let at = xml.indexOf('<');
  while (at >= 0) {
    const [, end] = MARKUP.find(([begin]) => xml.toString('latin1', at, at + begin.length) === begin) ?? [];
    // CDATA is cell text, and limited like other text.
    const until = end === undefined ? endOfTag(xml, at) : xml.indexOf(end, at);
    if (until < 0 || (end !== ']]>' && until - at > MAX_MARKUP_BYTES)) throw new Refusal('spreadsheet_broken');
    at = xml.indexOf('<', until);
  }
}

const [QUOTE, APOSTROPHE, GREATER] = [0x22, 0x27, 0x3e];

/** Where a tag ends: at the first `>` outside of quotation marks; -1 if it is too long. */
function endOfTag(xml: Buffer, from: number): number {
  const last = Math.min(xml.length - 1, from + MAX_MARKUP_BYTES);
  let quote: number | undefined;
  for (let at = from; at <= last; at += 1) {
    const byte = xml[at];
    if (quote !== undefined) quote = byte === quote ? undefined : quote;
    else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
    else if (byte === GREATER) return at;
  }
  return -1;
}

function cellText(cell: unknown): string {
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  // Results of formulas: 49.949999999999996 is shown as 49.95.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)));
  return typeof cell === 'string' ? cell : '';
}

const isUnreadable = (error: unknown): boolean =>
  error instanceof InvalidInputError || error instanceof InvalidSpreadsheetError || error instanceof SheetNotFoundError;

function refusalOf(error: unknown): ImportRefusal {
  if (error instanceof Refusal) return error.reason;
  // Broken or mislabelled archives, and XML that is not a sheet: a file of another program, or a malicious one.
  return isUnreadable(error) ? 'spreadsheet' : 'spreadsheet_broken';
}

const answer: WorkbookAnswer = await readSheets(workerData as Uint8Array).then(
  (sheets) => ({ sheets }),
  (error: unknown) => ({ refusal: refusalOf(error) }),
);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(answer);
