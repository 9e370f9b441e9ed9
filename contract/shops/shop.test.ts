import { describe, expect, it } from 'vitest';
import { shopName, isShopSlug, RESERVED_SLUGS } from './shop.ts';
import { shopImageCandidates } from '../catalog/pictures.ts';

describe("a shop's name", () => {
  it.each([
    [{ name: 'Malnad Dairy', slug: 'md' }, 'Malnad Dairy'],
    [{ name: '  ', slug: 'malnad-dairy' }, 'Malnad Dairy'],
    [{ name: null, slug: 'greenLeaf-store' }, 'Green Leaf Store'],
    [{ slug: 'bread&butter' }, 'Bread & Butter'],
  ])('of %j is %s', (shop, name) => expect(shopName(shop)).toBe(name));
});

describe("a shop's slug", () => {
  it.each(['malnad-dairy', 'bread&butter', 'A_1'])('%s can be one', (slug) => expect(isShopSlug(slug)).toBe(true));

  it.each([undefined, '', 'a b', '../x', 'x'.repeat(65), ...RESERVED_SLUGS])('%s cannot', (slug) => {
    expect(isShopSlug(slug)).toBe(false);
  });
});

it('looks for the picture as jpeg, jpg, png, then takes the default logo', () => {
  expect(shopImageCandidates('bread&butter')).toEqual([
    '/images/shops/bread%26butter.jpeg',
    '/images/shops/bread%26butter.jpg',
    '/images/shops/bread%26butter.png',
    '/images/shops/logo.png',
  ]);
});
