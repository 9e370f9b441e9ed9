import { expect, it } from 'vitest';
import { aProduct } from '../../test/samples.ts';
import { catalogSections, type Naming } from './catalog-sections.ts';
import { catalogSearch } from './search-products.ts';

const variants = (stock: number) => [{ ...aProduct().variants[0]!, stock }];
const named = (names: { name: string }[]) => names.map(({ name }) => name);

const english: Naming = { nameOf: (name) => name, locale: 'en' };

const catalog = [
  aProduct({ id: 1, name: 'Tomato, local', category_name: 'Vegetables' }),
  aProduct({ id: 2, name: 'Crème caramel', category_name: 'Bakery', description: 'With burnt sugar, boiled long' }),
  aProduct({ id: 3, name: 'Milk, toned', category_name: 'Dairy', subcategory: 'Milk' }),
  aProduct({ id: 4, name: 'मूंगफली, गुड़', category_name: 'Snacks' }),
];

it('sorts categories A–Z, names what has none, and puts what is sold out last', () => {
  const sections = catalogSections(
    [
      aProduct({ id: 1, name: 'Gone', category_name: 'Rice', variants: variants(0) }),
      aProduct({ id: 2, name: 'There', category_name: 'Rice', variants: variants(3) }),
      aProduct({ id: 3, name: 'Odd', category_name: '' }),
      aProduct({ id: 4, name: 'Bun', category_name: 'bakery' }),
    ],
    english,
  );
  expect(named(sections)).toEqual(['bakery', 'Rice', 'Uncategorized']);
  expect(named(sections[1]!.products)).toEqual(['There', 'Gone']);
});

it('keeps the place of products that sell out while the screen is open', () => {
  const sections = catalogSections(
    [aProduct({ id: 1, name: 'Just sold', variants: variants(0) }), aProduct({ id: 2, name: 'There' })],
    { ...english, last: new Set() },
  );
  expect(named(sections[0]!.products)).toEqual(['Just sold', 'There']);
});

it('sorts and finds categories by the names that are shown', () => {
  const hindi: Naming = { nameOf: (name) => ({ Dairy: 'दूध', Vegetables: 'सब्ज़ियाँ' })[name] ?? name, locale: 'hi' };
  expect(named(catalogSections(catalog.slice(0, 3), hindi)).slice(-1)).toEqual(['Bakery']);
  expect(catalogSearch(hindi.nameOf)(catalog, 'सब्जियाँ').products.map(({ id }) => id)).toEqual([1]);
});
