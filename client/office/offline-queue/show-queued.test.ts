import type { QueuedAction } from '@haat/machines/orders/offline-queue.machine';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { showQueued } from './show-queued.ts';

const PRODUCTS = ['/api/shops/:shopId/products', '/api/shops/3/products'];

const action = (call: string, id: number, body: unknown, more: Partial<QueuedAction> = {}): QueuedAction => ({
  id: `${call}${id}`,
  at: '',
  call,
  params: { id },
  body,
  label: '',
  subject: '',
  ...more,
});

it('shows in the lists what waits, and nothing of what was refused', () => {
  const queries = new QueryClient();
  const orders = ['/api/orders/shop/:shopId', '/api/orders/shop/3?limit=50', 'pages'];
  queries.setQueryData(orders, {
    pages: [[{ id: 1, order_status: 'Pending' }], [{ id: 2, order_status: 'Pending' }]],
  });
  queries.setQueryData(PRODUCTS, {
    pages: [{ products: [{ id: 4, published: true, variants: [{ id: 7, price: 10, stock: 2 }] }] }],
  });
  showQueued(queries, [
    action('advanceOrder', 1, { status: 'Accepted' }),
    action('declineOrder', 2, { reason: 'closing' }, { refusal: { reason: { code: 'forbidden' } } }),
    action('setPrice', 7, { price: 12, seen: 10 }),
    action('setStock', 7, { stock: 5, seen: 2 }),
    action('publishProduct', 4, { published: false }),
  ]);
  expect(queries.getQueryData(orders)).toEqual({
    pages: [[{ id: 1, order_status: 'Accepted' }], [{ id: 2, order_status: 'Pending' }]],
  });
  expect(queries.getQueryData(PRODUCTS)).toEqual({
    pages: [{ products: [{ id: 4, published: false, variants: [{ id: 7, price: 12, stock: 5 }] }] }],
  });
});

it('shows what waits of many products, however often it is shown', () => {
  const queries = new QueryClient();
  const product = (id: number) => ({
    id,
    published: true,
    category_id: 1,
    variants: [{ id: 10 * id, price: 10, stock: 2 }],
  });
  queries.setQueryData(
    ['/api/categories', '/api/categories'],
    [{ id: 5, name: 'Dairy', children: [{ id: 51, name: 'Curd' }] }],
  );
  queries.setQueryData(PRODUCTS, { pages: [{ products: [1, 2, 3, 4].map((id) => product(id)) }] });
  const bulk = (products: number[], change: object) => ({ products, change });
  const actions = [
    action('changeProducts', 3, bulk([1, 2], { kind: 'price', by: 'percent', value: 10 }), {
      prices: { 10: 11, 20: 11 },
    }),
    action('changeProducts', 3, bulk([1], { kind: 'stock', stock: 7 })),
    action('changeProducts', 3, bulk([2], { kind: 'published', published: false })),
    action('changeProducts', 3, bulk([2], { kind: 'category', category_id: 51 })),
    action('changeProducts', 3, bulk([3], { kind: 'delete' })),
    action('deleteProduct', 4, undefined),
  ];
  const category = { category_id: 51, category_name: 'Dairy', category: 'Dairy', subcategory: 'Curd' };
  for (const times of [1, 2]) {
    showQueued(queries, actions);
    expect(queries.getQueryData(PRODUCTS), `shown ${times} times`).toEqual({
      pages: [
        {
          products: [
            { ...product(1), variants: [{ id: 10, price: 11, stock: 7 }] },
            { ...product(2), ...category, published: false, variants: [{ id: 20, price: 11, stock: 2 }] },
          ],
        },
      ],
    });
  }
});
