import type { PlaceRequest } from '@haat/machines/orders/place-request';
import { afterEach, expect, it } from 'vitest';
import {
  claimRequest,
  markOrderStored,
  orderBody,
  settleRequest,
  storedOrderOf,
  unpaidRequest,
} from './pending-order.ts';

const OWNER = '7_dairy';
const line = { id: '1-0-0-0', name: 'Ghee', price: 125, quantity: 2, image: '', shopId: 3 };
const request: PlaceRequest = {
  key: 'k'.repeat(32),
  lines: [line],
  totalPaise: 25_000,
  takeaway: true,
  payment: 'online',
  addressId: undefined,
  contact: { name: 'Test Customer', phone: '9876543210' },
  note: undefined,
};
const again = { ...request, key: 'x'.repeat(32) };
const remember = (pending: object) => JSON.stringify({ until: Date.now() + 60_000, orderId: 4, ...pending });

afterEach(() => localStorage.clear());

it('sends what was sent under its own key, until the order changes', () => {
  claimRequest(OWNER, request);
  markOrderStored(OWNER, 4);
  expect(claimRequest(OWNER, again)).toEqual({ ...request, addressId: undefined });
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
  remember({ request: { ...request, lines: undefined } }),
  remember({ request: { ...request, lines: [null] } }),
  remember({ request: { ...request, totalPaise: '250' } }),
  remember({ request: request, until: Date.now() - 1 }),
])('takes %s for no order that was sent', (stored) => {
  localStorage.setItem(`pendingOrder_${OWNER}`, stored);
  expect(storedOrderOf(OWNER)).toBeUndefined();
  expect(claimRequest(OWNER, again)).toBe(again);
});

it('removes an expired request from the device when it is read', () => {
  localStorage.setItem(`pendingOrder_${OWNER}`, remember({ request, until: Date.now() - 1 }));
  expect(unpaidRequest(OWNER)).toBeUndefined();
  expect(localStorage.getItem(`pendingOrder_${OWNER}`)).toBeNull();
});

it('sends the contact and the note with the order', () => {
  expect(orderBody({ ...request, note: 'Ring twice' })).toMatchObject({
    customer_name: 'Test Customer',
    customer_phone: '9876543210',
    note: 'Ring twice',
  });
  const plain = orderBody({ ...request, contact: undefined });
  expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['customer_name']));
  expect('note' in plain).toBe(false);
});

it('has the request of an order until that was shown', () => {
  claimRequest(OWNER, { ...request, note: 'Ring twice' });
  expect(unpaidRequest(OWNER)).toMatchObject({ note: 'Ring twice', contact: request.contact });
  settleRequest(OWNER);
  expect(unpaidRequest(OWNER)).toBeUndefined();
});
