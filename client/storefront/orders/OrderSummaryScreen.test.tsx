import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderPaymentView } from '@haat/contract/payments/payments.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleFoundProduct, sampleOrder, sampleShop, sampleShopCard } from '../../test/samples.ts';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../../test/stub-server.ts';
import { saveOrderSummary } from '../../shared/orders/order-summary-storage.ts';
import { OrderSummaryScreen } from './OrderSummaryScreen.tsx';

const summary = { orderId: 4, orderNumber: 'H000004', order_status: 'Pending', total: 250, shopSlug: 'dairy' } as const;
const line = { id: '1-0-0-0', name: 'Ghee', price: 125, quantity: 2, image: '', shopId: 3 };

type Payment = Partial<OrderPaymentView>;
const awaiting: OrderPaymentView = {
  orderId: 4,
  orderNumber: 'H000004',
  order_status: 'Pending',
  payment_status: 'awaiting',
  total: 250,
  reserved_until: null,
  can_retry: true,
};
const isCartKept = () => localStorage.getItem('cart_7_dairy') !== null;

/** The summary of an order that is paid online; `payment` is the server's answer about it, asked anew each time. */
function showOnline(query: string, payment: () => Payment | Response) {
  saveOrderSummary({ ...summary, isPaidOnline: true });
  const answer = () => {
    const said = payment();
    return said instanceof Response ? said : { ...awaiting, ...said };
  };
  return show(query, { 'GET /api/orders/4/payment': answer });
}

function show(query = '', routes: StubRoutes = {}) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  localStorage.setItem('cart_7_dairy', JSON.stringify({ [line.id]: line }));
  const calls = stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'Test Customer', email: 'a@b.in', mobile: null, profile_image: null }),
    'GET /api/orders/user?limit=20': () => [sampleOrder({ id: 5, orderNumber: 'H000005' }), sampleOrder()],
    ...routes,
  });
  const at = `/dairy/order-summary${query}`;
  const screenAt = (
    <>
      <OrderSummaryScreen />
      <Address />
    </>
  );
  renderScreen(screenAt, { path: '/:shopSlug/order-summary', at });
  return calls;
}

