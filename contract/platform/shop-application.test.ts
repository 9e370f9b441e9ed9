import { expect, it } from 'vitest';
import { TRADES } from './shop-application.ts';
import { shopSign, signPictures } from '../shops/shop-sign.ts';

it('gives every type of shop the sign of its name', () => {
  const signs = Object.entries(TRADES).map(([id, words]) => [id, shopSign(words).picture]);
  expect(signs.map(([id]) => (id === 'other' ? 'shop' : id))).toEqual(signs.map(([, picture]) => picture));
  expect(new Set(signs.map(([, picture]) => picture))).toEqual(new Set(signPictures()));
});
