import { expect, it } from 'vitest';
import { contactIn, contactText, pickUpProblems } from './contact.ts';

it.each([
  [' asha@haat.example ', { email: 'asha@haat.example' }],
  ['9876543210', { mobile: '9876543210' }],
  ['+91 98765 43210', { mobile: '9876543210' }],
  ['098765-43210', { mobile: '9876543210' }],
  ['9876543210@haat.example', { email: '9876543210@haat.example' }],
  ['5876543210', undefined],
  ['+1 987 654 3210', undefined],
  ['asha', undefined],
  ['', undefined],
])('reads %j', (text, contact) => expect(contactIn(text)).toEqual(contact));

it('writes a mobile number with its country, in two groups', () => {
  expect(contactText({ mobile: '9876543210' })).toBe('+91 98765 43210');
  expect(contactText({ email: 'a@b.in' })).toBe('a@b.in');
});

it.each([
  [{ name: 'Asha', phone: '9876543210' }, []],
  [{ name: ' Asha ', phone: '+91 98765 43210' }, []],
  [{ name: ' ', phone: '' }, ['name', 'phone']],
  [{ name: 'x'.repeat(101), phone: '9876543210' }, ['name']],
  [{ name: 'Asha', phone: '5876543210' }, ['phone']],
])('finds what is missing to reach who picks up: %j', (contact, wrong) =>
  expect(pickUpProblems(contact)).toEqual(wrong),
);
