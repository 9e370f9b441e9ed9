import { expect, it } from 'vitest';
import { pushData, type PushedNews } from './push-data.ts';

const news: PushedNews = {
  feed: 'shop:7',
  seq: 41,
  kind: 'order.placed',
  status: null,
  details: { item_count: 3, total_paise: 12_345_650 },
  orderId: 9,
  orderNumber: 'H-1009',
  shopSlug: 'fresh-mart',
};

it('tells the shop of an order without telling who ordered', () => {
  // The details of the table have more in them than is sent.
  const details = { ...news.details, user_name: 'Test Customer', phone: '9000000001', address: '12, 4th Main' };
  expect(pushData({ ...news, details })).toEqual({
    id: 'shop:7#41',
    kind: 'order.placed',
    title: 'New order H-1009',
    body: '3 items, ₹1,23,456.50',
    path: '/fresh-mart/shop-orders',
    tag: 'order.placed:9',
  });
});

it('tells the customer of a step in the words of the screens, each in the place of the one before', () => {
  const step = { ...news, feed: 'user:5', kind: 'order.status', details: {} } as const;
  expect(pushData({ ...step, status: 'Accepted' })).toEqual({
    id: 'user:5#41',
    kind: 'order.status',
    title: 'Order H-1009',
    body: 'Accepted',
    path: '/fresh-mart/order-history',
    tag: 'order.status:9',
  });
  expect(pushData({ ...step, seq: 42, status: 'In Transit' })).toMatchObject({
    id: 'user:5#42',
    body: 'Order on the way',
    tag: 'order.status:9',
  });
});

it('tells of money on its way back, each sum for itself', () => {
  const refund = { ...news, feed: 'user:5', kind: 'order.refund', details: { total_paise: 5050 } } as const;
  expect(pushData(refund)).toMatchObject({ title: 'Order H-1009', body: '₹50.50 is on its way back to you' });
  expect(pushData(refund).tag).not.toBe(pushData({ ...refund, seq: 42 }).tag);
});

it('sends nothing but texts', () => {
  for (const value of Object.values(pushData(news))) expect(value).toBeTypeOf('string');
});
