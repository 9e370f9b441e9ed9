import { expect, it } from 'vitest';
import { expectedPaise, worthOf } from './cash-close.ts';

it('expects what was there and came in, without what went out', () => {
  const cash = { openingPaise: 50_000, receivedPaise: 123_450, refundedPaise: 2_050, paidOutPaise: 10_000 };
  expect(expectedPaise(cash)).toBe(161_400);
  expect(expectedPaise({ ...cash, openingPaise: 0, receivedPaise: 0 })).toBe(-12_050);
});

it('adds up notes and coins', () => {
  expect(worthOf([])).toBe(0);
  expect(
    worthOf([
      { value: 500, count: 3 },
      { value: 2, count: 4 },
    ]),
  ).toBe(1_508);
});
