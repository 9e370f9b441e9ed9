import fc from 'fast-check';
import { expect, it } from 'vitest';
import { similarTo } from './similar-words.ts';

it.each([
  ['biscit', 'biscuits', true],
  ['mlik', 'milk', true],
  ['tomatto', 'tomato', true],
  ['tomto', 'tomatoes', true],
  ['detergnet', 'detergent', true],
  ['chocalate', 'chocolate', true],
  ['टमटर', 'टमाटर', true],
  ['milk', 'silk', false],
  ['rce', 'rice', false],
  ['bread', 'butter', false],
  ['paneer', 'pan', false],
])('takes %s for %s: %s', (typed, word, is) => expect(similarTo(typed)(word)).toBe(is));

it('takes every word, and every beginning of one, for itself', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string(), (typed, rest) => {
      expect(similarTo(typed)(typed + rest)).toBe(true);
    }),
  );
});
