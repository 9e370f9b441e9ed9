import { expect, it } from 'vitest';
import { sampleProduct } from '../../test/samples.ts';
import { catalogSections } from './catalog-sections.ts';
import { catalogSearch } from './search-products.ts';

const nameOf = (name: string) => name;
const find = catalogSearch({ nameOf, productNameOf: (name) => ({ 'Tomato, local': 'देसी टमाटर' })[name] ?? name });

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

it.each([
  ['TOMATO', [1]],
  ['creme', [2]],
  ['crème', [2]],
  ['burnt', [2]],
  ['oil', [2]],
  ['dairy toned', [3]],
  ['dairy tomato', [1, 3]],
  ['tomato 1kg', [1]],
  ['tomato & milk', [1, 3]],
  ['fresh milk', [3]],
  ['tamatar', [1]],
  ['टमाटर', [1]],
  ['tama', [1]],
  ['doodh', [3]],
  ['tel', []],
  ['मूंग', [4]],
  ['gud', [4]],
  ['  ', [1, 2, 3, 4]],
])('finds for %j products %j', (search, ids) => {
  expect(find(catalog, search).products.map(({ id }) => id)).toEqual(ids);
});

it.each([
  ['tomatto', [1], true],
  ['karamel creme', [2], undefined],
  ['caramle creme', [2], true],
  ['tamater', [1], true],
  ['dairi mlik', [], true],
  ['tamaatar', [1], true],
  ['dairy mlik', [3], true],
  ['milk', [3], undefined],
  ['zzz', [], true],
  ['mi such thing', [], true],
])('finds for %j, where nothing is spelled like that, the similar %j', (search, ids, isSimilar) => {
  const found = find(catalog, search);
  expect([found.products.map(({ id }) => id), found.isSimilar]).toEqual([ids, isSimilar]);
});

it.each([
  ['amul milk', [3], { missing: ['amul'], showing: ['milk'] }],
  ['amul', [3], { missing: ['amul'], showing: ['milk'] }],
  ['milk', [3], undefined],
])('finds for %j, where nothing has some of the words, %j', (search, ids, instead) => {
  const found = find(catalog, search);
  expect([found.products.map(({ id }) => id), found.instead]).toEqual([ids, instead]);
});

it('knows how well each product answers: by a word of its name, the beginning of one, a part of it, or something else', () => {
  const dairy = [
    sampleProduct({ id: 1, name: 'White butter', description: 'For ghee', category_name: 'Butter' }),
    sampleProduct({ id: 2, name: 'Refineghee', category_name: 'Oils' }),
    sampleProduct({ id: 3, name: 'Gheewar', category_name: 'Sweets' }),
    sampleProduct({ id: 4, name: 'Cow ghee', category_name: 'Dairy' }),
    sampleProduct({ id: 5, name: 'गाय का घी', category_name: 'Dairy' }),
    sampleProduct({ id: 6, name: 'Milk', category_name: 'Dairy' }),
  ];
  const { products, ranks } = find(dairy, 'ghee');
  expect([...ranks]).toEqual([
    [1, 3],
    [2, 2],
    [3, 1],
    [4, 0],
    [5, 0],
  ]);
  const sections = catalogSections(products, { nameOf, locale: 'en', ranks });
  expect(sections.map(({ name }) => name)).toEqual(['Dairy', 'Sweets', 'Oils', 'Butter']);
});

it('puts the best answers first in their section, before what is there and what is sold out', () => {
  const gone = [{ ...sampleProduct().variants[0]!, stock: 0 }];
  const dairy = [
    sampleProduct({ id: 1, name: 'White butter', description: 'Of cow milk' }),
    sampleProduct({ id: 2, name: 'Cow ghee', variants: gone }),
    sampleProduct({ id: 3, name: 'Cow milk' }),
  ].map((product) => ({ ...product, category_name: 'Dairy' }));
  const { products, ranks } = find(dairy, 'cow');
  const [section] = catalogSections(products, { nameOf, locale: 'en', ranks });
  expect(section?.products.map(({ name }) => name)).toEqual(['Cow milk', 'Cow ghee', 'White butter']);
});

it('ranks several words by the one that is answered worst', () => {
  expect(find(catalog, 'toned dairy').ranks.get(3)).toBe(3);
  expect(find(catalog, 'milk ton').ranks.get(3)).toBe(1);
});
