import { describe, expect, it } from 'vitest';
import { customersQuery } from './money/customers.calls.ts';
import { shopOrdersQuery } from './orders/orders.calls.ts';
import { readOrderSearch } from './orders/order-status.ts';
import { multiLine, searchText, singleLine } from './common.ts';

const refusal = (schema: ReturnType<typeof singleLine>, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message;

describe('a line of text', () => {
  it.each([
    ['\u202eAsha\u202c', 'Asha'],
    ['Toned\u00a0\u00a0milk\t500\u200b g', 'Toned milk 500 g'],
    ['क्\u200dष', 'क्\u200dष'],
  ])('is stored for %j as %j', (typed, stored) => expect(singleLine(20).parse(typed)).toBe(stored));

  it.each([
    ['', 'must not be empty'],
    [' \u00a0', 'must not be empty'],
    ['\u200b\u2800', 'must have a visible character'],
    ['\u202e', 'must have a visible character'],
    ['\u0301', 'must have a visible character'],
    ['a\u0000b', 'must not contain control characters'],
    ['a\nb', 'must not contain control characters'],
    ['a\ud800', 'must not contain control characters'],
  ])('is refused for %j: it %s', (typed, problem) => expect(refusal(singleLine(20), typed)).toBe(problem));

  it('is measured as it is stored', () => expect(singleLine(4).parse('\u200b\u200bGhee  \u202e')).toBe('Ghee'));
});

it('keeps the lines of a longer text', () =>
  expect(multiLine(50).parse(' Toned\u00a0 milk\r\n\r\nof\u200b cows ')).toBe('Toned milk\n\nof cows'));

it('searches for what a copied text shows', () => {
  expect(searchText(20).parse('\u202aｍｉｌｋ\u202c')).toBe('milk');
  const copied = '\u202a+91\u00a098450\u202f12345\u202c';
  for (const query of [shopOrdersQuery, customersQuery])
    expect(readOrderSearch(query.parse({ search: copied }).search ?? '')).toEqual({
      digits: '9845012345',
      inPhones: true,
    });
});
