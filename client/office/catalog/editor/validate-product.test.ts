import { describe, expect, it } from 'vitest';
import { type VariantValues, emptyVariant, emptyFormValues, type ProductFormValues } from './product-form-values.ts';
import { alertFor, validateProduct } from './validate-product.ts';

const categories = [{ id: 1, name: 'Dairy', children: [{ id: 11, name: 'Curd' }] }];
const full: VariantValues = { ...emptyVariant('first'), price: '28', stock: '10', unit: '500 g' };
const whole: ProductFormValues = {
  ...emptyFormValues(),
  name: 'Curd',
  categoryId: 1,
  subcategoryId: 11,
  variants: [full],
};
const another = { ...full, key: 'other', unit: '1 kg' };

const check = (changes: Partial<ProductFormValues>, isNew = true) => {
  const given = { values: { ...whole, ...changes }, categories, isNew };
  return { problems: validateProduct(given), alert: alertFor(given) };
};
const first = (changes: Partial<VariantValues>): Partial<ProductFormValues> => ({
  variants: [{ ...full, ...changes }],
});

it('accepts a complete product', () => expect(check({})).toEqual({ problems: {}, alert: undefined }));

describe('what Add Product requires', () => {
  it.each<[string, Partial<ProductFormValues>]>([
    ['name', { name: '  ' }],
    ['subcategory', { subcategoryId: undefined }],
    ['price', first({ price: '' })],
    ['stock', first({ stock: ' ' })],
    ['unit', first({ unit: '' })],
  ])('reports a missing %s', (field, changes) => {
    const { problems, alert } = check(changes);
    expect(Object.keys(problems)).toEqual([field]);
    expect(alert).toBe('productForm.fillRequired');
  });

  it('rejects an unknown subcategory', () => {
    const wrong = {
      problems: { subcategory: 'productForm.subcategoryInvalid' },
      alert: 'productForm.subcategoryInvalid',
    };
    expect(check({ subcategoryId: 99 })).toEqual(wrong);
  });
});

it('requires only name, category and subcategory of a stored product', () => {
  const stored = { ...full, id: 5, price: '', stock: '', unit: '' };
  expect(check({ variants: [stored] }, false)).toEqual({ problems: {}, alert: undefined });
  const nowhere = check({ name: '', categoryId: undefined, subcategoryId: undefined }, false);
  expect(Object.keys(nowhere.problems)).toEqual(['name', 'category']);
  expect(nowhere.alert).toBe('productForm.fillRequired');
});

it.each<[string, string, Partial<ProductFormValues>]>([
  ['price', 'productForm.priceWrong', first({ price: '1e3' })],
  ['price', 'productForm.priceWrong', first({ price: '१२' })],
  ['stock', 'productForm.stockWrong', first({ stock: '2147483648' })],
  ['unitPrice', 'productForm.priceWrong', { unitPrice: '12.345' }],
  ['unitStock', 'productForm.stockWrong', { unitStock: '1.5' }],
  ['mrp', 'productForm.mrpBelowPrice', first({ mrp: '20' })],
  ['barcode', 'productForm.barcodeWrong', first({ barcode: '8901234567894' })],
  ['unit-1', 'productForm.twin', { variants: [full, { ...full, key: 'twin', unit: '500 G ' }] }],
  ['price-1', 'productForm.priceWrong', { variants: [full, { ...another, price: '1,000' }] }],
  [
    'barcode-1',
    'productForm.barcodeTwice',
    {
      variants: [
        { ...full, barcode: '96385074' },
        { ...another, barcode: '96385074' },
      ],
    },
  ],
])('reports at the field %s: %s, without an alert', (field, problem, changes) => {
  expect(check(changes)).toEqual({ problems: { [field]: problem }, alert: undefined });
});

it('accepts a stock by weight where the size of an item is known, or the stock is kept so', () => {
  const stockOf = (changes: Partial<VariantValues>) => check(first(changes), changes.id === undefined).problems.stock;
  expect(stockOf({ stock: '2.5 kg' })).toBeUndefined();
  expect(stockOf({ stock: '2.5 kg', unit: 'bag' })).toBe('productForm.stockNeedsUnit');
  expect(stockOf({ stock: '2.5 kg', unit: '1 l' })).toBe('productForm.stockNeedsUnit');
  expect(stockOf({ stock: '2.5 kg', id: 4 })).toBe('productForm.stockInPieces');
  const kept = { id: 4, stockUnit: 'g' as const, content: 500 };
  expect(['2.5 kg', '4 pcs', '2.5', '1 l'].map((stock) => stockOf({ ...kept, stock }))).toEqual([
    undefined,
    undefined,
    'productForm.stockWeightWrong',
    'productForm.stockWeightWrong',
  ]);
});
