import type { PaymentProvider } from '@haat/contract/payments/payment';
import type { PaymentOrder } from '@haat/machines/payments/payment.machine';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../../../test/stub-server.ts';
import { PaymentRedirectScreen } from './PaymentRedirectScreen.tsx';

type Options = { handler: (reply: object) => void; modal: { ondismiss: () => void } } & Record<string, unknown>;

const KEY = 'k'.repeat(32);
const line = { id: '1-0-0-0', name: 'Ghee', price: 125, quantity: 2, image: '', shopId: 3 };
const request = {
  key: KEY,
  lines: [line],
  totalPaise: 25_000,
  takeaway: true,
  payment: 'online',
  addressId: undefined,
  contact: { name: 'Test Customer', phone: '9876543210' },
  note: undefined,
} as const;
const unstored: PaymentOrder = { shopSlug: 'dairy', totalPaise: 25_000, request };
const held: PaymentOrder = { shopSlug: 'dairy', totalPaise: 25_000, orderId: 4 };
const reply = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 's' };

const RAZORPAY = 'POST /api/razorpay/create-order';
const STRIPE = 'POST /api/stripe/create-checkout-session';
const VERIFY = 'POST /api/razorpay/verify-payment';
const stored = { orderId: 4, orderNumber: 'H000004', reserved_until: new Date(Date.now() + 600_000).toISOString() };
let scripts = 0;
/** Each test has its own script URL: a script is loaded only once. */
const atRazorpay = () => {
  scripts += 1;
  return {
    id: 'order_1',
    amount: 25_000,
    currency: 'INR',
    key: 'rzp_1',
    checkout_url: `/checkout-${scripts}.js`,
    ...stored,
  };
};

/** The global that the provider's script defines. */
function provideCheckout() {
  const opened: Options[] = [];
  const close = vi.fn();
  class Razorpay {
    readonly close = close;
    readonly options: Options;
    constructor(options: Options) {
      this.options = options;
    }
    open() {
      opened.push(this.options);
    }
  }
  // Scripts do not run here; the test fires their load event.
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    vi.stubGlobal('Razorpay', Razorpay);
    queueMicrotask(() => (script as HTMLScriptElement).dispatchEvent(new Event('load')));
  });
  return { opened, close };
}

function show(
  routes: StubRoutes,
  { order = unstored, provider }: { order?: PaymentOrder; provider?: PaymentProvider } = {},
) {
  localStorage.setItem('authToken', tokenFor({ sub: '7', email: 'a@b.in' }));
  const calls = stubServer({
    'GET /api/users/me': () => ({
      id: 7,
      name: 'Test Customer',
      email: 'a@b.in',
      mobile: '9876543210',
      profile_image: null,
    }),
    ...routes,
  });
  const state = { order, provider };
  const { unmount } = renderScreen(<PaymentRedirectScreen />, {
    path: '/payment-redirect',
    at: '/payment-redirect',
    state,
  });
  const sent = (path: string) => calls.filter((call) => `${call.method} ${call.path}` === path);
  return { sent, unmount };
}

