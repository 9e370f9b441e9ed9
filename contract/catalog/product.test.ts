import { describe, expect, it } from 'vitest';
import { pictureSrcSet } from './pictures.ts';
import { chooseVariant, productImageUrl, productSections, variantOptions } from './product.ts';

describe('the picture of a product', () => {
  it.each([
    ['/uploads/a-320.webp', 'https://api', 'https://api/uploads/a-320.webp'],
    ['a.png', '', '/uploads/a.png'],
    ['["b.png","c.png"]', '', '/uploads/b.png'],
    [['d.png'], '', '/uploads/d.png'],
    ['https://cdn.example/e.png', 'https://api', 'https://cdn.example/e.png'],
    ['[broken', '', undefined],
    ['[]', '', undefined],
    [[], '', undefined],
    ['', '', undefined],
    [null, '', undefined],
  ])('%j on %j is at %s', (image, base, url) => expect(productImageUrl(image, base)).toBe(url));

  it('comes in three widths where it is named so', () => {
    expect(pictureSrcSet('/u/a-320.webp')).toBe('/u/a-160.webp 160w, /u/a-320.webp 320w, /u/a-640.webp 640w');
    expect(pictureSrcSet('/u/a.webp')).toBeUndefined();
  });

  it('also comes in a large one where it is named so', () => {
    expect(pictureSrcSet('/u/a-large-320.webp')).toBe(
      '/u/a-large-160.webp 160w, /u/a-large-320.webp 320w, /u/a-large-640.webp 640w, /u/a-large-960.webp 960w',
    );
  });
});

it('sorts sections alphabetically, with Uncategorized for those that name none', () => {
  const products = [
    { category_name: 'Tea' },
    { category_name: null },
    { category_name: 'Dairy' },
    { category_name: ' ' },
  ];
  const sections = productSections(products).map(({ name, products: { length } }) => [name, length]);
  expect(sections).toEqual([
    ['Dairy', 1],
    ['Tea', 1],
    ['Uncategorized', 2],
  ]);
});

describe('choosing a variant', () => {
  const [small, large] = [
    { id: 1, name: 'S' },
    { id: 2, name: 'L' },
  ] as const;
  const [red, blue] = [
    { id: 1, name: 'Red' },
    { id: 2, name: 'Blue' },
  ] as const;
  const smallRed = { id: 1, price: 1, stock: 1, size: small, color: red };
  const smallBlue = { id: 2, price: 1, stock: 1, size: small, color: blue };
  const largeBlue = { id: 3, price: 1, stock: 1, size: large, color: blue };
  const variants = [smallRed, smallBlue, largeBlue];

  it('keeps as much of the choice as there is', () => {
    expect(chooseVariant(variants, smallRed, { aspect: 'color', optionId: blue.id })).toBe(smallBlue);
    expect(chooseVariant(variants, smallRed, { aspect: 'size', optionId: large.id })).toBe(largeBlue);
    expect(chooseVariant(variants, largeBlue, { aspect: 'color', optionId: red.id })).toBe(smallRed);
  });

  it('stays where nothing matches', () => {
    expect(chooseVariant(variants, smallRed, { aspect: 'unit', optionId: 9 })).toBe(smallRed);
  });

  it('offers each option once, in the order of the variants', () => {
    expect(variantOptions(variants, 'color')).toEqual([red, blue]);
    expect(variantOptions(variants, 'unit')).toEqual([]);
  });
});
