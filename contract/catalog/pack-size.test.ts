import { describe, expect, it } from 'vitest';
import { type Measure, packSizeOf, unitPriceOf } from './pack-size.ts';

it.each<[string, number, Measure]>([
  ['500 g', 0.5, 'kg'],
  ['500g', 0.5, 'kg'],
  ['237 gm', 0.237, 'kg'],
  ['100 Gms', 0.1, 'kg'],
  ['250 gms.', 0.25, 'kg'],
  ['gram', 0.001, 'kg'],
  ['५०० ग्राम', 0.5, 'kg'],
  ['1 kilo', 1, 'kg'],
  ['2 Kilos', 2, 'kg'],
  ['5 Kgs', 5, 'kg'],
  ['1 किलो', 1, 'kg'],
  ['2 कि.ग्रा.', 2, 'kg'],
  ['½ kg', 0.5, 'kg'],
  ['1½ kg', 1.5, 'kg'],
  ['1 ¼ kg', 1.25, 'kg'],
  ['1/2 kg', 0.5, 'kg'],
  ['4 * 150 g', 0.6, 'kg'],
  ['4x150g', 0.6, 'kg'],
  ['6 × 200 ml', 1.2, 'l'],
  ['1 ltr', 1, 'l'],
  ['litre', 1, 'l'],
  ['1.5 Liters', 1.5, 'l'],
  ['५ लीटर', 5, 'l'],
  ['200 मि.ली.', 0.2, 'l'],
  ['pack of 250 g', 0.25, 'kg'],
  ['dozen', 12, 'piece'],
  ['10 pcs', 10, 'piece'],
  ['strip of 15', 15, 'piece'],
])('%s is %d %s', (text, quantity, per) => {
  const size = packSizeOf(text);
  expect(size?.per).toBe(per);
  expect(size?.quantity).toBeCloseTo(quantity, 9);
});

it.each(['', ' ', '0 g', '1/0 kg', 'bunch', 'plate', '9 W', 'kg of plenty', '500 g jar', '1.2.3 kg'])(
  'finds no size in "%s"',
  (text) => expect(packSizeOf(text)).toBeUndefined(),
);

describe('unitPriceOf', () => {
  it.each<[string, number, number, Measure]>([
    ['500 g', 2800, 5600, 'kg'],
    ['250g', 1999, 7996, 'kg'],
    ['100 Gms', 2400, 24_000, 'kg'],
    ['4 * 150 g', 12_000, 20_000, 'kg'],
    ['5 kg', 25_000, 5000, 'kg'],
    ['1.5 L', 9000, 6000, 'l'],
    ['200 ml', 1500, 7500, 'l'],
    ['flask of 500 ml', 6000, 12_000, 'l'],
    ['dozen', 8400, 700, 'piece'],
    ['6 pieces', 4500, 750, 'piece'],
    ['strip of 15', 1650, 110, 'piece'],
    ['pack of 3', 1000, 333, 'piece'],
  ])('%s for %i paise is %i paise a measure', (unit, price, paise, per) => {
    expect(unitPriceOf(unit, price)).toEqual({ paise, per });
  });

  it.each(['1 kg', '1 L', 'piece', '1 piece', '0 g', 'bunch', 'plate', '9 W', 'kg of plenty', ''])(
    'says nothing more about %j',
    (unit) => expect(unitPriceOf(unit, 2800)).toBeUndefined(),
  );
});
