import type { ProductColumn } from '@haat/contract/catalog/import';
import { expect, it } from 'vitest';
import { isShortenedTo, repairCell } from './repair-cell.ts';

it.each<[string, ProductColumn, string]>([
  ['="Toor dal"', 'name', 'Toor dal'],
  ['="8901030865237"', 'barcode', '8901030865237'],
  ['="5 ""star"""', 'name', '5 "star"'],
  ['= "00012"', 'description', '00012'],
  ['=""', 'size', ''],
  ['NULL', 'unit', ''],
  ['N/A', 'category', ''],
  ['None', 'category', ''],
  ['nil', 'stock', ''],
  ['-', 'mrp', ''],
  ['\\N', 'description', ''],
  ['à¤šà¤¾à¤µà¤²', 'name', 'चावल'],
  ['CafÃ© crÃ¨me', 'name', 'Café crème'],
  ['â‚¹ 50', 'price', '₹ 50'],
  ['Haldiramâ€™s', 'name', 'Haldiram’s'],
  ['à¤šà¤¾à¤¯ 250 g', 'name', 'चाय 250 g'],
  ['8901030865237.0', 'barcode', '8901030865237'],
  ['8901 0308 65237', 'barcode', '8901030865237'],
  ['36000291452', 'barcode', '036000291452'],
  ['1234565', 'barcode', '01234565'],
  ['8901030865237', 'barcode', '8901030865237'],
  ['10023.0', 'barcode', '10023'],
  ['AB-1234', 'barcode', 'AB-1234'],
  ['0', 'barcode', ''],
  ['0000000000000', 'barcode', ''],
  ['100-23', 'barcode', '100-23'],
  ['2E10', 'barcode', '2E10'],
  ['What?', 'name', 'What?'],
  ['Fresh?? Yes', 'description', 'Fresh?? Yes'],
  ['Café', 'name', 'Café'],
  ['-5', 'stock', '-5'],
  ['Nanhe', 'name', 'Nanhe'],
])('reads %j in %s as %j', (cell, column, text) => {
  expect(repairCell(cell, column)).toMatchObject({ text });
});

it.each(['#N/A', '#REF!', '#DIV/0!', '#VALUE!', '#NAME?', '#NUM!', '########', 'Err:502', '#ERROR!', '="#N/A"'])(
  'says that %s is an error, in any column',
  (cell) => {
    for (const column of ['name', 'category', 'price', 'barcode'] as const) {
      expect(repairCell(cell, column)).toEqual({ problem: 'cell_error' });
    }
  },
);

it.each(['????? ???', '??', 'Basmati \uFFFD Rice', 'Toor dal (???)', 'à¤šà¤ à¤', '\uFFFD\uFFFD'])(
  'says that the letters of %j are lost',
  (cell) => expect(repairCell(cell, 'name')).toEqual({ problem: 'garbled' }),
);

it.each([
  ['8.90103E+12', '8901030865237', true],
  ['8.90103e12', '8901030865237', true],
  ['8,90103E+12', '8901030865237', true],
  ['8.9E+12', '8900000123456', true],
  ['3.60003E+10', '036000291452', true],
  ['3.60003E+10', '036000300452', true],
  ['3.60002E+10', '036000291452', false],
  ['8.90103E+12', '8901060865237', false],
  ['8.90103E+12', null, false],
])('knows whether %s is the start of %s: %s', (cell, stored, isKnown) => {
  const repaired = repairCell(cell, 'barcode');
  expect('shortened' in repaired && isShortenedTo(stored, repaired.shortened)).toBe(isKnown);
});
