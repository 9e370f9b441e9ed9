import { expect, it } from 'vitest';
import { readPaymentSearch } from './payment.ts';

it.each([
  ['', undefined],
  ['  ', undefined],
  ['H000123', { orderId: 123 }],
  [' h7 ', { orderId: 7 }],
  ['123', { orderId: 123 }],
  ['0', { name: '0' }],
  ['9999999999999999', { name: '9999999999999999' }],
  ['order_Qx1', { name: 'order_Qx1' }],
  ['cs_test_a1', { name: 'cs_test_a1' }],
  ['+91 98765-43210', { mobile: '9876543210' }],
  ['9876543210', { orderId: 9876543210 }],
  ['Test@Haat.example', { email: 'test@haat.example' }],
])('reads %j', (search, expected) => expect(readPaymentSearch(search)).toEqual(expected));