function Address() {
  return <output>{useLocation().search}</output>;
}
const query = () => document.querySelector('output')?.textContent;

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('shows the order that was placed, as the server has it, and empties the cart', async () => {
  saveOrderSummary(summary);
  show();
  expect(await screen.findByText('₹250.00', { selector: 'strong' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Order H000004' })).toBeTruthy();
  expect(screen.getByText('Delivery to: 4th Main, Bengaluru 560011')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Call the shop: Malnad Dairy' }).getAttribute('href')).toBe(
    'tel:+919000000103',
  );
  await waitFor(() => expect(localStorage.getItem('cart_7_dairy')).toBeNull());
});

it('leads to the products', async () => {
  saveOrderSummary(summary);
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Go to Products' }));
  expect(await screen.findByText('went to /dairy/products')).toBeTruthy();
});

it('keeps lines added since when the customer returns to the order by Back or a reload', async () => {
  saveOrderSummary(summary);
  show();
  await waitFor(() => expect(isCartKept()).toBe(false));
  cleanup();
  show();
  await screen.findByText('Delivery to: 4th Main, Bengaluru 560011');
  await userEvent.click(screen.getByRole('button', { name: 'Go to Products' }));
  await screen.findByText('went to /dairy/products');
  expect(isCartKept()).toBe(true);
});

it('leaves alone the cart of another shop than the one that was ordered from', async () => {
  saveOrderSummary({ ...summary, shopSlug: 'bakery' });
  show();
  await screen.findByText('Delivery to: 4th Main, Bengaluru 560011');
  expect(isCartKept()).toBe(true);
});

it('ignores `?success=true` in the address', async () => {
  saveOrderSummary(summary);
  show('?success=true');
  await screen.findByRole('heading', { name: 'Order H000004' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('keeps the cart when the payment was canceled, and leads back to it', async () => {
  show('?canceled=true');
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  await userEvent.click(screen.getByRole('link', { name: 'Try again' }));
  await screen.findByText('went to /dairy/order');
  expect(localStorage.getItem('cart_7_dairy')).not.toBeNull();
});

it('confirms a payment until the server says that it is there, and only then thanks for it', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  const now: Payment = {};
  showOnline('?success=true', () => now);
  await screen.findByRole('heading', { name: 'Payment being checked' });
  expect(screen.getByText(/You can close this page/)).toBeTruthy();
  expect([screen.queryByRole('alertdialog'), isCartKept()]).toEqual([null, true]);

  Object.assign(now, { payment_status: 'paid', can_retry: false });
  await act(() => vi.advanceTimersByTimeAsync(4000));
  await screen.findByRole('alertdialog', { name: 'Payment successful! Thank you for your order.' });
  expect(query()).toBe('?success=true');
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  // Not said again after a reload.
  expect(query()).toBe('');
  expect(screen.getByRole('heading', { name: 'Order placed' })).toBeTruthy();
  await screen.findByText('Delivery to: 4th Main, Bengaluru 560011');
  await waitFor(() => expect(isCartKept()).toBe(false));
});

it('says that a payment was canceled, keeps the cart, and continues the same payment', async () => {
  const until = new Date(Date.now() + 6.5 * 60_000).toISOString();
  showOnline('?canceled=true', () => ({ reserved_until: until }));
  const alert = await screen.findByRole('alertdialog', { name: 'Payment was canceled. You can try again.' });
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(alert.isConnected).toBe(false);
  expect(screen.getByText('Your items are reserved for 7 more minutes.')).toBeTruthy();
  expect(isCartKept()).toBe(true);
  await userEvent.click(screen.getByRole('link', { name: 'Pay now: order H000004' }));
  await screen.findByText('went to /dairy/payment');
});

it('keeps the cart on the way from a canceled payment to the products', async () => {
  showOnline('?canceled=true', () => ({}));
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  await userEvent.click(screen.getByRole('button', { name: 'Go to Products' }));
  await screen.findByText('went to /dairy/products');
  expect(isCartKept()).toBe(true);
});

it('thanks for a payment that the customer took for canceled', async () => {
  showOnline('?canceled=true', () => ({ payment_status: 'paid', can_retry: false }));
  await screen.findByRole('alertdialog', { name: 'Payment successful! Thank you for your order.' });
  expect(screen.queryByText('Payment was canceled. You can try again.')).toBeNull();
});

it.each([
  [
    { payment_status: 'expired' },
    'No payment arrived, so no order was placed. Your cart is unchanged.',
    'Not paid, so not ordered',
  ],
  [
    { payment_status: 'expired', refund: { amount: 250, state: 'due' } },
    '₹250.00 is being refunded to your original payment method. Most banks take a few days.',
    'Payment goes back to you',
  ],
  [
    { payment_status: 'expired', refund: { amount: 250, state: 'done' } },
    '₹250.00 was refunded to your original payment method.',
    'Payment goes back to you',
  ],
] as const)('shows the state of %j, and leads back to the cart', async (payment, text, heading) => {
  showOnline('?success=true', () => ({ ...payment, can_retry: false }));
  await screen.findByText(text);
  expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Try again' }));
  await screen.findByText('went to /dairy/order');
  expect(isCartKept()).toBe(true);
});

it('shows that the server is unreachable, and retries', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  let isAway = true;
  showOnline('?success=true', () => (isAway ? errorResponse(503, 'unavailable', 'Away') : { payment_status: 'paid' }));
  await screen.findByText('The status of your payment could not be checked. We will keep trying.');
  isAway = false;
  await act(() => vi.advanceTimersByTimeAsync(4000));
  await screen.findByRole('alertdialog', { name: 'Payment successful! Thank you for your order.' });
});

const without = (field: keyof typeof summary) => JSON.stringify({ ...summary, [field]: undefined });

it.each([
  '{',
  '[]',
  '{"orderId":"x"}',
  without('shopSlug'),
  without('order_status'),
  JSON.stringify({ ...summary, order_status: 'Lost' }),
  JSON.stringify({ ...summary, opens_at: 'soon' }),
])('shows no order for a stored %s', async (stored) => {
  localStorage.setItem('orderSummary', stored);
  show();
  expect(await screen.findByText('There is no order to show.')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Order placed' })).toBeNull();
});

it.each([
  ['Pending', false, 'Order placed', 'Waiting for the shop'],
  ['Accepted', false, 'Accepted by Malnad Dairy', 'Accepted'],
  ['In Transit', false, 'On its way', 'Order on the way'],
  ['Pending', true, 'Order placed', 'Waiting for the shop'],
  ['Accepted', true, 'Accepted by Malnad Dairy', 'Accepted'],
  ['Ready', true, 'Ready for pickup', 'Ready for pickup'],
] as const)('heads an order in status %s (takeaway: %s) with “%s”', async (status, takeaway, heading, chip) => {
  saveOrderSummary(summary);
  show('', { 'GET /api/orders/user?limit=20': () => [sampleOrder({ order_status: status, takeaway })] });
  await screen.findByRole('heading', { level: 1, name: heading });
  expect(screen.getByText(chip, { selector: 'article > div > div > span' })).toBeTruthy();
});

it('says when a delivered order arrived, and thanks for it', async () => {
  saveOrderSummary(summary);
  const steps = [{ status: 'Delivered' as const, at: '2026-11-21T09:40:00.000Z' }];
  show('', { 'GET /api/orders/user?limit=20': () => [sampleOrder({ order_status: 'Delivered', steps })] });
  await screen.findByRole('heading', { level: 1, name: /^Delivered: \d+:\d\d [AP]M$/ });
  expect(screen.getByText('Thank you for ordering from Malnad Dairy.')).toBeTruthy();
  expect(screen.queryByText(/has received your order/)).toBeNull();
  screen.getByRole('button', { name: 'Order again: Order H000004' });
});

it.each([
  ['Delivered', 'collected', true],
  ['Cancelled', 'cancelled', false],
] as const)('has an invoice for an order in status %s that is %s: %s', async (order_status, payment_status, has) => {
  saveOrderSummary(summary);
  show('', { 'GET /api/orders/user?limit=20': () => [sampleOrder({ order_status, payment_status })] });
  await screen.findByRole('button', { name: 'Order again: Order H000004' });
  expect(screen.queryByRole('link', { name: 'Invoice of order H000004' }) !== null).toBe(has);
  expect(screen.queryByText('You pay nothing.') === null).toBe(has);
});

it.each([
  ['2026-11-21T01:30:00.000Z', /^Malnad Dairy opens at \d:\d0\sAM today and confirms your order then\.$/],
  ['2026-11-22T01:30:00.000Z', /^Malnad Dairy is closed now\. It opens on 22 Nov 2026, \d:\d0\sAM and confirms/],
])('says when a shop that was closed confirms the order: %s', async (opens_at, text) => {
  vi.useFakeTimers({ now: new Date('2026-11-21T00:30:00.000Z'), toFake: ['Date'] });
  saveOrderSummary({ ...summary, opens_at });
  show();
  await screen.findByText(text);
});

describe('other shops', () => {
  const found = (id: number, slug: string, in_stock = true) =>
    sampleFoundProduct({ id, name: 'Ghee', in_stock, shop: sampleShopCard({ id, slug, name: slug }) });
  const ended = (order_status: OrderStatus, step: Partial<OrderView['steps'][number]>) =>
    sampleOrder({ order_status, steps: [{ status: order_status, at: '2026-11-21T09:05:00.000Z', ...step }] });
  const open = (
    order: OrderView,
    products = [found(3, 'dairy'), found(5, 'near'), found(6, 'far'), found(7, 'x', false)],
  ) => {
    saveOrderSummary(summary);
    show('', {
      'GET /api/orders/user?limit=20': () => [order],
      'GET /api/search?q=Ghee&limit=50': () => ({ products, shops: [] }),
    });
  };

  it.each([
    ['Declined', { actor: 'shop', reason: 'too_busy' }],
    ['Cancelled', { actor: 'shop', reason: 'item_unavailable' }],
  ] as const)('that have the items are counted for an order that is %s', async (status, step) => {
    open(ended(status, step));
    const link = await screen.findByRole('link', { name: '2 other shops have “Ghee”' });
    expect(link.getAttribute('href')).toBe('/haat/dashboard?q=Ghee');
  });

  it('are searched without a number when none is known', async () => {
    open(ended('Declined', { actor: 'shop', reason: 'too_busy' }), [found(3, 'dairy')]);
    await screen.findByRole('link', { name: 'Find “Ghee” in other shops' });
  });

  it.each([
    ['Cancelled', { actor: 'customer', reason: 'changed_my_mind' }],
    ['Delivered', { actor: 'shop' }],
  ] as const)('are not offered for an order that is %s by %j', async (status, step) => {
    open(ended(status, step));
    await screen.findByRole('button', { name: 'Order again: Order H000004' });
    expect(screen.queryByRole('link', { name: /other shops/ })).toBeNull();
  });
});

it('calls the shop and shares the order, without name, phone and address of the customer', async () => {
  saveOrderSummary(summary);
  show();
  const call = await screen.findByRole('link', { name: 'Call the shop: Malnad Dairy' });
  expect(call.getAttribute('href')).toBe('tel:+919000000103');
  const whatsapp = new URL(
    screen.getByRole('link', { name: 'Share on WhatsApp: Order H000004' }).getAttribute('href') ?? '',
  );
  expect(whatsapp.origin).toBe('https://wa.me');
  expect(whatsapp.searchParams.get('text')).toBe('Order H000004 at Malnad Dairy\n2 × Ghee\nTotal: ₹250.00');
});

it('shows where and when a takeaway order can be picked up, and that it is paid there', async () => {
  saveOrderSummary(summary);
  show('', {
    'GET /api/orders/user?limit=20': () => [sampleOrder({ takeaway: true, address: null })],
    'GET /api/shops/dairy': () => sampleShop({ id: 3, slug: 'dairy', address: '8th Cross, Jayanagar' }),
  });
  const way = new URL((await screen.findByRole('link', { name: 'Directions' })).getAttribute('href') ?? '');
  expect(way.origin + way.pathname).toBe('https://www.google.com/maps/dir/');
  expect(way.searchParams.get('destination')).toBe('Malnad Dairy, 8th Cross, Jayanagar');
  expect(screen.getByText('Hours: 9:00 AM – 9:30 PM')).toBeTruthy();
  expect(screen.getByText('Pay at the shop')).toBeTruthy();
  expect(screen.queryByText(/on the way|Delivered|Cash on delivery/)).toBeNull();
});
