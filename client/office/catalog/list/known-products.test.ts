import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { sampleShopProduct } from '../../../test/samples.ts';
import { findKnown, knownProducts } from './known-products.ts';
import { ALL_PRODUCTS } from './product-pages.ts';

const [variant] = sampleShopProduct().variants;
const product = (id: number, name: string, more: { price?: number; stock?: number; barcode?: string } = {}) =>
  sampleShopProduct({
    id,
    name,
    variants: [{ ...variant!, price: 28, stock: 10, barcode: null, id: 10 * id, ...more }],
  });
const categories = [{ id: 1, name: 'Dairy', children: [{ id: 11, name: 'Curd' }] }];
const PRODUCTS = [
  product(1, 'Toned milk', { price: 30, barcode: '2000000000015' }),
  product(2, 'Ghee', { price: 600, stock: 2 }),
  product(3, 'Milk sweets', { price: 200 }),
];
const found = (filter: Partial<typeof ALL_PRODUCTS>) =>
  findKnown(PRODUCTS, { ...ALL_PRODUCTS, ...filter }, categories).map(({ id }) => id);

it.each([
  [{ search: 'milk' }, [3, 1]],
  [{ search: 'MILK toned' }, [1]],
  [{ search: '20000' }, [1]],
  [{ search: '2000000000015' }, [1]],
  [{ search: 'nothing' }, []],
  [{ status: 'low' }, [2]],
  [{ status: 'hidden' }, []],
  [{ status: 'no_barcode' }, [2, 3]],
  [{ category: 1 }, [2, 3, 1]],
  [{ category: 11 }, [2, 3, 1]],
  [{ category: 12 }, []],
  [{ sort: 'price' }, [1, 3, 2]],
  [{ sort: 'price', order: 'desc' }, [2, 3, 1]],
  [{ sort: 'stock' }, [2, 1, 3]],
] as const)('finds what the server would find: %j', (filter, ids) => {
  expect(found(filter)).toEqual(ids);
});

it('knows the products of all lists that were loaded, as they were read last', () => {
  const queries = new QueryClient();
  const page = (...products: typeof PRODUCTS) => ({ pages: [{ products, next: undefined }], pageParams: [undefined] });
  const key = (address: string) => ['/api/shops/:shopId/products', address, 'pages'];
  queries.setQueryData(key('/api/shops/3/products'), page(product(1, 'Milk'), product(2, 'Ghee')), { updatedAt: 2 });
  queries.setQueryData(
    key('/api/shops/3/products?search=milk'),
    page(product(1, 'Old milk'), product(4, 'Milk powder')),
    { updatedAt: 1 },
  );
  queries.setQueryData(key('/api/shops/5/products'), page(product(9, 'Of another shop')));
  expect(knownProducts(queries, 3).map(({ name }) => name)).toEqual(['Milk', 'Milk powder', 'Ghee']);
});
