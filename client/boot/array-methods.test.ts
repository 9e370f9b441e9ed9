import { expect, it } from 'vitest';
import { addArrayMethods } from './array-methods.ts';

type Name = 'toReversed' | 'toSorted' | 'toSpliced' | 'with';

it('adds the methods that copy a list, and leaves the list as it was', () => {
  const prototype = {} as Record<Name, (this: unknown[], ...values: unknown[]) => unknown>;
  addArrayMethods(prototype);
  const list = [3, 10, 2];
  const call = (name: Name, ...values: unknown[]) => prototype[name].apply(list, values);
  expect(call('toReversed')).toEqual([2, 10, 3]);
  expect(call('toSorted')).toEqual([10, 2, 3]);
  expect(call('toSorted', (a: number, b: number) => a - b)).toEqual([2, 3, 10]);
  expect(call('toSpliced', 1, 1)).toEqual([3, 2]);
  expect(call('toSpliced', 0, 0, 7)).toEqual([7, 3, 10, 2]);
  expect(call('with', -1, 5)).toEqual([3, 10, 5]);
  expect(() => call('with', 3, 5)).toThrow(RangeError);
  expect(list).toEqual([3, 10, 2]);
  expect(Object.keys(prototype)).toEqual([]);
});

it('replaces no method of the browser', () => {
  const toSorted = () => [1];
  const prototype = { toSorted };
  addArrayMethods(prototype);
  expect(prototype.toSorted).toBe(toSorted);
});
