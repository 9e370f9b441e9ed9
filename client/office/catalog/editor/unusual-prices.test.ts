import { expect, it } from 'vitest';
import { sampleShopProduct } from '../../../test/samples.ts';
import { emptyFormValues, emptyVariant, type ProductFormValues, toFormValues } from './product-form-values.ts';
import { unusualPrices } from './unusual-prices.ts';

const asked = (...given: Parameters<typeof unusualPrices>) =>
  unusualPrices(...given).map(({ kind, before, price }) => [kind, before, price]);

it('asks about the prices that were changed to 0 or ten times off', () => {
  const [half] = sampleShopProduct().variants;
  const seen = sampleShopProduct({
    variants: [half!, { ...half!, id: 42, price: 54 }, { ...half!, id: 43, price: 0 }],
  });
  const values = toFormValues(seen, []);
  expect(asked(values, seen)).toEqual([]);
  const prices = ['0', '540', '0'];
  const [first, ...more] = values.variants.map((variant, at) => ({ ...variant, price: prices[at] ?? '' }));
  expect(asked({ ...values, variants: [first!, ...more] }, seen)).toEqual([
    ['free', 28, 0],
    ['higher', 54, 540],
  ]);
});

it('asks about a new product that is free, by the price of its unit where there is one', () => {
  const free: ProductFormValues = { ...emptyFormValues(), variants: [{ ...emptyVariant('a'), price: '0' }] };
  expect(asked(free, undefined)).toEqual([['free', undefined, 0]]);
  expect(asked({ ...free, unitPrice: '5' }, undefined)).toEqual([]);
});
