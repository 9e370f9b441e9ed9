import type { CounterItem } from '@haat/contract/api/counter-sales';
import { addItem, EMPTY_BASKET } from '@haat/machines/counter-sale/basket';
import type { SaleRequest } from '@haat/machines/counter-sale/counter-sale.machine';
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openQueue, queueState } from '../../lib/offline-queue/offline-queue.ts';
import { sampleOrder } from '../../test/samples.ts';
import { errorResponse, stubServer } from '../../test/stub-server.ts';
import { storeSale } from './store-sale.ts';

const item: CounterItem = {
  variant_id: 5,
  name: 'Milk',
  hindi_name: null,
  size: null,
  color: null,
  unit: '500 ml',
  price: 28,
  mrp: 30,
  stock: 5,
  barcode: null,
  image: null,
  category: null,
};
const request: SaleRequest = {
  key: 'abcdef0123456789',
  basket: addItem(EMPTY_BASKET, item, 2),
  payment: 'cod',
  sellsAnyway: false,
};
const SELL = 'POST /api/shops/3/counter-sales';
let close = () => {};

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  localStorage.clear();
  close = openQueue({ userId: 7, shopId: 3 });
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('stores a sale on the server under its key', async () => {
  const calls = stubServer({ [SELL]: () => Response.json(sampleOrder({ orderNumber: 'H000009' }), { status: 201 }) });
  expect(await storeSale(3, request)).toMatchObject({ number: 'H000009', order: { orderNumber: 'H000009' } });
  expect(calls[0]?.headers.get('idempotency-key')).toBe(request.key);
  expect(calls[0]?.body).toEqual({
    lines: [{ variant_id: 5, quantity: 2, price: 28 }],
    total: 56,
    payment_method: 'cod',
  });
});

it('leaves a refusal to the shop', async () => {
  stubServer({ [SELL]: () => errorResponse(409, 'out_of_stock', 'Not enough.') });
  await expect(storeSale(3, request)).rejects.toThrow('Not enough.');
  expect(queueState().actions).toEqual([]);
});

it('keeps a sale without a connection, with its time and its own number, to be sent under the same key', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  stubServer({ [SELL]: () => Promise.reject(new TypeError('Failed to fetch')) });
  expect(await storeSale(3, request)).toEqual({ number: 'P-ABCDE' });
  expect(queueState().actions).toMatchObject([
    {
      id: request.key,
      call: 'sellAtCounter',
      body: { total: 56, provisional_number: 'P-ABCDE', sold_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    },
  ]);
});
