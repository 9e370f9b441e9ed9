import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { expect, it } from 'vitest';
import { changedProductFields, newProductFields } from './product-fields.ts';
import { emptyVariant, emptyFormValues, toFormValues, type ProductFormValues } from './product-form-values.ts';

const categories = [{ id: 1, name: 'Dairy', children: [{ id: 11, name: 'Curd' }] }];
const IN_PIECES = { stock: 10, stock_amount: 10, stock_unit: 'piece', content: 1 } as const;
const first = { ...emptyVariant('first'), price: '28', stock: '10', unit: '500 g' };
const typed: ProductFormValues = {
  ...emptyFormValues(),
  name: ' Curd ',
  categoryId: 1,
  subcategoryId: 11,
  variants: [first],
};

const unit = (id: number, name: string) => ({ id, name });
const stored = (id: number, name: string, price: number) =>
  ({ id, size: null, color: null, unit: unit(id, name), price, mrp: null, ...IN_PIECES, barcode: null }) as const;
const seen = {
  id: 4,
  name: 'Curd',
  description: 'Set overnight',
  image: '/uploads/a-320.webp',
  pictures: ['/uploads/a-320.webp'],
  details: { maker_name: 'Test Dairy' },
  category_id: 11,
  shopId: 3,
  version: '7',
  variants: [stored(1, '500 g', 28), stored(2, '1 kg', 54.5)],
} as unknown as ShopProduct;
const edit = (changes: Partial<ProductFormValues>) => {
  const fields = changedProductFields({ values: { ...toFormValues(seen, categories), ...changes }, seen, categories });
  return { ...fields, variants: JSON.parse(fields.variants ?? '[]') as Record<string, unknown>[] };
};

it('includes only the non-empty fields of a new product', () => {
  expect(newProductFields(typed, 3)).toEqual({
    name: 'Curd',
    category_id: '11',
    price: '28',
    stock: '10',
    unit: '500 g',
    shop_id: '3',
  });
});

it('includes all variants of a new product, the first at the price of its unit', () => {
  const more = { ...emptyVariant('more'), unit: '1 kg', price: '54', color: 'White' };
  const { variants } = newProductFields({ ...typed, unitPrice: '30', unitStock: '7', variants: [first, more] }, 3);
  const rest = { size: null, mrp: null, barcode: null };
  expect(JSON.parse(variants ?? '')).toEqual([
    { ...rest, unit: '500 g', color: null, price: '30', stock: '7' },
    { ...rest, unit: '1 kg', color: 'White', price: '54', stock: null },
  ]);
});

it('includes the fields of a change, its units, and the stock that was seen', () => {
  const { variants, ...fields } = edit({});
  expect(fields).toEqual({
    name: 'Curd',
    description: 'Set overnight',
    category: 'Dairy',
    subcategory: 'Curd',
    category_id: '11',
    price: '28',
    stock: '10',
    shop_id: '3',
    version: '7',
    units: '[{"name":"500 g","price":"28","stock":"10"},{"name":"1 kg","price":"54.5","stock":"10"}]',
  });
  expect(variants.map(({ id, stock, stock_seen }) => [id, stock, stock_seen])).toEqual([
    [1, '10', 10],
    [2, '10', 10],
  ]);
});

it('removes emptied fields, except for price and stock', () => {
  const [one, two] = toFormValues(seen, categories).variants;
  const { variants, ...fields } = edit({
    description: '',
    pictures: [],
    maker_name: ' ',
    variants: [{ ...one, price: '', stock: '', unit: '' }, ...(two ? [two] : [])],
  });
  expect(fields).toMatchObject({ remove_description: '1', pictures: '[]', details: '{"maker_name":null}' });
  expect(variants[0]).toMatchObject({ unit: null, price: '28', stock: '10', stock_seen: 10 });
  expect(Object.keys(fields)).not.toContain('description');
});

it('includes the details that changed, and all pictures in their order', () => {
  const file = new File(['x'], 'b.png');
  const fields = edit({
    best_before: ' 6 months ',
    maker_name: 'Test Dairy',
    pictures: [file, '/uploads/a-320.webp'],
  });
  expect(fields).toMatchObject({
    details: '{"best_before":"6 months"}',
    pictures: '["new","/uploads/a-320.webp"]',
  });
});

it('sends a stock by weight with its unit, edited or not, and one of a new variant as typed', () => {
  const weighed = { ...stored(1, '500 g', 28), stock: 5, stock_amount: 2_700, stock_unit: 'g', content: 500 };
  const product = { ...seen, variants: [weighed] } as unknown as ShopProduct;
  const [one] = toFormValues(product, categories).variants;
  expect(one.stock).toBe('2.7 kg');
  const more = { ...emptyVariant('more'), unit: '1 kg', price: '54', stock: '12.5 kg' };
  const sent = ['2.7 kg', '', '3,25 kg', '6 pcs'].map((stock) => {
    const values = { ...toFormValues(product, categories), variants: [{ ...one, stock }, more] as const };
    const fields = changedProductFields({ values, seen: product, categories });
    return (JSON.parse(fields.variants ?? '[]') as Record<string, unknown>[]).map(
      ({ stock: amount, stock_unit, stock_seen }) => [amount, stock_unit, stock_seen],
    );
  });
  const added = ['12500', 'g', undefined];
  expect(sent).toEqual([
    [['2700', 'g', 2_700], added],
    [['2700', 'g', 2_700], added],
    [['3250', 'g', 2_700], added],
    [['3000', 'g', 2_700], added],
  ]);
});
