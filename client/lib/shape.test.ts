import { expect, it } from 'vitest';
import { hasShape } from './shape.ts';

type Catalog = { id: number; name: string; items: { price: number }[]; shop: { slug: string } };

const SAMPLE = [{ id: 0, name: '', items: [{ price: 0 }], shop: { slug: '' } }] as const;
const catalog = { id: 4, name: 'Milk', items: [{ price: 28, stock: 3 }], shop: { slug: 'a' }, stock: null };

it.each([
  ['a full one', [catalog]],
  ['an empty list', []],
  ['an empty list inside', [{ ...catalog, items: [] }]],
])('knows its own: %s', (_, answer) => {
  expect(hasShape<Catalog[]>(answer, SAMPLE)).toBe(true);
});

it('takes no empty list for one that never is', () => {
  const sample = { items: [{ price: 0 }, 1] } as const;
  const answers = [{ items: [] }, { items: [{ price: 28 }] }, { items: [{ price: 28 }, {}] }];
  expect(answers.map((answer) => hasShape<Pick<Catalog, 'items'>>(answer, sample))).toEqual([false, true, false]);
});

it.each([
  ['an object for a list', {}],
  ['nothing', null],
  ['undefined', undefined],
  ['a list of nothing', [null]],
  ['a field that is missing', [{ ...catalog, id: undefined }]],
  ['a field of another sort', [{ ...catalog, name: 7 }]],
  ['an object for a list inside', [{ ...catalog, items: {} }]],
  ['a wrong one far inside', [catalog, { ...catalog, items: [{ price: 28 }, { price: '28' }] }]],
  ['a text for an object', [{ ...catalog, shop: 'a' }]],
])('refuses %s', (_, answer) => {
  expect(hasShape<Catalog[]>(answer, SAMPLE)).toBe(false);
});
