import { expect, it } from 'vitest';
import { readPushData } from './push-data.ts';

const data = {
  id: 'shop:7#12',
  kind: 'order.placed',
  title: 'New order',
  body: 'H000012: 3 items',
  path: '/malnad-dairy/shop-orders',
  tag: 'order:12',
};

it('reads the known fields, and nothing else', () => {
  expect(readPushData({ ...data, more: 'x' })).toEqual(data);
});

it.each([
  undefined,
  null,
  'text',
  {},
  { ...data, title: 1 },
  { ...data, id: undefined },
  { ...data, path: 'https://example.test/' },
])('%j is not a push message of ours', (each) => expect(readPushData(each)).toBeUndefined());
