import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type Cell, sheetXml, workbookOf } from '../../test/workbook.ts';
import { isWorkbook, readWorkbook } from './workbook.ts';

const firstSheet = async (bytes: Buffer) => (await readWorkbook(bytes))[0]?.text ?? '';

const refusalOf = async (bytes: Buffer): Promise<unknown> => {
  try {
    return await readWorkbook(bytes);
  } catch (error) {
    return (error as { details: { reason: string } }).details.reason;
  }
};

it('reads the first sheet with its rows at their numbers', async () => {
  const sheet = sheetXml([
    ['Item', 'Rate (₹; incl. tax)', 'Barcode', 'Visible'],
    ['Tea, "Assam"', 49.949999999999996, 8901234567894, true],
    [],
    ['चाय\nलाल', 1250, '', false],
  ]);
  expect(await firstSheet(workbookOf(sheet))).toBe(
    'Item,Rate (₹; incl. tax),Barcode,Visible\n"Tea, ""Assam""",49.95,8901234567894,yes\n,,,\n"चाय\nलाल",1250,,no',
  );
});

it('reads texts that cells share', async () => {
  const sheet =
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>0</v></c></row></sheetData></worksheet>';
  const shared = '<sst><si><t>Tea</t></si></sst>';
  expect(await firstSheet(workbookOf(sheet, { 'xl/sharedStrings.xml': shared }))).toBe('Tea,Tea');
});

it('reads 5,000 rows of 14 columns', async () => {
  const row = (at: number) => [`Product ${at}`, ...Array.from({ length: 13 }, (_, column) => at * column)];
  const bytes = workbookOf(sheetXml([['name'], ...Array.from({ length: 5_000 }, (_, at) => row(at))]));
  expect((await firstSheet(bytes)).split('\n').length).toBe(5_001);
});

const SHEETS = (states: string[]) =>
  `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${states
    .map((state, at) => `<sheet name="S &amp; ${at + 1}" sheetId="${at + 1}" ${state} r:id="rId1"/>`)
    .join('')}</sheets></workbook>`;

it.each([
  ['no sheet that is hidden', ['state="hidden"', '', ''], ['S & 2', 'S & 3']],
  ['no sheet that only programs can show', ['', 'state="veryHidden"'], ['S & 1']],
  ['the first sheet where all are hidden', ['state="hidden"', 'state="hidden"'], ['S & 1']],
  ['ten sheets of many', Array.from({ length: 14 }, () => ''), Array.from({ length: 10 }, (_, at) => `S & ${at + 1}`)],
])('reads %s', async (_what, states, names) => {
  const sheet = sheetXml([['name'], ['Tea']]);
  const sheets = await readWorkbook(workbookOf(sheet, { 'xl/workbook.xml': SHEETS(states) }));
  expect(sheets.map(({ name }) => name)).toEqual(names);
});

it('keeps the errors of formulas as texts', async () => {
  const cell = (place: string, error: string) => `<c r="${place}" t="e"><f>1/0</f><v>${error}</v></c>`;
  const sheet = `<worksheet><sheetData><row r="1">${cell('A1', '#DIV/0!')}${cell('B1', '#N/A')}</row></sheetData></worksheet>`;
  expect(await firstSheet(workbookOf(sheet))).toBe('#DIV/0!,#N/A');
});

const merged = (rows: Cell[][], range: string, tag = 'mergeCell'): Buffer =>
  workbookOf(sheetXml(rows).replace('</sheetData>', `</sheetData><mergeCells><${tag} ref="${range}"/></mergeCells>`));

