import { expect, it } from 'vitest';
import { RecentValues } from './recent-values.ts';

it('drops what was read least recently when there are too many', () => {
  const values = new RecentValues<string, number>({ maxEntries: 2, maxBytes: Infinity });
  values.set('a', 1, 1);
  values.set('b', 2, 1);
  values.get('a');
  values.set('c', 3, 1);
  expect(['a', 'b', 'c'].map((key) => values.get(key))).toEqual([1, undefined, 3]);
});

it('counts the bytes of what was replaced and deleted no longer', () => {
  const values = new RecentValues<string, number>({ maxEntries: Infinity, maxBytes: 10 });
  values.set('a', 1, 9);
  values.set('a', 2, 4);
  values.set('b', 3, 6);
  expect([values.get('a'), values.get('b')]).toEqual([2, 3]);
  values.delete('a');
  values.delete('a');
  values.set('c', 4, 4);
  expect([values.get('b'), values.get('c')]).toEqual([3, 4]);
  values.set('d', 5, 11);
  expect(['b', 'c', 'd'].map((key) => values.get(key))).toEqual([undefined, undefined, undefined]);
});
