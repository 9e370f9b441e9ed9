import { expect, it } from 'vitest';
import ENGLISH from '../../i18n/en.json' with { type: 'json' };
import { differencesOf, FIELD_TEXTS } from './activity-differences.ts';

const nothing = { nothing: true };
const text = (said: string) => ({ text: said });
const variant = (form: string | null, more: object = {}) => ({
  form,
  price: 38,
  mrp: null,
  stock: 9,
  barcode: null,
  ...more,
});

it.each([
  [
    { minordervalue: 50 },
    { minordervalue: 60 },
    [{ field: 'minordervalue', from: text('₹50.00'), to: text('₹60.00') }],
  ],
  [{ open_time: null }, { open_time: '17:00' }, [{ field: 'open_time', from: nothing, to: text('5:00 PM') }]],
  [
    { hours: null },
    {
      hours: {
        takeaway: [[['09:00', '13:00']], [], [], [], [], [], []],
        delivery: [[['09:00', '13:00']], [['10:00', '11:00']], [], [], [], [], []],
        dates: {},
      },
    },
    [
      { field: 'hours', of: 'Monday', from: nothing, to: text('9:00 AM – 1:00 PM') },
      { field: 'hours', of: 'Tuesday', from: nothing, to: text('– / 10:00 AM – 11:00 AM') },
    ],
  ],
  [{ accepts: true }, { accepts: false }, [{ field: 'accepts', from: { yes: true }, to: { yes: false } }]],
  [null, { stock: 0 }, [{ field: 'stock', from: nothing, to: text('0') }]],
  [{ name: 'Milk' }, null, [{ field: 'name', from: text('Milk'), to: nothing }]],
  [{ units: [{ name: 'kg' }] }, null, [{ field: 'units', from: text('kg'), to: nothing }]],
  [{ role: 'vendor', user_id: 7 }, null, [{ field: 'role', from: text('vendor'), to: nothing }]],
  [null, { name: 'Milk', best_before: null }, [{ field: 'name', from: nothing, to: text('Milk') }]],
  [{ pictures: ['a'] }, { pictures: ['b', 'a'] }, [{ field: 'pictures', from: text('1'), to: text('2') }]],
  [
    { variants: [variant('500 g', { price: 20 }), variant('1 kg')] },
    { variants: [variant('500 g', { price: 25, stock: 4 }), variant('1 kg')] },
    [
      { field: 'price', of: '500 g', from: text('₹20.00'), to: text('₹25.00') },
      { field: 'stock', of: '500 g', from: text('9'), to: text('4') },
    ],
  ],
  [
    { variants: [variant(null)] },
    { variants: [variant(null, { price: 0 })] },
    [{ field: 'price', from: text('₹38.00'), to: text('₹0.00') }],
  ],
  [
    { variants: [variant('500 g')] },
    { variants: [variant('1 kg')] },
    [
      { field: 'price', of: '500 g', from: text('₹38.00'), to: nothing },
      { field: 'stock', of: '500 g', from: text('9'), to: nothing },
      { field: 'price', of: '1 kg', from: nothing, to: text('₹38.00') },
      { field: 'stock', of: '1 kg', from: nothing, to: text('9') },
    ],
  ],
  [null, null, []],
])('%j became %j', (before, after, shown) => {
  expect(differencesOf({ action: 'product.changed', before, after })).toEqual(shown);
});

it.each([
  [
    'products.imported',
    { created: 274, changed: 0, unchanged: 0, failed: 29 },
    { New: '274', 'Rows with errors': '29' },
  ],
  [
    'stock.purchased',
    { invoice: 'A-17', pieces: 264, total: 52 },
    { Invoice: 'A-17', 'Pieces added': '264', Total: '₹52.00' },
  ],
  ['stock.counted', { pieces: -3 }, { 'Difference in pieces': '-3' }],
  ['member.signed_out', { device: 'Chrome on Android' }, { Device: 'Chrome · Android' }],
  ['member.signed_out', { device: 'an unknown browser on an unknown system' }, {}],
] as const)('%s says %j in words', (action, after, shown) => {
  const texts = differencesOf({ action, before: null, after }).map(({ field, to }) => [
    ENGLISH[FIELD_TEXTS[field] as keyof typeof ENGLISH],
    'text' in to ? to.text : undefined,
  ]);
  expect(Object.fromEntries(texts)).toEqual(shown);
});