it.each([
  [
    'a text over its rows',
    [
      ['Dal', 5],
      ['', 6],
      ['', 7],
    ],
    'A1:A3',
    'Dal,5\nDal,6\nDal,7',
  ],
  [
    'a text in a later column',
    [
      ['a', 'Dal'],
      ['b', ''],
    ],
    'B1:B2',
    'a,Dal\nb,Dal',
  ],
  [
    'a title once',
    [
      ['Shop', '', ''],
      ['a', 'b', 'c'],
    ],
    'A1:C1',
    'Shop,,\na,b,c',
  ],
  [
    'a block in its first column',
    [
      ['Dal', '', 5],
      ['', '', 6],
    ],
    'A1:B2',
    'Dal,,5\nDal,,6',
  ],
  [
    'a number of all rows together once',
    [
      ['a', 12],
      ['b', ''],
    ],
    'B1:B2',
    'a,12\nb,',
  ],
  [
    'digits of all rows together once',
    [
      ['a', '12'],
      ['b', ''],
    ],
    'B1:B2',
    'a,12\nb,',
  ],
  [
    'a range beyond the rows',
    [
      ['Dal', 5],
      ['', 6],
    ],
    'A1:A9',
    'Dal,5\nDal,6',
  ],
  [
    'a cell that has another text',
    [
      ['Dal', 5],
      ['Oil', 6],
    ],
    'A1:A2',
    'Dal,5\nOil,6',
  ],
])('reads merged cells: %s', async (_what, rows, range, text) => {
  expect(await firstSheet(merged(rows, range))).toBe(text);
  expect(await firstSheet(merged(rows, range, 'x:mergeCell'))).toBe(text);
});

const TABLE = '<table><tr><th>Item</th><th>Rate</th></tr><tr><td>Dal &amp; rice</td><td>1,250</td></tr></table>';
it.each([
  ['a page', `<html><body>${TABLE}</body></html>`, 'Item,Rate\nDal & rice,"1,250"'],
  [
    'a page with a mark and a style',
    `\uFEFF<!DOCTYPE html><style>td{x}</style>${TABLE}`,
    'Item,Rate\nDal & rice,"1,250"',
  ],
  ['tags in capitals without ends', '<TABLE><TR><TD>Item<TD>Rate<TR><TD>Dal<TD>5</TABLE>', 'Item,Rate\nDal,5'],
  [
    'cells over several columns',
    '<table><tr><td colspan=2>Shop</td></tr><tr><td>a</td><td>b<br>c</td></tr></table>',
    'Shop,\na,b c',
  ],
  [
    'cells over several rows',
    '<table><tr><td rowspan=2>Dal</td><td>a</td><td rowspan=3>5</td></tr><tr><td>b</td></tr><tr><td>Oil</td><td>c</td></tr></table>',
    'Dal,a,5\nDal,b,\nOil,c,',
  ],
  [
    'cells over rows and columns',
    '<table><tr><td rowspan=2 colspan=2>Dal</td><td>a</td></tr><tr><td>b</td></tr><tr><td>x</td><td>y</td><td>z</td></tr></table>',
    'Dal,,a\nDal,,b\nx,y,z',
  ],
  [
    'merged cells of a workbook as XML',
    '<?xml version="1.0"?><Workbook><Worksheet><Table><Row><Cell ss:MergeDown="1"><Data>Dal</Data></Cell><Cell><Data>a</Data></Cell></Row><Row><Cell ss:Index="2"><Data>b</Data></Cell></Row></Table></Worksheet></Workbook>',
    'Dal,a\nDal,b',
  ],
  [
    'a workbook as XML',
    '<?xml version="1.0"?><Workbook><Worksheet ss:Name="P"><Table><Row><Cell><Data ss:Type="String">Item</Data></Cell><Cell ss:Index="3"><Data>5</Data></Cell></Row></Table></Worksheet></Workbook>',
    'Item,,5',
  ],
  [
    'the table in another one',
    `<div><table><tr><td>Menu</td><td>${TABLE}</td></tr></table></div>`,
    'Item,Rate\nDal & rice,"1,250"',
  ],
])('reads %s', async (_what, page, text) => {
  const bytes = Buffer.from(page);
  expect(isWorkbook(bytes)).toBe(true);
  expect(await firstSheet(bytes)).toBe(text);
  expect(await firstSheet(Buffer.from(`\uFEFF${page}`, 'utf16le'))).toBe(text);
});

