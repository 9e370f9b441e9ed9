import { strToU8, zipSync } from 'fflate';

export type Cell = string | number | boolean;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const columnName = (at: number): string =>
  (at >= 26 ? String.fromCodePoint(64 + Math.floor(at / 26)) : '') + String.fromCodePoint(65 + (at % 26));

function cellXml(cell: Cell, place: string): string {
  if (cell === '') return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t>${escape(cell)}</t></is></c>`;
}

/** A sheet as the XML of a workbook. */
export const sheetXml = (rows: Cell[][]): string =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map((row, at) => {
      const cells = row.map((cell, column) => cellXml(cell, `${columnName(column)}${at + 1}`));
      return `<row r="${at + 1}">${cells.join('')}</row>`;
    })
    .join('')}</sheetData></worksheet>`;

/** A ZIP file of files by their paths. */
export const zipOf = (files: Record<string, Uint8Array>): Buffer<ArrayBuffer> => Buffer.from(zipSync(files));

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of Excel with one sheet, given as XML, and more files if named. */
export function workbookOf(sheet: string, more: Record<string, string> = {}): Buffer<ArrayBuffer> {
  const files = {
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATION}"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  };
  const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
  return Buffer.from(zipSync(bytes, { level: 9 }));
}
