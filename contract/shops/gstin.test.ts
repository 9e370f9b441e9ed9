import { expect, it } from 'vitest';
import { gstinIn } from './gstin.ts';

it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4'])('accepts %s', (gstin) => {
  expect(gstinIn(gstin)).toBe(gstin);
});

it('stores it in upper case without spaces', () => {
  expect(gstinIn(' 27aapfu 0939f1zv ')).toBe('27AAPFU0939F1ZV');
});

it('notices every single wrong character and most swapped ones', () => {
  const right = '27AAPFU0939F1ZV';
  for (let at = 0; at < right.length; at += 1) {
    const digit = /\d/.test(right[at]!) ? String((Number(right[at]) + 1) % 10) : right[at] === 'B' ? 'C' : 'B';
    expect(gstinIn(right.slice(0, at) + digit + right.slice(at + 1))).toBeUndefined();
  }
  expect(gstinIn('27AAPFU0993F1ZV')).toBeUndefined();
});

it.each(['', '27AAPFU0939F1Z', '27AAPFU0939F1ZVV', '00AAPFU0939F1ZV', '2७AAPFU0939F1ZV'])('refuses %j', (text) => {
  expect(gstinIn(text)).toBeUndefined();
});
