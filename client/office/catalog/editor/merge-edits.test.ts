import { expect, it } from 'vitest';
import { mergeEdits } from './merge-edits.ts';
import { emptyVariant, emptyFormValues, type VariantValues, type ProductFormValues } from './product-form-values.ts';

const variant = (id: number, changes: Partial<VariantValues> = {}): VariantValues => ({
  ...emptyVariant(String(id)),
  id,
  price: '28',
  stock: '10',
  ...changes,
});
const product = (changes: Partial<ProductFormValues> = {}): ProductFormValues => ({
  ...emptyFormValues(),
  name: 'Curd',
  categoryId: 1,
  subcategoryId: 11,
  variants: [variant(1), variant(2)],
  ...changes,
});

it('applies my changes to theirs', () => {
  const base = product();
  const mine = product({ name: 'Fresh curd', variants: [variant(1, { price: '30' }), variant(2)] });
  const theirs = product({ description: 'Set overnight', variants: [variant(1, { stock: '4' }), variant(2)] });
  expect(mergeEdits({ base, mine, theirs })).toEqual(
    product({
      name: 'Fresh curd',
      description: 'Set overnight',
      variants: [variant(1, { price: '30', stock: '4' }), variant(2)],
    }),
  );
});

it('keeps mine where both changed a field', () => {
  const merged = mergeEdits({ base: product(), mine: product({ name: 'Mine' }), theirs: product({ name: 'Theirs' }) });
  expect(merged.name).toBe('Mine');
});

it('never combines my subcategory with their category', () => {
  const theirs = product({ categoryId: 2, subcategoryId: 21 });
  const touched = mergeEdits({ base: product(), mine: product({ subcategoryId: 12 }), theirs });
  expect([touched.categoryId, touched.subcategoryId]).toEqual([1, 12]);
  const untouched = mergeEdits({ base: product(), mine: product({ name: 'Mine' }), theirs });
  expect([untouched.categoryId, untouched.subcategoryId]).toEqual([2, 21]);
});

it('keeps what either side added, and removes what either side removed', () => {
  const mine = product({ variants: [variant(1), { ...emptyVariant('new'), unit: '2 kg', price: '90' }] });
  const theirs = product({ variants: [variant(1), variant(2), variant(3)] });
  const { variants } = mergeEdits({ base: product(), mine, theirs });
  expect(variants.map(({ key }) => key)).toEqual(['1', 'new', '3']);
  const gone = mergeEdits({ base: product(), mine: product(), theirs: product({ variants: [variant(2)] }) });
  expect(gone.variants.map(({ key }) => key)).toEqual(['2']);
});

it('adds a variant anew that they removed and I changed', () => {
  const mine = product({ variants: [variant(1), variant(2, { price: '60' })] });
  const { variants } = mergeEdits({ base: product(), mine, theirs: product({ variants: [variant(1)] }) });
  expect(variants).toEqual([variant(1), { ...variant(2, { price: '60' }), id: undefined }]);
});

it('takes their pictures unless I changed mine', () => {
  const base = product({ pictures: ['a'] });
  const theirs = product({ pictures: ['a', 'b'], best_before: 'theirs' });
  const untouched = mergeEdits({ base, mine: product({ pictures: ['a'], best_before: 'mine' }), theirs });
  expect([untouched.pictures, untouched.best_before]).toEqual([['a', 'b'], 'mine']);
  expect(mergeEdits({ base, mine: product({ pictures: [] }), theirs }).pictures).toEqual([]);
});
