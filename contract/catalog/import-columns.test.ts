import { expect, it } from 'vitest';
import { guessColumns } from './import-columns.ts';

it.each([
  ['of an export', 'name,price,stock,barcode', ['name', 'price', 'stock', 'barcode']],
  ['in common words', 'Item,Rate,Qty,MRP,Barcode/EAN', ['name', 'price', 'stock', 'mrp', 'barcode']],
  [
    'with units and marks',
    'ITEM NAME.,Rate (₹),Selling Price in Rs.,M.R.P.,U.O.M',
    ['name', 'price', null, 'mrp', 'unit'],
  ],
  ['in Hindi', 'सामान का नाम,दाम,मात्रा,इकाई,श्रेणी', ['name', 'price', 'stock', 'unit', 'category']],
  ['in Hindi with other spellings', 'क़ीमत,कीमत (रु),साइज,वजन', ['price', null, 'size', 'unit']],
  ['that mean nothing', 'Aisle,HSN,,row', [null, null, null, null]],
])('knows columns %s', (_what, header, columns) => {
  expect(guessColumns(header.split(','))).toEqual(columns);
});

it('prefers a name of our own to a common word', () => {
  expect(guessColumns(['Rate', 'price', 'Colour'])).toEqual([null, 'price', 'color']);
});

it.each([
  ['Name,Regular price,Sale price', ['name', 'price', null]],
  ['Name,Sale price,Regular price', ['name', null, 'price']],
  ['Name,Sale price', ['name', 'price']],
])('takes the regular price before that of an offer: %s', (header, columns) => {
  expect(guessColumns(header.split(','))).toEqual(columns);
});
