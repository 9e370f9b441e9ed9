import { expect, it } from 'vitest';
import { mergeEdits } from './merge-edits.ts';
import { emptyChoice, emptyEntries, type ChoiceEntry, type ProductEntries } from './product-entries.ts';

const choice = (id: number, changes: Partial<ChoiceEntry> = {}): ChoiceEntry => ({
  ...emptyChoice(String(id)),
  id,
  price: '28',
  stock: '10',
  ...changes,
});
const product = (changes: Partial<ProductEntries> = {}): ProductEntries => ({
  ...emptyEntries(),
  name: 'Curd',
  categoryId: 1,
  subcategoryId: 11,
  choices: [choice(1), choice(2)],
  ...changes,
});

it('puts my changes on top of theirs', () => {
  const begun = product();
  const mine = product({ name: 'Fresh curd', choices: [choice(1, { price: '30' }), choice(2)] });
  const theirs = product({ description: 'Set overnight', choices: [choice(1, { stock: '4' }), choice(2)] });
  expect(mergeEdits({ begun, mine, theirs })).toEqual(
    product({
      name: 'Fresh curd',
      description: 'Set overnight',
      choices: [choice(1, { price: '30', stock: '4' }), choice(2)],
    }),
  );
});

it('keeps mine where both changed the same', () => {
  const merged = mergeEdits({ begun: product(), mine: product({ name: 'Mine' }), theirs: product({ name: 'Theirs' }) });
  expect(merged.name).toBe('Mine');
});

it('never puts my subcategory below their category', () => {
  const theirs = product({ categoryId: 2, subcategoryId: 21 });
  const touched = mergeEdits({ begun: product(), mine: product({ subcategoryId: 12 }), theirs });
  expect([touched.categoryId, touched.subcategoryId]).toEqual([1, 12]);
  const untouched = mergeEdits({ begun: product(), mine: product({ name: 'Mine' }), theirs });
  expect([untouched.categoryId, untouched.subcategoryId]).toEqual([2, 21]);
});

it('keeps what either of us added, and leaves away what either of us removed', () => {
  const mine = product({ choices: [choice(1), { ...emptyChoice('new'), unit: '2 kg', price: '90' }] });
  const theirs = product({ choices: [choice(1), choice(2), choice(3)] });
  const { choices } = mergeEdits({ begun: product(), mine, theirs });
  expect(choices.map(({ key }) => key)).toEqual(['1', 'new', '3']);
  const gone = mergeEdits({ begun: product(), mine: product(), theirs: product({ choices: [choice(2)] }) });
  expect(gone.choices.map(({ key }) => key)).toEqual(['2']);
});

it('makes a new one of what they removed and I changed', () => {
  const mine = product({ choices: [choice(1), choice(2, { price: '60' })] });
  const { choices } = mergeEdits({ begun: product(), mine, theirs: product({ choices: [choice(1)] }) });
  expect(choices).toEqual([choice(1), { ...choice(2, { price: '60' }), id: undefined }]);
});
