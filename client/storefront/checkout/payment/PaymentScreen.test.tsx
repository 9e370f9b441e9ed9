import type { PaymentOrder } from '@haat/machines/payments/payment.machine';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sampleShop } from '../../../test/samples.ts';
import { type StubRoutes, stubServer, tokenFor } from '../../../test/stub-server.ts';
import { PaymentScreen } from './PaymentScreen.tsx';

const MINUTE = 60_000;
const request = {
  key: 'k'.repeat(32),
  lines: [],
  totalPaise: 25_000,
  takeaway: true,
  payment: 'online',
  addressId: undefined,
  contact: { name: 'Test Customer', phone: '9876543210' },
  note: undefined,
} as const;
const unstored: PaymentOrder = { shopSlug: 'dairy', totalPaise: 25_000, request };
const held: PaymentOrder = { shopSlug: 'dairy', totalPaise: 25_000, orderId: 4 };

const ghee = { id: '1-0-0-5', name: 'Ghee', price: 125, quantity: 2, image: '', shopId: 3 };

function show(state: unknown, routes: StubRoutes = {}, cart: object = { [ghee.id]: ghee }) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  localStorage.setItem('cart_7_dairy', JSON.stringify(cart));
  stubServer({
    'GET /api/shops/dairy': () =>
      sampleShop({ slug: 'dairy', name: 'Malnad Dairy', payment_providers: ['razorpay', 'stripe'] }),
    ...routes,
  });
  renderScreen(<PaymentScreen />, { path: '/:shopSlug/payment', at: '/dairy/payment', state });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('shows amount, shop and reservation, and offers UPI first', async () => {
  show({ order: unstored });
  await screen.findByText('To Malnad Dairy');
  expect(screen.getByText('₹250.00')).toBeTruthy();
  expect(screen.getByText(/Your items are reserved for 10 minutes while you pay/)).toBeTruthy();
  const ways = screen.getAllByRole<HTMLInputElement>('radio');
  expect(ways.map((way) => [way.value, way.checked])).toEqual([
    ['razorpay', true],
    ['stripe', false],
  ]);
});

it('continues to the chosen provider', async () => {
  show({ order: unstored });
  await userEvent.click(await screen.findByRole('radio', { name: /^Card/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Pay ₹250.00' }));
  await screen.findByText('went to /payment-redirect');
});

it('offers only the payment methods of the shop', async () => {
  show({ order: unstored }, { 'GET /api/shops/dairy': () => sampleShop({ payment_providers: ['stripe'] }) });
  await screen.findByRole('radio', { name: /^Card/ });
  expect(screen.getAllByRole('radio')).toHaveLength(1);
});

it('shows the remaining minutes of the reservation', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const reserved_until = new Date(Date.now() + 1.5 * MINUTE).toISOString();
  const payment = {
    orderId: 4,
    orderNumber: 'H000004',
    order_status: 'Pending',
    payment_status: 'awaiting',
    total: 250,
    can_retry: true,
    reserved_until,
  };
  show({ order: held }, { 'GET /api/orders/4/payment': () => payment });
  expect((await screen.findByText('Your items are reserved for 2 more minutes.')).role).toBe('status');
  await act(() => vi.advanceTimersByTimeAsync(0.6 * MINUTE));
  await screen.findByText('Your items are reserved for 1 more minute.');
  await act(() => vi.advanceTimersByTimeAsync(MINUTE));
  await screen.findByText('Your items are no longer reserved.');
});

it('redirects when the order was placed already, as by Back from the summary', async () => {
  show({ order: unstored }, {}, {});
  await screen.findByText('went to /dairy/order');
});

it('redirects to the history when the order can no longer be paid', async () => {
  const payment = {
    orderId: 4,
    orderNumber: 'H000004',
    order_status: 'Pending',
    payment_status: 'paid',
    total: 250,
    can_retry: false,
  };
  show({ order: held }, { 'GET /api/orders/4/payment': () => payment });
  await screen.findByText('went to /dairy/order-history');
});

it.each([
  ['nothing', undefined],
  ['an order without a sum', { order: { shopSlug: 'dairy', orderId: 4 } }],
  ['the order of no shop', { order: { ...held, shopSlug: '//evil' } }],
  ['no request and no order', { order: { shopSlug: 'dairy', totalPaise: 100 } }],
])('leads back to the order when there is %s to pay', async (_, state) => {
  show(state);
  await screen.findByText('went to /dairy/order');
});

it('accepts no payment while offline, and shows it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show({ order: unstored });
  const pay = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay ₹250.00' });
  expect(pay.disabled).toBe(true);
  expect(screen.getByText('You can only pay while you are online. Your cart is saved.')).toBeTruthy();
});
