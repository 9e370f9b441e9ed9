import { isShopSlug } from '@haat/contract/shops/shop';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PICTURES_URL, readShippedCatalog } from '../../../catalog/shipped/catalog-data.ts';
import { DEMO_MARKET } from './demo-market.ts';

const JAYANAGAR = { latitude: 12.925, longitude: 77.593 };
const METRES_PER_DEGREE = 111_320;
const products = DEMO_MARKET.flatMap((shop) => shop.products);

function metresFromJayanagar({ latitude, longitude }: { latitude: number; longitude: number }): number {
  const north = (latitude - JAYANAGAR.latitude) * METRES_PER_DEGREE;
  const east = (longitude - JAYANAGAR.longitude) * METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

function hasEan13CheckDigit(barcode: string): boolean {
  const sum = barcode.split('').reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return /^\d{13}$/.test(barcode) && sum % 10 === 0;
}

const isRupees = (amount: number) => amount > 0 && Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-9;

describe('the market', () => {
  it('has twelve shops, whose names have addresses', () => {
    expect(new Set(DEMO_MARKET.map(({ slug }) => slug)).size).toBe(12);
    expect(new Set(DEMO_MARKET.map(({ name }) => name)).size).toBe(12);
    expect(DEMO_MARKET.every(({ slug }) => isShopSlug(slug))).toBe(true);
  });

  it('has about three hundred products in at most fourteen categories', () => {
    expect(products.length).toBeGreaterThanOrEqual(280);
    expect(products.length).toBeLessThanOrEqual(320);
    expect(new Set(products.map(({ category }) => category)).size).toBeLessThanOrEqual(14);
  });

  it('has things with a choice, reduced things, scarce things and sold-out things', () => {
    const variants = products.flatMap((product) => product.variants);
    const withChoice = products.filter((product) => product.variants.length > 1).length / products.length;
    expect(withChoice).toBeGreaterThan(0.35);
    expect(variants.filter(({ price, mrp }) => mrp !== undefined && mrp > price).length).toBeGreaterThan(50);
    expect(variants.filter(({ stock }) => stock > 0 && stock <= 3).length).toBeGreaterThan(5);
    expect(variants.filter(({ stock }) => stock === 0).length).toBeGreaterThanOrEqual(3);
  });
});

describe.each(DEMO_MARKET.map((shop) => [shop.slug, shop] as const))('%s', (_, shop) => {
  it('lies in the neighbourhood and reaches it', () => {
    expect(metresFromJayanagar(shop)).toBeLessThan(2500);
    expect(shop.reachMetres).toBeGreaterThanOrEqual(3000);
    expect(shop.reachMetres).toBeLessThanOrEqual(6000);
    expect(shop.phone).toMatch(/^90000001\d\d$/);
    expect([shop.openTime, shop.closeTime].join(' ')).toMatch(/^([01]\d|2[0-3]):[0-5]\d ([01]\d|2[0-3]):[0-5]\d$/);
  });

  it('names every product once, and every choice of a product once', () => {
    const names = shop.products.map(({ name }) => name);
    const ambiguous = shop.products.filter(({ variants }) => {
      const choices = variants.map(({ unit, size, color }) => JSON.stringify([unit, size, color]));
      return choices.length === 0 || new Set(choices).size < choices.length;
    });
    expect(new Set(names).size).toBe(names.length);
    expect(ambiguous).toEqual([]);
  });

  it('asks prices in rupees and paise, never above the printed price, and counts whole pieces', () => {
    const wrong = shop.products
      .flatMap(({ name, variants }) => variants.map((variant) => ({ name, ...variant })))
      .filter(({ price, mrp = price, stock }) => {
        const isPriced = isRupees(price) && isRupees(mrp) && mrp >= price;
        return !(isPriced && Number.isInteger(stock) && stock >= 0);
      });
    expect(wrong).toEqual([]);
  });

  it('has valid in-store barcodes, each once', () => {
    const barcodes = shop.products.flatMap(({ variants }) => variants.flatMap(({ barcode }) => barcode ?? []));
    expect(barcodes.filter((barcode) => !hasEan13CheckDigit(barcode) || !barcode.startsWith('2'))).toEqual([]);
    expect(new Set(barcodes).size).toBe(barcodes.length);
  });
});

describe('the pictures', () => {
  it('are up to six, and several for some products', () => {
    const counts = products.map(({ pictures }) => pictures.length);
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(6);
    expect(counts.filter((count) => count > 1).length).toBeGreaterThan(4);
  });

  it('are there for every product, and no file is unused', () => {
    const expected = products.flatMap(({ pictures }) => pictures.map((picture) => `${picture}-640.webp`));
    expect(readdirSync(PICTURES_URL).toSorted()).toEqual([...new Set(expected)].toSorted());
  });
});

it('declares makers and licences that are plainly examples', () => {
  const declared = products.filter(({ details }) => details.maker_name);
  expect(declared.length).toBeGreaterThan(products.length / 2);
  for (const { details } of declared) {
    expect(details.maker_name).toMatch(/^Demo /);
    expect(details.fssai_licence ?? '10000000000000').toBe('10000000000000');
  }
});

it('uses only categories, units, sizes and colours of the shared catalog', async () => {
  const { categories, units, sizes, colors } = await readShippedCatalog();
  const shared = new Set([
    ...categories.flatMap(({ name, subcategories }) => subcategories.map((each) => `${name} > ${each.name}`)),
    ...[...units, ...sizes, ...colors].map(({ name }) => name),
  ]);
  const used = products.flatMap(({ category, subcategory, variants }) => [
    `${category} > ${subcategory}`,
    ...variants.flatMap(({ unit, size, color }) => [unit, size, color]),
  ]);
  expect(new Set(used.filter((name) => name !== undefined && !shared.has(name)))).toEqual(new Set());
});

it('has a Hindi name for every trade', () => {
  const names = JSON.parse(readFileSync(new URL('../../../../client/i18n/hi-names.json', import.meta.url), 'utf8'));
  const trades = DEMO_MARKET.map(({ trade }) => trade);
  expect(trades.filter((trade) => !Object.hasOwn(names as object, trade))).toEqual([]);
});
