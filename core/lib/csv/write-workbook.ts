import { Readable } from 'node:stream';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { escapeLine, type Line } from './csv.ts';

/** `isNumber`: its cells are numbers where they look like one; all others are texts, which a spreadsheet leaves as they are. */
export type WorkbookColumn = { name: string; isNumber: boolean };

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

// The second style is text, also for cells that are filled in later.
const FILES: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Lines as a workbook of Excel with one sheet, produced only as fast as the reader consumes them. */
export const writeWorkbook = (columns: readonly WorkbookColumn[], lines: AsyncIterable<Line>): Readable =>
  Readable.from(zipped(columns, lines));

async function* zipped(columns: readonly WorkbookColumn[], lines: AsyncIterable<Line>): AsyncIterable<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [path, xml] of Object.entries(FILES)) addFile(zip, path).push(strToU8(`${XML}${xml}`), true);
  const sheet = addFile(zip, 'xl/worksheets/sheet1.xml');
  const widths = columns.map(
    ({ name, isNumber }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${name.length + 8}" style="${isNumber ? 0 : 1}"/>`,
  );
  sheet.push(strToU8(`${XML}<worksheet xmlns="${MAIN}"><cols>${widths.join('')}</cols><sheetData>`));
  let row = 1;
  const names = columns.map(({ name }) => name);
  sheet.push(strToU8(rowXml(row, names, [])));
  for await (const line of lines) {
    row += 1;
    sheet.push(strToU8(rowXml(row, escapeLine(line), columns)));
    yield* chunks.splice(0);
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  yield* chunks;
}

function addFile(zip: Zip, path: string): ZipDeflate {
  const file = new ZipDeflate(path);
  zip.add(file);
  return file;
}

const rowXml = (row: number, cells: readonly string[], columns: readonly WorkbookColumn[]): string =>
  `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${letterOf(at)}${row}`, columns[at])).join('')}</row>`;

/** Of the first 26 columns. */
const letterOf = (at: number): string => String.fromCodePoint(65 + at);

function cellXml(cell: string, place: string, column: WorkbookColumn | undefined): string {
  const isNumber = column?.isNumber === true;
  if (cell === '') return `<c r="${place}" s="${isNumber ? 0 : 1}"/>`;
  if (isNumber && /^\d{1,12}(?:\.\d+)?$/.test(cell)) return `<c r="${place}"><v>${cell}</v></c>`;
  return `<c r="${place}" s="1" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The text without characters that XML does not have. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? '')
    .replaceAll('\r\n', '\n')
    // oxlint-disable-next-line no-control-regex -- control characters are removed
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '');
