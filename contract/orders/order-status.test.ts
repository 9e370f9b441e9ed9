import { expect, it } from 'vitest';
import {
  ORDER_STATUSES,
  orderStatusClass,
  orderStatusLabel,
  readOrderSearch,
  readOrderStatus,
} from './order-status.ts';

it('has the statuses of an order that goes well, then the other ends', () => {
  expect(ORDER_STATUSES).toEqual([
    'Pending',
    'Accepted',
    'Ready',
    'In Transit',
    'Delivered',
    'Declined',
    'Cancelled',
    'Expired',
    'Returned',
  ]);
});

it('calls In Transit "Order on the way", and Pending, Accepted and Delivered what they are', () => {
  expect(ORDER_STATUSES.map(orderStatusLabel)).toEqual([
    'Pending',
    'Accepted',
    'Ready for pickup',
    'Order on the way',
    'Delivered',
    'Declined by the shop',
    'Cancelled',
    'Not accepted in time',
    'Could not be delivered',
  ]);
});

it('derives the style class: lower case, hyphens', () => {
  expect(ORDER_STATUSES.map(orderStatusClass)).toEqual([
    'pending',
    'accepted',
    'ready',
    'in-transit',
    'delivered',
    'declined',
    'cancelled',
    'expired',
    'returned',
  ]);
});

it('counts a missing status as Pending, and does not know an unknown one', () => {
  expect([undefined, null, '', 'Delivered', 'delivered', 'Lost'].map(readOrderStatus)).toEqual([
    'Pending',
    'Pending',
    'Pending',
    'Delivered',
    undefined,
    undefined,
  ]);
});

it.each([
  ['12', '12', true],
  ['H000012', '000012', false],
  [' h12', '12', false],
  ['98765 43210', '9876543210', true],
  ['+91 98765-43210', '9876543210', true],
  ['09876543210', '9876543210', true],
  ['\u202a+91 98765 43210\u202c', '9876543210', true],
  ['98765\ufe0d43210', '9876543210', true],
  ['९८७६५ ४३२१०', '9876543210', true],
  // Too short to be a number with a prefix: it may be the middle of one.
  ['9198', '9198', true],
  ['0', '0', true],
])('%j looks for %s, in phones: %s', (text, digits, inPhones) => {
  expect(readOrderSearch(text)).toEqual({ digits, inPhones });
});

it.each([
  ['Asha', 'Asha'],
  ['  basmati rice 5 kg ', 'basmati rice 5 kg'],
  ['%_', '%_'],
  ['चावल', 'चावल'],
  ['\u2068Asha\u2069', 'Asha'],
  ['शक्\u200dति ५', 'शक्\u200dति ५'],
])('%j looks for “%s” in names', (text, words) => {
  expect(readOrderSearch(text)).toEqual({ words });
});

it.each(['', '   ', 'A', 'H', '+-'])('%j looks for nothing', (text) => {
  expect(readOrderSearch(text)).toBeUndefined();
});
