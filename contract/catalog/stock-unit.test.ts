import { describe, expect, it } from 'vitest';
import {
  amountInStock,
  formatStock,
  keptBySize,
  PIECES,
  readStock,
  type StockAmount,
  type StockKept,
  type StockUnit,
  takenFromStock,
} from './stock-unit.ts';

const written = (text: string, kept?: StockKept) => {
  const read = readStock(text, kept);
  return read && `${read.amount} ${read.unit}`;
};
const KILO: StockKept = { stockUnit: 'g', content: 1_000 };
const PACK: StockKept = { stockUnit: 'g', content: 500 };

describe('a typed stock', () => {
  it.each([
    ['12', '12 piece'],
    ['12 pcs', '12 piece'],
    ['0', '0 piece'],
    ['2 dozen', '24 piece'],
    ['1.35 kg', '1350 g'],
    ['1.35kg', '1350 g'],
    ['2,5 kg', '2500 g'],
    ['1,35kg', '1350 g'],
    ['½ kg', '500 g'],
    ['500 g', '500 g'],
    ['500 gm', '500 g'],
    ['1,350 g', '1350 g'],
    ['0 kg', '0 g'],
    ['1.5 l', '1500 ml'],
    ['750 ml', '750 ml'],
    ['२.५ किलो', '2500 g'],
  ])('%s is %s', (text, amount) => expect(written(text)).toBe(amount));

  it.each([
    '',
    'kg',
    'many',
    '-1',
    '-1 kg',
    '1.5',
    '1,350 kg',
    '0.0005 kg',
    '1.5 pcs',
    '200000 kg',
    '10000001',
    '1 kg 500 g',
  ])('“%s” is none', (text) => expect(written(text)).toBeUndefined());

  it('is kilograms where an item is one, and must say its unit where it could be the packs', () => {
    expect(['1.35', '20', '1.35 kg', '3 pcs'].map((text) => written(text, KILO))).toEqual([
      '1350 g',
      '20000 g',
      '1350 g',
      '3 piece',
    ]);
    expect(['20', '20 pcs', '500 g'].map((text) => written(text, PACK))).toEqual([undefined, '20 piece', '500 g']);
  });

  it('is read as it is written, for any amount', () => {
    const random = randomOf(7);
    for (let nr = 0; nr < 5_000; nr += 1) {
      const unit = (['piece', 'g', 'ml'] as const)[random(3)]!;
      const amount = random(random(2) === 0 ? 3_000 : 1_000_000);
      expect(
        readStock(formatStock(amount, unit), unit === 'piece' ? PIECES : { stockUnit: unit, content: 500 }),
      ).toEqual({
        amount,
        unit,
      });
    }
  });
});

it('is written in the larger unit from one of it on', () => {
  expect([0, 1, 999, 1_000, 1_350, -1_350, -20].map((amount) => formatStock(amount, 'g'))).toEqual([
    '0 kg',
    '1 g',
    '999 g',
    '1 kg',
    '1.35 kg',
    '-1.35 kg',
    '-20 g',
  ]);
  expect([formatStock(12), formatStock(1_500, 'ml')]).toEqual(['12', '1.5 l']);
});

it('knows how much an item of a size is', () => {
  expect(['500 g', '1 kg', '1.5 L', '6 x 200 ml', 'dozen', 'large', null].map(keptBySize)).toEqual([
    { stockUnit: 'g', content: 500 },
    { stockUnit: 'g', content: 1_000 },
    { stockUnit: 'ml', content: 1_500 },
    { stockUnit: 'ml', content: 1_200 },
    undefined,
    undefined,
    undefined,
  ]);
});

it('adds up to the stock over 10,000 random sales, packed orders, returns, purchases, counts and conversions', () => {
  const random = randomOf(1);
  const PACKS = [1, 100, 250, 500, 1_000];
  let kept: StockKept = PIECES;
  let stock = 40;
  const ledger = [stock];
  const open: { quantity: number; grams?: number }[] = [];
  const move = (delta: number) => {
    ledger.push(delta);
    stock += delta;
  };
  const take = (line: { quantity: number; grams?: number }) => {
    if (takenFromStock(line, kept) <= stock) move(-takenFromStock(line, kept));
    else return;
    open.push(line);
  };
  const written = (): StockAmount => {
    const unit: StockUnit = random(2) === 0 ? 'piece' : kept.stockUnit;
    return { amount: random(unit === 'piece' ? 9 : 4_000), unit };
  };
  const steps = [
    () => take({ quantity: 1 + random(4) }),
    () => take({ quantity: 1 + random(4), grams: 1 + random(4_000) }),
    () => {
      const [line] = open.splice(random(open.length || 1), 1);
      if (line) move(takenFromStock(line, kept));
    },
    () => {
      const [line] = open.splice(random(open.length || 1), 1);
      if (!line) return;
      const packed = { ...line, grams: 1 + random(4_000) };
      const more = takenFromStock(packed, kept) - takenFromStock(line, kept);
      open.push(more <= stock ? packed : line);
      if (more <= stock) move(-more);
    },
    () => move(amountInStock(written(), kept) ?? 0),
    () => move((amountInStock(written(), kept) ?? stock) - stock),
    () => {
      // As the server: not while something is weighed, and back only in whole packs.
      if (open.some(({ grams }) => grams !== undefined)) return;
      const next: StockKept =
        kept.stockUnit === 'piece'
          ? { stockUnit: random(2) === 0 ? 'g' : 'ml', content: PACKS[random(PACKS.length)]! }
          : PIECES;
      if ((stock * next.content) % kept.content !== 0) return;
      const before = stock;
      move((stock * next.content) / kept.content - before);
      kept = next;
    },
    () => open.splice(0),
  ];
  const units = new Set<StockUnit>();
  for (let step = 0; step < 10_000; step += 1) {
    steps[random(steps.length)]!();
    units.add(kept.stockUnit);
    expect(Number.isInteger(stock) && stock >= 0).toBe(true);
  }
  expect(ledger.reduce((sum, delta) => sum + delta, 0)).toBe(stock);
  expect(units).toEqual(new Set(['piece', 'g', 'ml']));
});

/** Whole numbers below a limit, the same ones in each run. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
