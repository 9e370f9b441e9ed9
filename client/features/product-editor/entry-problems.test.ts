import { describe, expect, it } from 'vitest';
import { alertFor, entryProblems } from './entry-problems.ts';
import { emptyChoice, emptyEntries, type ChoiceEntry, type ProductEntries } from './product-entries.ts';

const categories = [{ id: 1, name: 'Dairy', children: [{ id: 11, name: 'Curd' }] }];
const full: ChoiceEntry = { ...emptyChoice('first'), price: '28', stock: '10', unit: '500 g' };
const whole: ProductEntries = { ...emptyEntries(), name: 'Curd', categoryId: 1, subcategoryId: 11, choices: [full] };
const another = { ...full, key: 'other', unit: '1 kg' };

const check = (changes: Partial<ProductEntries>, isNew = true) => {
  const given = { entries: { ...whole, ...changes }, categories, isNew };
  return { problems: entryProblems(given), alert: alertFor(given) };
};
const first = (changes: Partial<ChoiceEntry>): Partial<ProductEntries> => ({ choices: [{ ...full, ...changes }] });

it('finds nothing wrong with a whole product', () => expect(check({})).toEqual({ problems: {}, alert: undefined }));

describe('what Add Product requires', () => {
  it.each<[string, Partial<ProductEntries>]>([
    ['name', { name: '  ' }],
    ['subcategory', { subcategoryId: undefined }],
    ['price', first({ price: '' })],
    ['stock', first({ stock: ' ' })],
    ['unit', first({ unit: '' })],
  ])('names a missing %s', (field, changes) => {
    const { problems, alert } = check(changes);
    expect(Object.keys(problems)).toEqual([field]);
    expect(alert).toBe('productForm.fillRequired');
  });

  it('refuses a subcategory that is not known', () => {
    const wrong = {
      problems: { subcategory: 'productForm.subcategoryInvalid' },
      alert: 'productForm.subcategoryInvalid',
    };
    expect(check({ subcategoryId: 99 })).toEqual(wrong);
  });
});

it('requires name, category and subcategory of a product that is there, and no more', () => {
  const stored = { ...full, id: 5, price: '', stock: '', unit: '' };
  expect(check({ choices: [stored] }, false)).toEqual({ problems: {}, alert: undefined });
  const nowhere = check({ name: '', categoryId: undefined, subcategoryId: undefined }, false);
  expect(Object.keys(nowhere.problems)).toEqual(['name', 'category']);
  expect(nowhere.alert).toBe('productForm.fillRequired');
});

it.each<[string, string, Partial<ProductEntries>]>([
  ['price', 'productForm.priceWrong', first({ price: '1e3' })],
  ['price', 'productForm.priceWrong', first({ price: '१२' })],
  ['stock', 'productForm.stockWrong', first({ stock: '2147483648' })],
  ['unitPrice', 'productForm.priceWrong', { unitPrice: '12.345' }],
  ['unitStock', 'productForm.stockWrong', { unitStock: '1.5' }],
  ['mrp', 'productForm.mrpBelowPrice', first({ mrp: '20' })],
  ['barcode', 'productForm.barcodeWrong', first({ barcode: '8901234567894' })],
  ['unit-1', 'productForm.twin', { choices: [full, { ...full, key: 'twin', unit: '500 G ' }] }],
  ['price-1', 'productForm.priceWrong', { choices: [full, { ...another, price: '1,000' }] }],
  [
    'barcode-1',
    'productForm.barcodeTwice',
    {
      choices: [
        { ...full, barcode: '96385074' },
        { ...another, barcode: '96385074' },
      ],
    },
  ],
])('says by the field %s: %s, without an alert', (field, problem, changes) => {
  expect(check(changes)).toEqual({ problems: { [field]: problem }, alert: undefined });
});
