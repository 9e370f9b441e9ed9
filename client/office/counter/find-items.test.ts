import type { CounterItem } from '@haat/contract/orders/counter-sales.calls';
import { expect, it } from 'vitest';
import { sampleShopProduct } from '../../test/samples.ts';
import { categoriesOf, findByCode, findScanned, inCategory, itemOf, looseFirst, weighedOf } from './find-items.ts';
import { findItems, firstItem } from './search-items.ts';

const PIECES = { stock_unit: 'piece' as const, content: 1 };

const item = (variant_id: number, changes: Partial<CounterItem>): CounterItem => ({
  variant_id,
  name: '',
  hindi_name: null,
  size: null,
  color: null,
  unit: null,
  price: 1,
  mrp: null,
  stock: 1,
  stock_unit: 'piece',
  content: 1,
  barcode: null,
  image: null,
  category: null,
  ...changes,
});

const items = [
  item(1, { name: 'Toned milk', hindi_name: 'टोंड दूध', unit: '500 ml', category: 'Dairy', barcode: '8901234567894' }),
  item(2, { name: 'Toned milk', unit: '1 litre', category: 'Dairy' }),
  item(3, { name: 'Rice', unit: '1 kg', category: 'Grains', barcode: '0123456789012' }),
];
const idsOf = (found: CounterItem[]) => found.map(({ variant_id: id }) => id);

it('finds by words of the name, the Hindi name and the variant, and by the beginning of a barcode', () => {
  expect(idsOf(findItems(items, 'MILK 500'))).toEqual([1]);
  expect(idsOf(findItems(items, 'दूध'))).toEqual([1, 2]);
  expect(idsOf(findItems(items, '8901'))).toEqual([1]);
  expect(idsOf(inCategory(items, 'Dairy'))).toEqual([1, 2]);
});

it.each([
  ['rice 1kg', [3]],
  ['rice 5 kg', [3]],
  ['milk 1 ltr', [2, 1]],
  ['chawal', [3]],
  ['zzz rice', [3]],
  ['zzz', []],
  ['\u202arice\u202c', [3]],
])('finds for %j the items %j', (search, ids) => expect(idsOf(findItems(items, search))).toEqual(ids));

it.each([
  ['rice 1kg', 3],
  ['chawal', 3],
  ['8901', 1],
  ['zzz rice', undefined],
  ['rice 5 kg', undefined],
])('Enter takes for %j the item %j', (search, id) => expect(firstItem(items, search)?.variant_id).toBe(id));

it('finds loose goods first for a weight or an amount', () => {
  const loose = item(7, { name: 'Rice', unit: '1 kg', category: 'Grains', barcode: '101' });
  expect(idsOf(looseFirst([...items, loose]))).toEqual([7, 1, 2, 3]);
  expect(firstItem(looseFirst([...items, loose]), 'rice')?.variant_id).toBe(7);
});

it('finds a scanned code with and without its leading zero', () => {
  expect(findByCode(items, '123456789012')?.variant_id).toBe(3);
  expect(findByCode(items, '00123456789012')?.variant_id).toBe(3);
  expect(idsOf(findItems(items, '00123'))).toEqual([3]);
  expect(findByCode(items, '999')).toBeUndefined();
  expect(findByCode([item(4, { barcode: 'AB-12' })], 'ab-12')?.variant_id).toBe(4);
});

it('makes an item of what the server says is scanned', () => {
  const option = (name: string) => ({ id: 1, name });
  const [first] = sampleShopProduct().variants;
  const litre = {
    ...first!,
    id: 52,
    price: 54,
    mrp: 56,
    stock: 7,
    stock_amount: 7,
    unit: option('1 l'),
    barcode: '2000000000015',
  };
  const product = sampleShopProduct({ name: 'Toned milk', category: 'Dairy', variants: [first!, litre] });
  const variant = { variant_id: 52, name: 'Toned milk', option: '1 l', barcode: '2000000000015', stock: 7, ...PIECES };
  expect(itemOf({ kind: 'product', variant, product })).toEqual(
    item(52, {
      name: 'Toned milk',
      hindi_name: product.details.hindi_name,
      unit: '1 l',
      price: 54,
      mrp: 56,
      stock: 7,
      barcode: '2000000000015',
      image: product.image,
      category: 'Dairy',
    }),
  );
  expect(itemOf({ kind: 'product', variant })).toBeUndefined();
});

it('finds the item on a label of the scale with its weight or price, by its own code or its barcode', () => {
  const sweets = item(5, { barcode: '123' });
  const stored = item(6, { barcode: '2100456000000' });
  const scanned = (code: string, pattern: string | null) => findScanned([...items, sweets, stored], code, pattern);
  expect(scanned('2100123003501', '21IIIIIWWWWWC')).toEqual({ item: sweets, weighed: { grams: 350 } });
  expect(scanned('2100123003501', '21IIIIIPPPPPC')).toEqual({ item: sweets, weighed: { pricePaise: 350 } });
  expect(scanned('2100456001809', '21IIIIIWWWWWC')).toEqual({ item: stored, weighed: { grams: 180 } });
  expect(scanned('8901234567894', '21IIIIIWWWWWC')).toEqual({ item: items[0] });
  expect([scanned('2100123003501', null), scanned('2100999003501', '21IIIIIWWWWWC')]).toEqual([undefined, undefined]);
});

it('takes over what the server has read on a label', () => {
  const variant = { variant_id: 5, name: 'Sweets', option: null, barcode: '123', stock: 3, ...PIECES };
  const labels = [{ grams: 350 }, { price: 24.5 }, undefined];
  expect(labels.map((label) => weighedOf({ kind: 'product', variant, ...(label && { label }) }))).toEqual([
    { grams: 350 },
    { pricePaise: 2450 },
    undefined,
  ]);
});

it('lists categories, the largest first', () => expect(categoriesOf(items)).toEqual(['Dairy', 'Grains']));
