import fc from 'fast-check';
import { expect, it } from 'vitest';
import { slugFrom, slugProblem } from './shop-settings.ts';
import { isShopSlug } from './shop.ts';

it.each([
  ['green-leaf', undefined],
  ['shop-4', undefined],
  ['ab', 'length'],
  ['x'.repeat(41), 'length'],
  ['Green-Leaf', 'letters'],
  ['green--leaf', 'letters'],
  ['-green', 'letters'],
  ['green-', 'letters'],
  ['bread&butter', 'letters'],
  ['12345', 'letters'],
  ['दुकान-एक', 'letters'],
  ['operator', 'reserved'],
  ['qr-codes', 'reserved'],
])('a new shop and the slug %s: %s', (slug, problem) => expect(slugProblem(slug)).toBe(problem));

it.each([
  ['Malnad Dairy', 'malnad-dairy'],
  ['  Café & Co. ', 'cafe-co'],
  ['दुकान', ''],
])('makes of %s the slug %s', (name, slug) => expect(slugFrom(name)).toBe(slug));

it('whatever a shop is called, what is made of it has the letters of a slug or is too short', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const problem = slugProblem(slugFrom(name));
      expect(problem === 'letters' ? slugFrom(name) : '').toMatch(/^[\d-]*$/);
    }),
  );
});

it('every slug that a new shop may have can name a shop', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9-]{3,40}$/), (slug) => {
      if (slugProblem(slug) === undefined) expect(isShopSlug(slug)).toBe(true);
    }),
  );
});