const readAlert = async (text: string) => {
  await screen.findByRole('alertdialog', { name: text });
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('shows that there is no order, and redirects to the order page', async () => {
  stubServer({});
  renderScreen(<PaymentRedirectScreen />, { path: '/payment-redirect', at: '/payment-redirect' });
  await readAlert('No order details found. Please try again.');
  await screen.findByText('went to /order');
});

it('stores the order, opens the window with UPI first, and verifies its result', async () => {
  const { opened } = provideCheckout();
  const { sent } = show(
    { [RAZORPAY]: atRazorpay, [VERIFY]: () => ({ success: true, orderId: 4 }) },
    { provider: 'razorpay' },
  );
  await waitFor(() => expect(opened).toHaveLength(1));
  expect(sent(RAZORPAY)[0]?.headers.get('idempotency-key')).toBe(KEY);
  expect(sent(RAZORPAY)[0]?.body).toMatchObject({
    order: {
      items: [{ id: line.id, price: 125, quantity: 2 }],
      total: 250,
      paymentMethod: 'online',
      takeaway: true,
      address: null,
    },
  });
  expect(opened[0]).toMatchObject({
    key: 'rzp_1',
    order_id: 'order_1',
    amount: 25_000,
    currency: 'INR',
    name: 'Dairy',
    prefill: { name: 'Test Customer', email: 'a@b.in', contact: '+919876543210' },
    config: { display: { sequence: ['block.upi'], language: 'en' } },
  });
  expect(JSON.parse(localStorage.getItem('orderSummary') ?? '')).toMatchObject({ orderId: 4, isPaidOnline: true });

  act(() => opened[0]?.handler(reply));
  await screen.findByText('went to /dairy/order-summary?success=true');
  expect(sent(VERIFY)[0]?.body).toEqual(reply);
});

const ME = 'GET /api/users/me';

it('waits for the profile, which fills in name and phone', async () => {
  const { opened } = provideCheckout();
  const profile = Promise.withResolvers<object>();
  const { sent } = show({ [RAZORPAY]: atRazorpay, [ME]: () => profile.promise }, { provider: 'razorpay' });
  await waitFor(() => expect(sent(RAZORPAY)).toHaveLength(1));
  expect(opened).toEqual([]);
  profile.resolve({ id: 7, name: 'Test Customer', email: 'a@b.in', mobile: '9876543210', profile_image: null });
  await waitFor(() => expect(opened).toHaveLength(1));
  expect(opened[0]?.['prefill']).toEqual({ name: 'Test Customer', email: 'a@b.in', contact: '+919876543210' });
});

it.each([
  ['does not arrive', () => new Promise(() => {})],
  ['cannot be loaded', () => errorResponse(500, 'internal', '')],
])('opens the window without name and phone when the profile %s', async (_, profile) => {
  const { opened } = provideCheckout();
  show({ [RAZORPAY]: atRazorpay, [ME]: profile }, { provider: 'razorpay' });
  await waitFor(() => expect(opened).toHaveLength(1));
  expect(opened[0]?.['prefill']).toEqual({ name: undefined, email: 'a@b.in', contact: undefined });
});

it('continues with a reserved order', async () => {
  provideCheckout();
  const { sent } = show({ [RAZORPAY]: atRazorpay }, { order: held, provider: 'razorpay' });
  await waitFor(() => expect(sent(RAZORPAY)[0]?.body).toEqual({ orderId: 4 }));
});

it('opens the summary when the window is closed, and keeps the unfinished payment', async () => {
  const { opened } = provideCheckout();
  const { sent } = show({ [RAZORPAY]: atRazorpay }, { provider: 'razorpay' });
  await waitFor(() => expect(opened).toHaveLength(1));
  act(() => opened[0]?.modal.ondismiss());
  await screen.findByText('went to /dairy/order-summary?canceled=true');
  expect(sent(VERIFY)).toEqual([]);
  expect(JSON.parse(localStorage.getItem('pendingOrder_7_dairy') ?? '{}')).toMatchObject({
    orderId: 4,
    request: { key: KEY },
  });
});

it('closes the window with the screen', async () => {
  const { opened, close } = provideCheckout();
  const { unmount } = show({ [RAZORPAY]: atRazorpay }, { provider: 'razorpay' });
  await waitFor(() => expect(opened).toHaveLength(1));
  unmount();
  expect(close).toHaveBeenCalledOnce();
});

it('shows that the payment could not be verified when the server says so', async () => {
  const { opened } = provideCheckout();
  const refuse = () => errorResponse(400, 'payment_unverified', 'Payment verification failed.');
  show({ [RAZORPAY]: atRazorpay, [VERIFY]: refuse }, { provider: 'razorpay' });
  await waitFor(() => expect(opened).toHaveLength(1));
  act(() => opened[0]?.handler(reply));
  await readAlert('Payment verification failed.');
  await screen.findByText('went to /dairy/order-summary?canceled=true');
});

it('shows that the script of the provider could not be loaded, and loads it with the next attempt', async () => {
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    queueMicrotask(() => (script as HTMLScriptElement).dispatchEvent(new Event('error')));
  });
  const other = { ...atRazorpay(), checkout_url: '/not-there.js' };
  show({ [RAZORPAY]: () => other }, { provider: 'razorpay' });
  await readAlert('Something went wrong during payment. Please try again.');
  await screen.findByText('went to /dairy/order-summary?canceled=true');
  cleanup();

  const { opened } = provideCheckout();
  show({ [RAZORPAY]: () => other }, { provider: 'razorpay' });
  await waitFor(() => expect(opened).toHaveLength(1));
});

it.each([
  [
    'a broken line',
    () => Promise.reject(new TypeError('fetch failed')),
    'An error occurred during Stripe payment. Please try again.',
  ],
  [
    'a defect',
    () => errorResponse(500, 'internal', 'Something went wrong.'),
    'An error occurred during Stripe payment. Please try again.',
  ],
  [
    'a provider that is away',
    () => errorResponse(503, 'unavailable', 'Not available, choose cash.'),
    'Not available, choose cash.',
  ],
  [
    'a proxy',
    () => new Response('<html>', { status: 502 }),
    'Online payment is not available right now. Please try again in a moment, or pay in cash.',
  ],
])('shows %s, and keeps the key for the next attempt', async (_, answer, text) => {
  show({ [STRIPE]: answer });
  await readAlert(text);
  await screen.findByText('went to /dairy/order-summary?canceled=true');
  expect(localStorage.getItem('pendingOrder_7_dairy')).toContain(KEY);
});

it('returns to the cart when the server rejects the order, with its message', async () => {
  show({ [STRIPE]: () => errorResponse(409, 'out_of_stock', 'Not enough left', { lines: [], total: 0 }) });
  await readAlert('Not enough left');
  await screen.findByText('went to /dairy/order');
  expect(localStorage.getItem('pendingOrder_7_dairy')).toBeNull();
});

it('shows the order when it is paid already', async () => {
  show({
    [STRIPE]: () =>
      errorResponse(409, 'status_not_allowed', 'This order has already been paid.', {
        orderId: 4,
        orderNumber: 'H000004',
      }),
  });
  await screen.findByText('went to /dairy/order-summary?success=true');
  expect(JSON.parse(localStorage.getItem('orderSummary') ?? '')).toMatchObject({ orderId: 4, isPaidOnline: true });
});

it('redirects to the login when the session is over, and from there to the order', async () => {
  show({ [STRIPE]: () => errorResponse(401, 'unauthenticated', 'Please log in') });
  await screen.findByText('went to /dairy/login?redirect=%2Fdairy%2Forder');
});
