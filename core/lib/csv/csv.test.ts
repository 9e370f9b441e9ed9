import { text } from 'node:stream/consumers';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DomainError } from '../../errors.ts';
import { type CsvRow, readRows, scanCsv, unescapeFormula, writeCsv } from './csv.ts';

async function batchesOf(text: string, delimiter = ','): Promise<CsvRow[][]> {
  const batches: CsvRow[][] = [];
  for await (const rows of readRows(scanCsv(text, delimiter))) batches.push(rows);
  return batches;
}

/** The rows as csv-parse alone finds them, or that a quotation mark is misplaced. */
function parsedAtOnce(text: string) {
  try {
    const options = { relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n', '\r'] };
    const [, ...rows] = parse(text, options);
    const numbered = rows.map((cells, at) => ({ row: at + 2, cells }));
    return numbered.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return 'quotes';
  }
}

/** Whether a cell has its quotation marks, which enclose the ends of other rows. */
const swallowsRows = (rows: CsvRow[]) => rows.some(({ cells }) => cells.some((cell) => /^"[^]*[\r\n]/.test(cell)));

it('finds the same rows as csv-parse, and quotation marks that are not closed or enclose other rows', async () => {
  const piece = fc.constantFrom(',', ',', '"', '""', '"a"', '\n', '\r\n', '\r', ' ', '\u00a0', 'a', 'चाय', ';', "'");
  const anyCsv = fc.array(piece, { maxLength: 40 }).map((pieces) => `name,price\n${pieces.join('')}`);
  await fc.assert(
    fc.asyncProperty(anyCsv, async (each) => {
      const found = batchesOf(each).then((batches) => batches.flat());
      const parsed = parsedAtOnce(each);
      const reason = await found.catch(({ details }: DomainError) => details.reason);
      if (reason === 'quotes') expect(parsed === 'quotes' || swallowsRows(parsed)).toBe(true);
      else expect(reason).toEqual(parsed);
    }),
    { numRuns: 3_000 },
  );
});

it('parses in many turns of the event loop', async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const batches = await batchesOf(`name\n${'Tea\n'.repeat(5_000)}`);
  clearImmediate(next);
  expect(batches.flat()).toHaveLength(5_000);
  expect(batches.length).toBe(50);
  expect(turns).toBeGreaterThan(40);
});

it.each([
  ['a', 'name\n"Tea\n\n', 2],
  ['b', 'name\r\nSalt\r\n"5 pipe\r\n', 3],
  ['c', 'name\r\rSalt\r"two\r\nlines"x', 5],
])('names the line of a misplaced quotation mark (%s)', (_, text, line) => {
  expect(() => scanCsv(text)).toThrow(`(line ${line})`);
});

it.each([
  ['12" pizza base,60', ['12" pizza base', '60']],
  ['pan 9",60', ['pan 9"', '60']],
  ['a"b"c,60', ['a"b"c', '60']],
  ['"Large" plate,60', ['"Large" plate', '60']],
  ['"12"" pan",60', ['12" pan', '60']],
  ['6\'2" rod,""', ['6\'2" rod', '']],
])('takes a quotation mark in the middle of a cell for a letter: %s', async (line, cells) => {
  expect((await batchesOf(`name,price\n${line}`)).flat()).toEqual([{ row: 2, cells }]);
});

it.each([
  ['a comma', 'Item,Rate\nTea; green,5\nSalt; rock,6', ','],
  ['a semicolon beside amounts with commas', 'Item;Rate;Qty\nTea;1,250;2\nSalt;2,500;3', ';'],
  ['a semicolon after a heading of two lines', '"Item\nname";Rate;Qty\nToor dal;145;20', ';'],
  ['a semicolon below a title with commas', 'Ganesh Stores, Pune, Maharashtra\nItem;Rate\nTea;5\nSalt;6', ';'],
  ['a semicolon after quoted commas', '"a,b,c,d";Rate\n"x,y,z,w";5', ';'],
  ['a tab', 'Item\tRate, incl. tax\nTea\t5', '\t'],
  ['a bar', 'Item|Rate\nTea|5', '|'],
  ['the separator that the file names', 'sep=;\nItem;Rate, Qty, MRP\nTea;1, 2, 3', ';'],
])('separates cells by %s', (_, text, delimiter) => {
  expect(scanCsv(text).delimiter).toBe(delimiter);
});

it.each([
  ['sep=;\r\n', 1],
  ['SEP=;\n', 1],
  ['\n\nsep=;\n', 4],
  [' \r\nsep=;\r\n', 3],
])('reads the heading below %j, in the row of a spreadsheet', (first, row) => {
  const { header, delimiter, first: rows } = scanCsv(`${first}Item;Rate, Qty\nTea;5`);
  expect([header, delimiter, rows[0]?.row]).toEqual([['Item', 'Rate, Qty'], ';', row]);
});

const SIGNS = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
const TEXTS = [
  ...SIGNS.flatMap((sign) => [
    `${sign}cmd|' /C calc'!A0`,
    `Asha;${sign}1`,
    `Asha\t${sign}1`,
    `'${sign}1`,
    `a;''${sign}1`,
  ]),
  `Asha;=cmd|' /C calc'!A0;`,
  'Milk; fresh - 500 ml',
  "Asha's shop",
  "it's; 'quoted'",
  ';;==',
];

it.each(TEXTS)('writes %j so that no spreadsheet runs it, and reads it back', async (given) => {
  const written = await text(writeCsv(['name', 'other'], [[given, given]]));
  const [[row] = []] = await batchesOf(written.slice(1));
  expect(row?.cells.map(unescapeFormula)).toEqual([given, given]);
  // However a spreadsheet separates the cells, by commas or by the others, with or without minding quotation marks.
  const [, line = ''] = written.split('\r\n');
  const cells = [...(row?.cells ?? []), ...line.split(/[;\t]/)].flatMap((cell) => cell.split(/[;\t]/));
  expect(cells.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
});
