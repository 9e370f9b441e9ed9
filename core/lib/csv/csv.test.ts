import { text } from 'node:stream/consumers';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DomainError } from '../../errors.ts';
import { type CsvRow, readRows, scanCsv, unescapeFormula, writeCsv } from './csv.ts';

async function batchesOf(text: string): Promise<CsvRow[][]> {
  const batches: CsvRow[][] = [];
  for await (const rows of readRows(scanCsv(text))) batches.push(rows);
  return batches;
}

/** The rows as csv-parse alone finds them, or that a quotation mark is misplaced. */
function parsedAtOnce(text: string) {
  try {
    const options = { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] };
    const [, ...rows] = parse(text, options);
    const numbered = rows.map((cells, at) => ({ row: at + 2, cells }));
    return numbered.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return 'quotes';
  }
}

it('finds the same rows as csv-parse, and the same misplaced quotation marks', async () => {
  const piece = fc.constantFrom(',', ',', '"', '""', '"a"', '\n', '\r\n', '\r', ' ', '\u00a0', 'a', 'चाय', ';', "'");
  const anyCsv = fc.array(piece, { maxLength: 40 }).map((pieces) => `name,price\n${pieces.join('')}`);
  await fc.assert(
    fc.asyncProperty(anyCsv, async (each) => {
      const found = batchesOf(each).then((batches) => batches.flat());
      expect(await found.catch(({ details }: DomainError) => details.reason)).toEqual(parsedAtOnce(each));
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
  ['b', 'name\r\nSalt\r\n5" pipe\r\n', 3],
  ['c', 'name\r\rSalt\r"two\r\nlines"x', 5],
])('names the line of a misplaced quotation mark (%s)', (_, text, line) => {
  expect(() => scanCsv(text)).toThrow(`(line ${line})`);
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
