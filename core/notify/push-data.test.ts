import { expect, it } from 'vitest';
import { pushData, type PushContent } from './push-data.ts';

const content: PushContent = {
  feed: 'shop:7',
  seq: 41,
  kind: 'order.placed',
  status: null,
  details: { item_count: 3, total_paise: 12_345_650 },
  orderId: 9,
  orderNumber: 'H-1009',
  takeaway: false,
  shopSlug: 'fresh-mart',
};

it('shows the shop an order without who ordered', () => {
  // The details of the table have more in them than is sent.
  const details = { ...content.details, user_name: 'Test Customer', phone: '9000000001', address: '12, 4th Main' };
  expect(pushData({ ...content, details }, 'en')).toEqual({
    id: 'shop:7#41',
    kind: 'order.placed',
    title: 'New order H-1009',
    body: '3 items, ₹1,23,456.50',
    path: '/fresh-mart/shop-orders',
    tag: 'order.placed:9',
  });
});

it('shows the customer a status as screens do, each replacing the previous one', () => {
  const step = { ...content, feed: 'user:5', kind: 'order.status', details: {} } as const;
  expect(pushData({ ...step, status: 'Accepted' }, 'en')).toEqual({
    id: 'user:5#41',
    kind: 'order.status',
    title: 'Order H-1009',
    body: 'Accepted',
    path: '/fresh-mart/order-history',
    tag: 'order.status:9',
  });
  expect(pushData({ ...step, seq: 42, status: 'In Transit' }, 'en')).toMatchObject({
    id: 'user:5#42',
    body: 'Order on the way',
    tag: 'order.status:9',
  });
});

it('says that a takeaway is ready and picked up, not on the way and delivered', () => {
  const step = { ...content, feed: 'user:5', kind: 'order.status', details: {}, takeaway: true } as const;
  expect(pushData({ ...step, status: 'Ready' }, 'en').body).toBe('Ready for pickup');
  expect(pushData({ ...step, status: 'Delivered' }, 'en').body).toBe('Picked up');
  expect(pushData({ ...step, status: 'Ready' }, 'hi').body).toBe('ले जाने के लिए तैयार');
});

it('shows each refund separately', () => {
  const refund = { ...content, feed: 'user:5', kind: 'order.refund', details: { total_paise: 5050 } } as const;
  expect(pushData(refund, 'en')).toMatchObject({ title: 'Order H-1009', body: '₹50.50 is being refunded' });
  expect(pushData(refund, 'en').tag).not.toBe(pushData({ ...refund, seq: 42 }, 'en').tag);
});

it('sends nothing but texts', () => {
  for (const value of Object.values(pushData(content, 'hi'))) expect(value).toBeTypeOf('string');
});

it('speaks the language of the recipient, and leads to the cart of an expired order', () => {
  const expired = { ...content, feed: 'user:5', kind: 'order.expired' } as const;
  expect(pushData(expired, 'hi')).toMatchObject({
    title: 'ऑर्डर H-1009',
    body: 'भुगतान समय पर नहीं आया, इसलिए ऑर्डर नहीं हुआ',
    path: '/fresh-mart/order',
  });
});
