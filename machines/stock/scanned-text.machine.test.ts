import { isShopSlug } from '@haat/contract/shops/shop';
import { shopLink } from '@haat/contract/shops/shop-code';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScannedText } from './scanned-text.machine.ts';

const ORIGINS = ['https://haat.example', 'http://localhost:8080'];
const read = (text: string) => readScannedText({ text, origins: ORIGINS });
const slugOf = (text: string) => {
  const scanned = read(text);
  return 'slug' in scanned ? scanned.slug : undefined;
};

it.each(['malnad-dairy', 'breadButter', 'bread&butter', 'raju_stores-2'])(
  'reads the link that is printed for %s',
  (slug) => {
    for (const base of [...ORIGINS, 'https://haat.example/', 'https://haat.example/market/']) {
      expect(read(shopLink(base, slug))).toEqual({ kind: 'shopLink', slug });
    }
  },
);

describe('a shop is named by', () => {
  it.each([
    ['malnad-dairy', 'malnad-dairy'],
    [' malnad-dairy\n', 'malnad-dairy'],
    ['breadButter', 'breadButter'],
    ['https://haat.example/malnad-dairy/products', 'malnad-dairy'],
    ['https://haat.example/malnad-dairy', 'malnad-dairy'],
    ['https://haat.example/#/malnad-dairy/login', 'malnad-dairy'],
    ['https://haat.example/#/malnad-dairy/products?from=poster', 'malnad-dairy'],
    ['HTTPS://HAAT.EXAMPLE/#/MALNAD-DAIRY/products', 'MALNAD-DAIRY'],
    ['https://haat.example/market/#/bread%26butter/products', 'bread&butter'],
    ['http://localhost:8080/#/malnad-dairy/products', 'malnad-dairy'],
  ])('%j', (text, slug) => expect(slugOf(text)).toBe(slug));
});

describe('no shop is named by', () => {
  it.each([
    '',
    '   ',
    'javascript:alert(1)',
    'data:text/html,<h1>x</h1>',
    '//evil.example/malnad-dairy/products',
    'https://evil.example/#/malnad-dairy/products',
    'https://haat.example.evil.example/#/malnad-dairy/products',
    'https://haat.example@evil.example/#/malnad-dairy/products',
    'https://haat.example:444/#/malnad-dairy/products',
    'http://haat.example/#/malnad-dairy/products',
    'https://haat.example\\@evil.example/#/malnad-dairy/products',
    'https://haat.example/#//evil.example/products',
    'https://haat.example/#/../admin/products',
    'https://haat.example/#/malnad-dairy/../../admin',
    'https://haat.example/#/malnad-dairy/admin/add-product',
    'https://haat.example/#/%2e%2e%2fadmin/products',
    'https://haat.example/#/%/products',
    'https://haat.example/about',
    'https://haat.example/#/qr-login',
    'https://haat.example/',
    '../admin',
    'malnad dairy',
    'malnad-dairy/login?redirect=//evil.example',
    '<img src=x onerror=alert(1)>',
    '🛒',
    'qr-codes',
    '8901234567890',
    'x'.repeat(65),
    `https://haat.example/#/${'x'.repeat(4096)}/products`,
    'https://haat.example/'.repeat(200),
  ])('%j', (text) => expect(slugOf(text)).toBeUndefined());
});

it('only ever yields a valid slug', () => {
  const piece = fc.oneof(
    fc.constantFrom(...ORIGINS, '/', '#/', '//', '\\', '..', '%2f', '%00', '?', '@', ':', 'products', 'malnad-dairy'),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  );
  const texts = fc.oneof(
    fc.string({ maxLength: 4096 }),
    fc.array(piece, { maxLength: 8 }).map((each) => each.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const slug = slugOf(text);
      expect(slug === undefined || isShopSlug(slug)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ['malnad-dairy', { kind: 'shop', slug: 'malnad-dairy' }],
  ['https://haat.example/malnad-dairy/login', { kind: 'shopLink', slug: 'malnad-dairy' }],
  [' 8901234567890 ', { kind: 'productCode', code: '8901234567890' }],
  ['haat:H000004:0821\n', { kind: 'order', orderNumber: 'H000004' }],
  ['haat:H000004:082', { kind: 'foreign' }],
  [' 0821', { kind: 'pickupCode', code: '0821' }],
  ['08213', { kind: 'shop', slug: '08213' }],
  ['890123456789 malnad', { kind: 'foreign' }],
  ['https://haat.example/about', { kind: 'foreign' }],
])('%j is %j', (text, scanned) => expect(read(text)).toEqual(scanned));
