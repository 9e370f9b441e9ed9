import { describe, expect, it } from 'vitest';
import { unitPriceOf, type Measure } from './unit-price.ts';

describe('unitPriceOf', () => {
  it.each<[string, number, number, Measure]>([
    ['500 g', 2800, 5600, 'kg'],
    ['250g', 1999, 7996, 'kg'],
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
