import { expect, it } from 'vitest';
import { concurrencyLimit } from './async.ts';

it('runs tasks in order up to the concurrency limit, and continues after a failure', async () => {
  const inTurn = concurrencyLimit(2);
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const works = [0, 1, 2, 3, 4].map((each) =>
    inTurn(async () => {
      begun.push(each);
      await new Promise<void>((resolve) => (ends[each] = resolve));
      if (each === 1) throw new Error('broken');
      return each;
    }),
  );
  const outcome = Promise.allSettled(works);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  for (const [ended, expected] of [
    [undefined, 2],
    [1, 3],
    [0, 4],
    [2, 5],
  ] as const) {
    if (ended !== undefined) ends[ended]?.();
    await settle();
    expect(begun).toEqual([0, 1, 2, 3, 4].slice(0, expected));
  }
  ends[3]?.();
  ends[4]?.();
  expect((await outcome).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
