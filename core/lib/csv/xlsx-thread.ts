import { parentPort, workerData } from 'node:worker_threads';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS, type ImportRefusal } from '@haat/contract/catalog/import';
import { stringify } from 'csv-stringify/sync';
import { unzipSync, zipSync } from 'fflate';
import { InvalidInputError, InvalidSpreadsheetError, readSheet, SheetNotFoundError } from 'read-excel-file/node';

/** The thread receives the bytes of the file and answers one of these. */
export type XlsxAnswer = { text: string } | { refusal: ImportRefusal };

/** Of all XML in the file. A sheet of 5,000 rows and 14 columns has 5 MB. */
const MAX_XML_BYTES = 20_000_000;
const MAX_CELLS = 250_000;
const MAX_COLUMNS = 200;
/** The longest tag, with its attributes, or comment: the parser takes far longer for longer ones. */
const MAX_MARKUP_BYTES = 65_536;

class Refusal extends Error {
  readonly reason: ImportRefusal;

  constructor(reason: ImportRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** The first sheet as CSV, its rows at their numbers. Throws a refusal for content that no product list needs. */
async function readFirstSheet(bytes: Uint8Array): Promise<string> {
  const rows = await readSheet(Buffer.from(unpackSafely(bytes)));
  const lines: string[] = [];
  let [length, cells] = [0, 0];
  for (const [at, row] of rows.entries()) {
    cells += row.length;
    if (lines.length > MAX_IMPORT_ROWS * 10) throw new Refusal('too_many_rows');
    if (cells > MAX_CELLS || row.length > MAX_COLUMNS) throw new Refusal('too_many_cells');
    const texts = row.map((cell) => cellText(cell));
    const line = stringify([at === 0 ? texts.map(withoutDelimiters) : texts], { record_delimiter: '' });
    // Cells may share a long text that the file has once.
    length += Buffer.byteLength(line) + 1;
    if (length > MAX_IMPORT_BYTES) throw new Refusal('too_much_text');
    lines.push(line);
  }
  return lines.join('\n');
}

/**
 * The same archive with its XML files only, not compressed. Each is unpacked into as many bytes as the archive says it has,
 * and no more, so that a small file does not become a large one in memory.
 */
function unpackSafely(bytes: Uint8Array): Uint8Array {
  let total = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false;
      total += originalSize;
      if (total > MAX_XML_BYTES) throw new Refusal('too_much_text');
      return true;
    },
  });
  for (const xml of Object.values(files)) refuseLongMarkup(Buffer.from(xml.buffer, xml.byteOffset, xml.length));
  return zipSync(files, { level: 0 });
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

// The header determines the delimiter of a CSV file.
const withoutDelimiters = (name: string): string => name.replaceAll(/[;,\s]+/g, ' ').trim();

const isUnreadable = (error: unknown): boolean =>
  error instanceof InvalidInputError || error instanceof InvalidSpreadsheetError || error instanceof SheetNotFoundError;

function refusalOf(error: unknown): ImportRefusal {
  if (error instanceof Refusal) return error.reason;
  // Broken or mislabelled archives, and XML that is not a sheet: a file of another program, or a malicious one.
  return isUnreadable(error) ? 'spreadsheet' : 'spreadsheet_broken';
}

const answer: XlsxAnswer = await readFirstSheet(workerData as Uint8Array).then(
  (text) => ({ text }),
  (error: unknown) => ({ refusal: refusalOf(error) }),
);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(answer);
