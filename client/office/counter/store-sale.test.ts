import { addItem, EMPTY_BASKET } from '@haat/machines/orders/basket';
import type { SaleRequest } from '@haat/machines/orders/counter-sale.machine';
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openQueue, queueState, sendNow } from '../../lib/offline-queue/offline-queue.ts';
import { unsentOf } from '../../lib/offline-queue/queue-storage.ts';
import { sampleCounterItem, sampleOrder } from '../../test/samples.ts';
import { errorResponse, stubServer } from '../../test/stub-server.ts';
import { storeSale } from './store-sale.ts';

const item = sampleCounterItem();
const request: SaleRequest = {
  key: 'abcdef0123456789',
  basket: addItem(EMPTY_BASKET, { item, quantity: 2 }),
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

const offline = () => Promise.reject(new TypeError('Failed to fetch'));

it('keeps a sale without a connection, with its own number, to be sent under the same key with its age', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  stubServer({ [SELL]: offline });
  expect(await storeSale(3, request)).toEqual({ number: 'P-ABCDE' });
  expect(queueState().actions).toMatchObject([
    { id: request.key, call: 'sellAtCounter', body: { total: 56, provisional_number: 'P-ABCDE' } },
  ]);
  await vi.waitFor(() => expect(queueState().status).toBe('waiting'));
  const madeAt = Date.parse(queueState().actions[0]?.at ?? '');
  onLine.mockReturnValue(true);
  vi.spyOn(Date, 'now').mockReturnValue(madeAt + 3_600_000);
  const calls = stubServer({ [SELL]: () => Response.json(sampleOrder(), { status: 201 }) });
  sendNow();
  await vi.waitFor(() => expect(queueState().actions).toEqual([]));
  expect(calls).toMatchObject([{ body: { age_ms: 3_600_000 } }]);
  expect(calls[0]?.headers.get('idempotency-key')).toBe(request.key);
});

it.each([
  [503, 'unavailable'],
  [502, 'unavailable'],
  [504, 'unavailable'],
  [429, 'rate_limited'],
  [401, 'unauthenticated'],
  [409, 'pin_required'],
  [500, 'internal'],
] as const)('sells under its own number while the server answers %i %s', async (status, code) => {
  stubServer({ [SELL]: () => errorResponse(status, code, 'Not now.') });
  expect(await storeSale(3, request)).toEqual({ number: 'P-ABCDE' });
  expect(unsentOf(7)).toMatchObject([{ id: request.key }]);
});

it.each([
  [403, 'forbidden'],
  [400, 'invalid_input'],
  [404, 'not_found'],
  [409, 'idempotency_conflict'],
] as const)('keeps a sale whose own number was shown when it is refused later by %i %s', async (status, code) => {
  stubServer({ [SELL]: offline });
  expect(await storeSale(3, request)).toEqual({ number: 'P-ABCDE' });
  stubServer({ [SELL]: () => errorResponse(status, code, 'No.') });
  sendNow();
  await vi.waitFor(() => expect(queueState().status).toBe('needsChoice'));
  expect(unsentOf(7)).toMatchObject([{ id: request.key, refusal: { reason: { code } } }]);
});

it('keeps a sale that is asked for again before its answer came, whatever that is', async () => {
  const answer = Promise.withResolvers<Response>();
  const calls = stubServer({ [SELL]: () => answer.promise });
  const first = storeSale(3, request);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  // The counter was left and opened again: it shows the sale as sold.
  expect(await storeSale(3, request)).toEqual({ number: 'P-ABCDE' });
  answer.resolve(errorResponse(409, 'price_changed', 'Other prices.'));
  await expect(first).rejects.toThrow('Other prices.');
  expect(unsentOf(7)).toMatchObject([{ id: request.key, body: { provisional_number: 'P-ABCDE' } }]);
});
