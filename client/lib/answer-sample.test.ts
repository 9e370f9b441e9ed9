import { expect, it } from 'vitest';
import { isLike } from './answer-sample.ts';

type Shelf = { id: number; name: string; items: { price: number }[]; shop: { slug: string } };

const SAMPLE = [{ id: 0, name: '', items: [{ price: 0 }], shop: { slug: '' } }] as const;
const shelf = { id: 4, name: 'Milk', items: [{ price: 28, stock: 3 }], shop: { slug: 'a' }, stock: null };

it.each([
  ['a full one', [shelf]],
  ['an empty list', []],
  ['an empty list inside', [{ ...shelf, items: [] }]],
])('knows its own: %s', (_, answer) => {
  expect(isLike<Shelf[]>(answer, SAMPLE)).toBe(true);
});

it('takes no empty list for one that never is', () => {
  const sample = { items: [{ price: 0 }, 'never empty'] } as const;
  const answers = [{ items: [] }, { items: [{ price: 28 }] }, { items: [{ price: 28 }, {}] }];
  expect(answers.map((answer) => isLike<Pick<Shelf, 'items'>>(answer, sample))).toEqual([false, true, false]);
});

it.each([
  ['an object for a list', {}],
  ['nothing', null],
  ['undefined', undefined],
  ['a list of nothing', [null]],
  ['a field that is missing', [{ ...shelf, id: undefined }]],
  ['a field of another sort', [{ ...shelf, name: 7 }]],
  ['an object for a list inside', [{ ...shelf, items: {} }]],
  ['a wrong one far inside', [shelf, { ...shelf, items: [{ price: 28 }, { price: '28' }] }]],
  ['a text for an object', [{ ...shelf, shop: 'a' }]],
])('refuses %s', (_, answer) => {
  expect(isLike<Shelf[]>(answer, SAMPLE)).toBe(false);
});
