import { expect, it } from 'vitest';
import { packsOf, readSaleSearch, saleAmount, spreadDiscount } from './counter-sale.ts';

it('spreads a discount over the lines to the paisa', () => {
  expect(spreadDiscount([2_500, 6_000], 1_000)).toEqual([294, 706]);
  expect(spreadDiscount([1, 1, 1], 2)).toEqual([0, 1, 1]);
  expect(spreadDiscount([100, 200], 300)).toEqual([100, 200]);
  expect(spreadDiscount([0, 0], 0)).toEqual([0, 0]);
});

it('never lowers a line below nothing', () => {
  for (let discount = 0; discount <= 7; discount += 1) {
    const parts = spreadDiscount([1, 2, 4], discount);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(discount);
    expect(parts.every((part, nr) => part >= 0 && part <= [1, 2, 4][nr]!)).toBe(true);
  }
});

it('prices by weight only what is sold by weight', () => {
  expect(saleAmount({ pricePaise: 6_000, quantity: 2, unit: '1 kg', grams: 1_250 })).toBe(7_500);
  expect(saleAmount({ pricePaise: 6_000, quantity: 2, unit: '1 kg' })).toBe(12_000);
  expect(packsOf(1_250, '500 g')).toBe(3);
  expect(packsOf(1_250, 'piece')).toBeUndefined();
});

it('reads a search for a sale as a receipt number, an amount and a name, whatever it may be', () => {
  expect(readSaleSearch(' H000126 ')).toEqual({ words: 'H000126', digits: '000126' });
  expect(readSaleSearch('126')).toEqual({ words: '126', digits: '126', paise: 12_600 });
  expect(readSaleSearch('₹ 1,250.50')).toEqual({ words: '₹ 1,250.50', paise: 125_050 });
  expect(readSaleSearch('7up')).toEqual({ words: '7up' });
});
