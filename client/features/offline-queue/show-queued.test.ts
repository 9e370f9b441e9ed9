import type { QueuedAction } from '@haat/machines/offline-queue/offline-queue.machine';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { showQueued } from './show-queued.ts';

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
  const orders = ['orders', 'shop', 3, 'list'];
  queries.setQueryData(orders, {
    pages: [[{ id: 1, order_status: 'Pending' }], [{ id: 2, order_status: 'Pending' }]],
  });
  queries.setQueryData(['shop-products', 3], {
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
  expect(queries.getQueryData(['shop-products', 3])).toEqual({
    pages: [{ products: [{ id: 4, published: false, variants: [{ id: 7, price: 12, stock: 5 }] }] }],
  });
});
