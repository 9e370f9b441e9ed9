import { expect, it } from 'vitest';
import { readTyped } from './typed-item.ts';

it.each([
  ['3*', { quantity: 3, search: '' }],
  ['3* milk', { quantity: 3, search: 'milk' }],
  ['2x8901234567894', { quantity: 2, search: '8901234567894' }],
  ['0*', { quantity: 1, search: '' }],
  ['7up', { quantity: 1, search: '7up' }],
  ['३* दूध', { quantity: 3, search: 'दूध' }],
])('reads the quantity of %s', (text, typed) => expect(readTyped(text)).toEqual(typed));

it.each([
  ['1.35kg', 1350, ''],
  ['1.35 kg sugar', 1350, 'sugar'],
  ['1,35kg sugar', 1350, 'sugar'],
  ['500g', 500, ''],
  ['1,250 g', 1250, ''],
  ['½ kg', 500, ''],
  ['1½kg rice', 1500, 'rice'],
  ['1/4 kg', 250, ''],
  ['1.5 किलो चीनी', 1500, 'चीनी'],
  ['१.५kg चीनी १', 1500, 'चीनी १'],
  ['250 gm. dal', 250, 'dal'],
  ['1.35kg8901234567894', 1350, '8901234567894'],
  ['2KG 101', 2000, '101'],
])('reads the weight of %s', (text, grams, search) =>
  expect(readTyped(text)).toEqual({ quantity: 1, weighed: { grams }, search }),
);

it.each([
  ['₹20', 2000, ''],
  ['₹ 20 sugar', 2000, 'sugar'],
  ['20rs sugar', 2000, 'sugar'],
  ['20 Rs. 101', 2000, '101'],
  ['Rs.20.50 dal', 2050, 'dal'],
  ['₹1,250 ghee', 125_000, 'ghee'],
  ['20/- sugar', 2000, 'sugar'],
  ['२० रु चीनी', 2000, 'चीनी'],
  ['20rs8901234567894', 2000, '8901234567894'],
])('reads the amount of %s', (text, pricePaise, search) =>
  expect(readTyped(text)).toEqual({ quantity: 1, weighed: { pricePaise }, search }),
);

it.each([
  'kg',
  'kgs dal',
  '0kg',
  '0 g sugar',
  '2000 kg',
  '2 l oil',
  '₹0',
  '₹208901234567894',
  '20',
  '₹',
  '1.2.3kg',
  '1/0 kg',
])('searches for %s as it is', (text) => expect(readTyped(text)).toEqual({ quantity: 1, search: text }));
