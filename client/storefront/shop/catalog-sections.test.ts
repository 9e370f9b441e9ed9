import { expect, it } from 'vitest';
import { sampleProduct } from '../../test/samples.ts';
import { catalogGrids, catalogSections, type NameTranslation } from './catalog-sections.ts';
import { catalogSearch } from './search-products.ts';

const variants = (stock: number) => [{ ...sampleProduct().variants[0]!, stock }];
const named = (names: { name: string }[]) => names.map(({ name }) => name);

const english: NameTranslation = { nameOf: (name) => name, locale: 'en' };

const catalog = [
  sampleProduct({ id: 1, name: 'Tomato, local', category_name: 'Vegetables' }),
  sampleProduct({
    id: 2,
    name: 'Crème caramel',
    category_name: 'Bakery',
    description: 'With burnt sugar, boiled long',
  }),
  sampleProduct({ id: 3, name: 'Milk, toned', category_name: 'Dairy', subcategory: 'Milk' }),
  sampleProduct({ id: 4, name: 'मूंगफली, गुड़', category_name: 'Snacks' }),
];

it('sorts categories A–Z, names products without category, and puts sold-out ones last', () => {
  const sections = catalogSections(
    [
      sampleProduct({ id: 1, name: 'Gone', category_name: 'Rice', variants: variants(0) }),
      sampleProduct({ id: 2, name: 'There', category_name: 'Rice', variants: variants(3) }),
      sampleProduct({ id: 3, name: 'Odd', category_name: '' }),
      sampleProduct({ id: 4, name: 'Bun', category_name: 'bakery' }),
    ],
    english,
  );
  expect(named(sections)).toEqual(['bakery', 'Rice', 'Uncategorized']);
  expect(named(sections[1]!.products)).toEqual(['There', 'Gone']);
});

it('puts the categories that the shop has placed first, in its order', () => {
  const placed = (name: string, category_position: number | null) =>
    sampleProduct({ id: name.length, name, category_name: name, category_position });
  const sections = catalogSections(
    [placed('Bakery', null), placed('Rice', 2), placed('Vegetables', 1), placed('Atta', null)],
    english,
  );
  expect(named(sections)).toEqual(['Vegetables', 'Rice', 'Atta', 'Bakery']);
});

it('keeps the place of products that sell out while the screen is open', () => {
  const sections = catalogSections(
    [sampleProduct({ id: 1, name: 'Just sold', variants: variants(0) }), sampleProduct({ id: 2, name: 'There' })],
    { ...english, last: new Set() },
  );
  expect(named(sections[0]!.products)).toEqual(['Just sold', 'There']);
});

it('sorts and finds categories by the names that are shown', () => {
  const hindi: NameTranslation = {
    nameOf: (name) => ({ Dairy: 'दूध', Vegetables: 'सब्ज़ियाँ' })[name] ?? name,
    locale: 'hi',
  };
  expect(named(catalogSections(catalog.slice(0, 3), hindi)).slice(-1)).toEqual(['Bakery']);
  expect(
    catalogSearch({ nameOf: hindi.nameOf, productNameOf: (name) => name })(catalog, 'सब्जियाँ').products.map(
      ({ id }) => id,
    ),
  ).toEqual([1]);
});

/** The grids of a catalog whose sections, A to Z, have so many products: `AB C` is one grid of two sections, and one of one. */
function gridsOf(...counts: number[]): string {
  const products = counts.flatMap((count, at) =>
    Array.from({ length: count }, (_, nth) =>
      sampleProduct({ id: at * 100 + nth, category_name: String.fromCodePoint(65 + at) }),
    ),
  );
  const grids = catalogGrids(catalogSections(products, english));
  return grids.map((grid) => named(grid).join('')).join(' ');
}

it.each([
  [[5, 4], 'A B'],
  [[5, 1, 2, 4], 'A BC D'],
  [[5, 1, 4], 'AB C'],
  [[1, 5, 4], 'AB C'],
  [[1, 1, 1], 'ABC'],
  [[1, 1], 'AB'],
  [[2], 'A'],
  [[80, 1, 5], 'A BC'],
  [[80, 1, 80], 'A B C'],
  [[2, 12], 'A B'],
  [[12, 1], 'A B'],
  [[5, 2, 2, 5, 1], 'A BC DE'],
])('gives sections of %j products the grids %s', (counts, grids) => {
  expect(gridsOf(...counts)).toBe(grids);
});

it('lets many small sections share grids of a limited size', () => {
  const products = Array.from({ length: 100 }, (_, at) =>
    sampleProduct({ id: at, category_name: `Category ${String(at).padStart(3, '0')}` }),
  );
  const grids = catalogGrids(catalogSections(products, english));
  expect(grids.map(({ length }) => length)).toEqual([60, 40]);
});