it('refuses a page without a table', async () => {
  expect(await refusalOf(Buffer.from('<html><p>Please log in</p></html>'))).toBe('not_csv');
});

it('refuses a small file that unpacks to a large one', async () => {
  const bomb = workbookOf(`<worksheet>${' '.repeat(200_000_000)}</worksheet>`);
  expect(bomb.length).toBeLessThan(300_000);
  expect(await refusalOf(bomb)).toBe('too_much_text');
});

it('refuses one whose directory says that it is small', async () => {
  const bomb = workbookOf(`<worksheet>${' '.repeat(50_000_000)}</worksheet>`);
  expect(['spreadsheet', 'spreadsheet_broken', 'too_many_cells']).toContain(await refusalOf(sayingSmaller(bomb)));
});

it('refuses a cell at the far end of an empty sheet', async () => {
  const cell = (place: string) => `<row r="${/\d+/.exec(place)?.[0]}"><c r="${place}"><v>1</v></c></row>`;
  const rows = Array.from({ length: 2_000 }, (_, at) => cell(`XFD${at + 1}`)).join('');
  expect(await refusalOf(workbookOf(`<worksheet><sheetData>${rows}</sheetData></worksheet>`))).toBe('too_many_cells');
  const last = `<worksheet><sheetData>${cell('A1')}${cell('XFD1048576')}</sheetData></worksheet>`;
  expect(['too_many_cells', 'too_many_rows']).toContain(await refusalOf(workbookOf(last)));
});

const LONG = 18_000_000;
it.each([
  ['comment', `<!--${' '.repeat(LONG)}--><worksheet><sheetData/></worksheet>`],
  ['comment without an end', `<worksheet><!--${' '.repeat(LONG)}`],
  ['attribute', `<worksheet a="${' > '.repeat(LONG / 3)}"><sheetData/></worksheet>`],
  ['open tag', `<worksheet ${' '.repeat(LONG)}`],
])('refuses a small file with a long %s before it is parsed', async (_what, sheet) => {
  const bytes = workbookOf(sheet);
  expect(bytes.length).toBeLessThan(50_000);
  expect(await refusalOf(bytes)).toBe('spreadsheet_broken');
});

it('refuses one long text that many cells share', async () => {
  const row = (at: number) => `<row r="${at}"><c r="A${at}" t="s"><v>0</v></c></row>`;
  const sheet = `<worksheet><sheetData>${Array.from({ length: 5_000 }, (_, at) => row(at + 1)).join('')}</sheetData></worksheet>`;
  const shared = `<sst><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`;
  expect(await refusalOf(workbookOf(sheet, { 'xl/sharedStrings.xml': shared }))).toBe('too_much_text');
});

it.each([
  ['another archive', Buffer.from(zipSync({ 'word/document.xml': new Uint8Array(9) })), 'spreadsheet'],
  ['the start of an archive', Buffer.from('PK\u0003\u0004'), 'spreadsheet_broken'],
  ['a sheet that is cut off', workbookOf('<worksheet><sheetData><row r="1"><c r='), 'spreadsheet_broken'],
])('refuses %s', async (_what, bytes, reason) => {
  expect(await refusalOf(bytes)).toBe(reason);
});

/** Writes a small size of each file into the archive, where its own size was. */
function sayingSmaller(archive: Buffer): Buffer {
  const bytes = Buffer.from(archive);
  for (let at = 0; at < bytes.length - 30; at += 1) {
    const signature = bytes.readUInt32LE(at);
    if (signature === 0x04034b50 && bytes.readUInt32LE(at + 22) > 1_000_000) bytes.writeUInt32LE(500, at + 22);
    if (signature === 0x02014b50 && bytes.readUInt32LE(at + 24) > 1_000_000) bytes.writeUInt32LE(500, at + 24);
  }
  return bytes;
}
