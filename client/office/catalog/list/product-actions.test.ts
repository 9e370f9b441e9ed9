import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { expect, it } from 'vitest';
import { withoutProduct, withProduct } from './product-actions.ts';

const product = (id: number, name = `Product ${id}`) => ({ id, name }) as ShopProduct;
const page = (...products: ShopProduct[]) => ({ products, next: undefined });
const pageParams = [undefined, { after: 2 }];
const known = { pages: [page(product(1), product(2)), page(product(3))], pageParams };

it('replaces a product in its place', () => {
  expect(withProduct(known, product(2, 'Other'))?.pages).toEqual([
    page(product(1), product(2, 'Other')),
    page(product(3)),
  ]);
  expect(withProduct(known, product(9))).toEqual(known);
});

it('removes a product and keeps the pages', () => {
  expect(withoutProduct(known, 3)).toEqual({ pages: [page(product(1), product(2)), page()], pageParams });
});

it('changes nothing before the first page is loaded', () => {
  expect([withProduct(undefined, product(1)), withoutProduct(undefined, 1)]).toEqual([undefined, undefined]);
});
