import type { PlaceRequest } from '@haat/machines/checkout/place-request';
import { afterEach, expect, it } from 'vitest';
import { claimRequest, noteStoredOrder, storedOrderOf } from './pending-order.ts';

const OWNER = '7_dairy';
const line = { id: '1-0-0-0', name: 'Ghee', price: 125, quantity: 2, image: '', shopId: 3 };
const wanted: PlaceRequest = {
  key: 'k'.repeat(32),
  lines: [line],
  totalPaise: 25_000,
  takeaway: true,
  payment: 'online',
  addressId: undefined,
};
const again = { ...wanted, key: 'x'.repeat(32) };
const remember = (pending: object) => JSON.stringify({ until: Date.now() + 60_000, orderId: 4, ...pending });

afterEach(() => localStorage.clear());

it('sends what was sent under its own key, until the order changes', () => {
  claimRequest(OWNER, wanted);
  noteStoredOrder(OWNER, 4);
  expect(claimRequest(OWNER, again)).toEqual({ ...wanted, addressId: undefined });
  expect(storedOrderOf(OWNER)).toEqual({ orderId: 4, lines: [line] });
  const more = { ...again, totalPaise: 37_500, lines: [{ ...line, quantity: 3 }] };
  expect(claimRequest(OWNER, more)).toBe(more);
  expect(storedOrderOf(OWNER)).toBeUndefined();
});

it.each([
  '{',
  'null',
  '{}',
  remember({}),
  remember({ request: { ...wanted, lines: undefined } }),
  remember({ request: { ...wanted, lines: [null] } }),
  remember({ request: { ...wanted, totalPaise: '250' } }),
  remember({ request: wanted, until: Date.now() - 1 }),
])('takes %s for no order that was sent', (stored) => {
  localStorage.setItem(`pendingOrder_${OWNER}`, stored);
  expect(storedOrderOf(OWNER)).toBeUndefined();
  expect(claimRequest(OWNER, again)).toBe(again);
});
