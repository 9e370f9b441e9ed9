import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readCsv, unescapeFormula, writeCsv } from './csv.ts';

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
  const { rows } = await readCsv(written.slice(1));
  expect(rows[0]?.cells.map(unescapeFormula)).toEqual([given, given]);
  // However a spreadsheet separates the cells, by commas or by the others, with or without minding quotation marks.
  const [, line = ''] = written.split('\r\n');
  const cells = [...(rows[0]?.cells ?? []), ...line.split(/[;\t]/)].flatMap((cell) => cell.split(/[;\t]/));
  expect(cells.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
});
