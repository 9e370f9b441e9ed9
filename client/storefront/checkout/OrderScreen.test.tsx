import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleProduct } from '../../test/samples.ts';
import {
  ghee,
  shop,
  home,
  placed,
  PLACE,
  CATALOG,
  gheeOnCatalog,
  withOnlinePayment,
  show,
  button,
  click,
} from '../../test/show-order-screen.tsx';
import { errorResponse, type StubCall, tokenFor } from '../../test/stub-server.ts';
import { OrderScreen } from './OrderScreen.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('leads from an empty cart to the products', async () => {
  show({ lines: [] });
  expect(await screen.findByText('went to /dairy/products')).toBeTruthy();
});

it('places what is shown, once, under a key, and leads to the summary', async () => {
  const sent = show();
  await screen.findByText('4th Main, Bengaluru 560011');
  await userEvent.dblClick(await button('Place Order'));
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.body).toMatchObject({
    items: [{ id: ghee.id, name: 'Ghee', price: 125, quantity: 2, unit: '500 g' }],
    total: 250,
    address: { id: 9 },
    paymentMethod: 'cod',
    takeaway: false,
  });
  expect(sent()[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{8,64}$/);
  expect(JSON.parse(localStorage.getItem('orderSummary') ?? '')).toMatchObject({ orderId: 4, shopSlug: 'dairy' });
});

it('can be placed once the addresses are loaded, and does not ask for one meanwhile', async () => {
  const loaded = Promise.withResolvers<(typeof home)[]>();
  const sent = show({ routes: { 'GET /api/address': () => loaded.promise } });
  const place = await button('Place Order');
  await userEvent.click(await screen.findByRole('radio', { name: /Cash on delivery/ }));
  expect(place.disabled).toBe(true);
  await userEvent.click(place);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  loaded.resolve([home]);
  await waitFor(() => expect(place.disabled).toBe(false));
  await userEvent.click(place);
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()).toHaveLength(1);
});

it('says nothing of a missing address while the addresses are loading', async () => {
  const loaded = Promise.withResolvers<(typeof home)[]>();
  show({ routes: { 'GET /api/address': () => loaded.promise } });
  await screen.findByRole('heading', { name: 'Delivery address' });
  expect(screen.queryByText('No delivery address yet.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add Address' })).toBeNull();
  loaded.resolve([]);
  await screen.findByText('No delivery address yet.');
  await button('Add Address');
});

it('asks for no address while it is unknown which there are, and delivers once they could be loaded', async () => {
  let isBroken = true;
  const sent = show({
    routes: { 'GET /api/address': () => (isBroken ? errorResponse(500, 'internal', 'x') : [home]) },
  });
  await screen.findByText('Your addresses could not be loaded.');
  const place = await button('Place Order');
  expect(place.disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Add Address' })).toBeNull();
  isBroken = false;
  await click('Try again');
  await screen.findByText('4th Main, Bengaluru 560011');
  await userEvent.click(place);
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[0]?.body).toMatchObject({ address: { id: 9 }, takeaway: false });
});

it('needs no addresses for a takeaway', async () => {
  const sent = show({ routes: { 'GET /api/address': () => errorResponse(500, 'internal', 'x') } });
  await screen.findByText('Your addresses could not be loaded.');
  await userEvent.click(screen.getByRole('radio', { name: /Takeaway/ }));
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[0]?.body).toMatchObject({ address: null, takeaway: true });
});

it('sends a guest to the login and back', async () => {
  const sent = show({ isGuest: true });
  await click('Place Order');
  expect(await screen.findByText('went to /dairy/login?redirect=%2Fdairy%2Forder')).toBeTruthy();
  expect(sent()).toEqual([]);
});

it.each([
  ['the shop takes no online payment', [], [ghee]],
  ['the cart is below the minimum', ['razorpay'], [{ ...ghee, quantity: 1 }]],
] as const)('offers no online payment while %s', async (_, payment_providers, lines) => {
  show({ lines: [...lines], routes: { 'GET /api/shops/dairy': () => ({ ...shop, payment_providers }) } });
  await screen.findByRole('radio', { name: /^(Cash on delivery|Pay at the shop)/ });
  expect(screen.queryByRole('radio', { name: /Online payment/ })).toBeNull();
});

it('leads to the payment of what is shown, and places nothing before it is paid', async () => {
  const sent = show({ routes: withOnlinePayment });
  await screen.findByText('4th Main, Bengaluru 560011');
  await userEvent.click(screen.getByRole('radio', { name: /Online payment/ }));
  await click('Continue to payment');
  await screen.findByText('went to /dairy/payment');
  expect(sent()).toEqual([]);
  const { request } = JSON.parse(localStorage.getItem('pendingOrder_7_dairy') ?? '{}');
  expect(request).toMatchObject({ totalPaise: 25_000, payment: 'online', addressId: 9, lines: [ghee] });
  expect(localStorage.getItem('cart_7_dairy')).not.toBeNull();
});

it('asks for a payment method when the one that was chosen is offered no more', async () => {
  let providers = ['razorpay'];
  const sent = show({ routes: { 'GET /api/shops/dairy': () => ({ ...shop, payment_providers: providers }) } });
  await screen.findByText('4th Main, Bengaluru 560011');
  await userEvent.click(screen.getByRole('radio', { name: /Online payment/ }));
  providers = [];
  // A line that comes back makes it read again.
  for (const name of ['offline', 'online']) act(() => void window.dispatchEvent(new Event(name)));
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Online payment/ })).toBeNull());
  await click('Place Order');
  const alert = await screen.findByRole('alertdialog', { name: 'Please select a payment method' });
  await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  expect(screen.getByRole('alert').textContent).toBe('Please select a payment method');
  expect(sent()).toEqual([]);

  await userEvent.click(screen.getByRole('radio', { name: /Cash on delivery/ }));
  expect(screen.queryByRole('alert')).toBeNull();
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[0]?.body).toMatchObject({ paymentMethod: 'cod' });
});

const pending = {
  request: { key: 'k'.repeat(32), lines: [ghee], totalPaise: 25_000 },
  until: Date.now() + 60_000,
  orderId: 4,
};
const held = {
  orderId: 4,
  orderNumber: 'H000004',
  order_status: 'Pending',
  total: 250,
  payment_status: 'awaiting',
  can_retry: true,
  reserved_until: null,
};

it('continues with the payment that was begun for this cart', async () => {
  localStorage.setItem('pendingOrder_7_dairy', JSON.stringify(pending));
  show({ routes: { ...withOnlinePayment, 'GET /api/orders/4/payment': () => held } });
  await screen.findByText('Payment not finished');
  await userEvent.click(screen.getByRole('link', { name: 'Pay now: order H000004' }));
  await screen.findByText('went to /dairy/payment');
});

it('does not take for sold out what is kept for the payment of this very cart', async () => {
  localStorage.setItem('pendingOrder_7_dairy', JSON.stringify(pending));
  const routes = { 'GET /api/orders/4/payment': () => held, [CATALOG]: () => [gheeOnCatalog({ stock: 0 })] };
  show({ routes: { ...withOnlinePayment, ...routes } });
  await screen.findByText('Payment not finished');
  await screen.findByText('4th Main, Bengaluru 560011');
  await waitFor(() => expect(screen.queryByText('Ghee: sold out')).toBeNull());
  await userEvent.click(screen.getByRole('radio', { name: /Online payment/ }));
  await click('Continue to payment');
  await screen.findByText('went to /dairy/payment');
});

it('shows the order of this cart when it was paid meanwhile', async () => {
  localStorage.setItem('pendingOrder_7_dairy', JSON.stringify(pending));
  const paid = { ...held, payment_status: 'paid', can_retry: false };
  show({ routes: { ...withOnlinePayment, 'GET /api/orders/4/payment': () => paid } });
  await screen.findByText('went to /dairy/order-summary?success=true');
  expect(JSON.parse(localStorage.getItem('orderSummary') ?? '')).toMatchObject({ orderId: 4, isPaidOnline: true });
});

it('asks for the address of a delivery in the popup', async () => {
  const sent = show({ routes: { 'GET /api/address': () => [] } });
  await screen.findByText('No delivery address yet.');
  await click('Place Order');
  const alert = await screen.findByRole('alertdialog', {
    name: 'Please add your delivery address before placing the order.',
  });
  expect(screen.queryByRole('dialog', { name: 'Delivery address' })).toBeNull();
  await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const popup = await screen.findByRole('dialog', { name: 'Delivery address' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(within(popup).queryByText('Please add your delivery address before placing the order.')).toBeNull();
  expect(sent()).toEqual([]);
});

const delhi = {
  ...home,
  id: 10,
  street: 'Janpath',
  city: 'New Delhi',
  zip: '110001',
  latitude: 28.623,
  longitude: 77.213,
};

it('delivers to no address that is too far, and offers takeaway instead', async () => {
  const sent = show({ routes: { 'GET /api/address': () => [delhi] } });
  await screen.findByText('Too far for delivery');
  expect((await button('Place Order')).disabled).toBe(true);
  await click('Choose takeaway');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[0]?.body).toMatchObject({ takeaway: true, address: null });
});

it('lets nobody choose an address that is too far, but takeaway', async () => {
  show({ routes: { 'GET /api/address': () => [home, delhi] } });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Edit Address');
  const popup = await screen.findByRole('dialog', { name: 'Delivery address' });
  expect(within(popup).getByRole<HTMLInputElement>('radio', { name: /Janpath/ }).disabled).toBe(true);
  expect(within(popup).getByRole<HTMLInputElement>('radio', { name: /4th Main/ }).checked).toBe(true);
  await userEvent.click(within(popup).getByRole('button', { name: 'Choose takeaway' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Takeaway/ }).checked).toBe(true);
});

it('asks for the location of an address whose PIN code is not known', async () => {
  const nowhere = { ...home, zip: 'ANYTHING', latitude: null, longitude: null, accuracy_metres: null };
  show({ routes: { 'GET /api/address': () => [nowhere] } });
  await screen.findByText('We do not know the PIN code of this address. Edit it and set its location.');
  expect((await button('Place Order')).disabled).toBe(true);
});

it('delivers everywhere from a shop without a place', async () => {
  const anywhere = { ...shop, latitude: null, longitude: null };
  const sent = show({ routes: { 'GET /api/address': () => [delhi], 'GET /api/shops/dairy': () => anywhere } });
  await screen.findByText('Janpath, New Delhi 110001');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[0]?.body).toMatchObject({ address: { id: 10 }, takeaway: false });
});

it('shows why the server refuses an address that is too far', async () => {
  const text = 'Malnad Dairy does not deliver this far. Choose takeaway, or another address.';
  show({ routes: { [PLACE]: () => errorResponse(422, 'out_of_delivery_area', text) } });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  expect(await screen.findByText(text)).toBeTruthy();
});

it('is takeaway below the minimum, without an address, and says why', async () => {
  const sent = show({ lines: [{ ...ghee, quantity: 1 }] });
  await screen.findByText('Minimum order value for delivery is ₹200.');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Delivery/ }).disabled).toBe(true);
  expect(screen.queryByText('Delivery address')).toBeNull();
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[0]?.body).toMatchObject({ takeaway: true, address: null, paymentMethod: 'cod' });
});

it('offers delivery again when the cart reaches the minimum', async () => {
  show({ lines: [{ ...ghee, quantity: 1 }] });
  await screen.findByText('Minimum order value for delivery is ₹200.');
  await click('One more Ghee');
  expect(screen.queryByText('Minimum order value for delivery is ₹200.')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Delivery/ }).checked).toBe(true);
});

it('can be picked up above the minimum, too', async () => {
  const sent = show();
  await userEvent.click(await screen.findByRole('radio', { name: /Takeaway/ }));
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[0]?.body).toMatchObject({ takeaway: true, address: null });
});

it('sends the same order again under the same key when the answer was lost', async () => {
  let isBroken = true;
  const place = () => (isBroken ? Promise.reject(new TypeError('fetch failed')) : placed);
  const sent = show({ routes: { [PLACE]: place } });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to place order. Please try again.');
  isBroken = false;
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it('keeps the idempotency key of a lost response when the retry is rate limited', async () => {
  const answers = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => errorResponse(429, 'rate_limited', 'Too many attempts'),
    () => placed,
  ];
  const sent = show({ routes: { [PLACE]: () => answers.shift()?.() } });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByText('Failed to place order. Please try again.');
  await click('Place Order');
  await screen.findByText('Too many attempts');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
});

/** The page after a reload, or in a second tab: only stored data is left. */
function showAgain() {
  cleanup();
  renderScreen(<OrderScreen />, { path: '/:shopSlug/order', at: '/dairy/order' });
}

it('sends it under the same key after a reload, too', async () => {
  let isBroken = true;
  const place = () => (isBroken ? new Response('{"orderId":4,"ord', { status: 201 }) : placed);
  const sent = show({ routes: { [PLACE]: place } });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to place order. Please try again.');
  showAgain();
  isBroken = false;
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  const [first, second] = sent().map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toBe(second);
});

it('sends it under the same key from two tabs that press at the same moment', async () => {
  const sent = show();
  renderScreen(<OrderScreen />, { path: '/:shopSlug/order', at: '/dairy/order' });
  await waitFor(() => expect(screen.getAllByText('4th Main, Bengaluru 560011')).toHaveLength(2));
  const buttons = screen.getAllByRole('button', { name: 'Place Order' });
  await Promise.all(buttons.map((each) => userEvent.click(each)));
  await waitFor(() => expect(screen.getAllByText('went to /dairy/order-summary')).toHaveLength(2));
  const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

it('takes a new key after a refusal, and for the same order half an hour later', async () => {
  let answer = () => errorResponse(422, 'shop_closed', 'Closed');
  const sent = show({ routes: { [PLACE]: () => answer() } });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByText('Closed');
  answer = () => errorResponse(500, 'internal', 'Something went wrong');
  await click('Place Order');
  await screen.findByText('Failed to place order. Please try again.');
  const pending = JSON.parse(localStorage.getItem('pendingOrder_7_dairy') ?? '') as { until: number };
  expect(pending.until - Date.now()).toBeGreaterThan(29 * 60_000);
  localStorage.setItem('pendingOrder_7_dairy', JSON.stringify({ ...pending, until: Date.now() - 1 }));
  showAgain();
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByText('Failed to place order. Please try again.');
  expect(new Set(sent().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(3);
});

it('renews a session that expires in the middle of it, under the same key', async () => {
  const fresh = tokenFor({ sub: '7', sid: 'renewed' });
  const place = ({ headers }: StubCall) =>
    headers.get('authorization') === `Bearer ${fresh}`
      ? placed
      : errorResponse(401, 'unauthenticated', 'Please log in');
  const routes = { [PLACE]: place, 'POST /api/auth/refresh-token': () => ({ token: fresh, refreshToken: 'r2' }) };
  localStorage.setItem('refreshToken', 'r1');
  const sent = show({ routes });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

it('leads to the login, and not to the products, when the session ends at Place Order', async () => {
  show({ routes: { [PLACE]: () => errorResponse(401, 'unauthenticated', 'Please log in') } });
  await click('Place Order');
  expect(await screen.findByText('went to /dairy/login?redirect=%2Fdairy%2Forder')).toBeTruthy();
});

it('shows what changed at the shop, and applies it only when accepted', async () => {
  const now = { price: 125, stock: 20 };
  const refuse = () => {
    Object.assign(now, { price: 140, stock: 1 });
    const lines = [{ id: ghee.id, name: 'Ghee', price: 140, quantity: 2, stock: 1 }];
    return errorResponse(409, 'out_of_stock', 'Not enough left', { lines, total: 280 });
  };
  show({ routes: { [PLACE]: refuse, [CATALOG]: () => [gheeOnCatalog(now)] } });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByText('Ghee: now ₹140.00, was ₹125.00');
  expect(screen.getByText('Ghee: only 1 left')).toBeTruthy();
  expect(screen.getAllByText('₹250.00').length).toBeGreaterThan(0);

  await click('Accept changes');
  await waitFor(() => expect(screen.getAllByText('₹140.00').length).toBeGreaterThan(0));
  expect(screen.queryByText('Ghee: only 1 left')).toBeNull();
});

it('finds more of an item than the shop sells in one order, and orders that much once it is agreed to', async () => {
  const sent = show({ routes: { 'GET /api/shops/dairy': () => ({ ...shop, minordervalue: 0, max_per_order: 1 }) } });
  const change = await screen.findByText('Ghee: at most 1 per order');
  screen.getByText('This shop limits the quantity per order');
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  expect(sent()).toEqual([]);
  expect(document.activeElement?.contains(change)).toBe(true);

  await click('Accept changes');
  screen.getByText('At most 1 per order');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[0]?.body).toMatchObject({ items: [{ quantity: 1 }], total: 125 });
});

it('learns from the rejected order that the shop sells less of an item by now', async () => {
  let max: number | null = null;
  const refuse = () => {
    max = 1;
    return errorResponse(422, 'above_max_quantity', 'This shop sells at most 1 of each item in one order.');
  };
  show({ routes: { [PLACE]: refuse, 'GET /api/shops/dairy': () => ({ ...shop, max_per_order: max }) } });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByText('Ghee: at most 1 per order');
});

it.each([
  ['a higher price', gheeOnCatalog({ price: 140 }), 'Ghee: now ₹140.00, was ₹125.00'],
  ['a lower price', gheeOnCatalog({ price: 99.5 }), 'Ghee: now only ₹99.50, was ₹125.00'],
  ['less than ordered', gheeOnCatalog({ stock: 1 }), 'Ghee: only 1 left'],
])('finds %s when the cart is opened, and places nothing before that is agreed to', async (_, product, text) => {
  const sent = show({ routes: { [CATALOG]: () => [product] } });
  const change = await screen.findByText(text);
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  expect(sent()).toEqual([]);
  expect(document.activeElement?.contains(change)).toBe(true);

  await click('Accept changes');
  expect(screen.queryByText(text)).toBeNull();
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  const { price, stock } = product;
  expect(sent()[0]?.body).toMatchObject({ items: [{ price, quantity: Math.min(2, stock) }] });
});

it.each([
  ['is sold out', [gheeOnCatalog({ stock: 0 })], 'Ghee: sold out'],
  ['is sold no longer', [sampleProduct({ id: 99 })], 'Ghee: no longer sold'],
])('shows a line that %s, and takes it out when that is agreed to', async (_, catalog, text) => {
  show({ routes: { [CATALOG]: () => catalog } });
  await screen.findByText(text);
  screen.getByRole('group', { name: 'Ghee' });
  await click('Accept changes');
  await screen.findByText('went to /dairy/products');
});

it('reads the catalog again when the shop refuses an item that it sold a moment ago', async () => {
  const catalog = [gheeOnCatalog()];
  const refuse = () => {
    catalog.splice(0, 1, sampleProduct({ id: 99 }));
    return errorResponse(400, 'invalid_input', 'An item in your cart is no longer sold.');
  };
  show({ routes: { [PLACE]: refuse, [CATALOG]: () => catalog } });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByText('Ghee: no longer sold');
});

it('places the order all the same where the catalog cannot be read', async () => {
  const sent = show({ routes: { [CATALOG]: () => errorResponse(500, 'internal', 'Broken') } });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()).toHaveLength(1);
});

it('leaves the minimum to the server where the shop cannot be read, and does not switch to takeaway', async () => {
  const text = 'Minimum order value for delivery is ₹200.';
  const answers = [() => errorResponse(422, 'below_min_order', text), () => placed];
  const sent = show({
    lines: [{ ...ghee, quantity: 1 }],
    routes: {
      'GET /api/shops/dairy': () => errorResponse(500, 'internal', 'Broken'),
      [PLACE]: () => answers.shift()?.(),
    },
  });
  await screen.findByText('4th Main, Bengaluru 560011');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Delivery/ }).checked).toBe(true);
  await click('Place Order');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(sent()[0]?.body).toMatchObject({ takeaway: false, paymentMethod: 'cod', address: { id: 9 } });

  await userEvent.click(screen.getByRole('radio', { name: /Takeaway/ }));
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()[1]?.body).toMatchObject({ takeaway: true, address: null });
});

it('is takeaway below the minimum once the shop is loaded by the retry', async () => {
  let reads = 0;
  const read = () => ((reads += 1) > 1 ? shop : errorResponse(500, 'internal', 'Broken'));
  show({ lines: [{ ...ghee, quantity: 1 }], routes: { 'GET /api/shops/dairy': read } });
  await screen.findByText('Minimum order value for delivery is ₹200.');
  expect(reads).toBe(2);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Takeaway/ }).checked).toBe(true);
});

it('empties the cart, and brings it back when that is undone', async () => {
  show({ hasToasts: true });
  await click('Clear cart');
  await screen.findByText('went to /dairy/products');
  expect(localStorage.getItem('cart_7_dairy')).toBeNull();
  await click('Undo');
  expect(JSON.parse(localStorage.getItem('cart_7_dairy') ?? '{}')).toEqual({ [ghee.id]: ghee });
});

it('brings a line back to its place, and gives the keyboard the next line meanwhile', async () => {
  const milk = { ...ghee, id: '1-0-0-6', name: 'Milk', unit: '1 kg' };
  show({ lines: [ghee, milk], hasToasts: true });
  const less = await button('One less Ghee');
  await userEvent.dblClick(less);
  expect(document.activeElement).toBe(await button('One less Milk'));
  await click('Undo');
  const lines = within(screen.getByRole('region', { name: 'Items' })).getAllByRole('listitem');
  expect(lines.map((line) => /Ghee|Milk/.exec(line.textContent)?.[0])).toEqual(['Ghee', 'Milk']);
});

it('shows any other refusal as the shop words it', async () => {
  const text = 'Malnad Dairy is closed now. It opens at 9:00 AM.';
  show({ routes: { [PLACE]: () => errorResponse(422, 'shop_closed', text) } });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

it('takes no order while the shop is paused, and says so', async () => {
  show({ routes: { 'GET /api/shops/dairy': () => ({ ...shop, paused: true }) } });
  expect((await button('Place Order')).disabled).toBe(true);
  expect(screen.getByText(/not taking orders|paused/i)).toBeTruthy();
});

it('asks before the same order is placed again a moment later, and then places a second one', async () => {
  const sent = show();
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  cleanup();

  const sentAgain = show();
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByRole('alertdialog', { name: 'You placed this order a moment ago. Order the same again?' });
  await click('Cancel');
  expect(sentAgain()).toEqual([]);
  await click('Place Order');
  await click('Order again');
  await screen.findByText('went to /dairy/order-summary');
  const keys = [...sent(), ...sentAgain()].map(({ headers }) => headers.get('idempotency-key'));
  expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
});

it('does not ask when another order is placed a moment later', async () => {
  show();
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  cleanup();
  const sent = show({ lines: [{ ...ghee, quantity: 3 }] });
  await screen.findByText('4th Main, Bengaluru 560011');
  await click('Place Order');
  await screen.findByText('went to /dairy/order-summary');
  expect(sent()).toHaveLength(1);
});

it('announces lower prices as good news, not as an error', async () => {
  show({ routes: { [CATALOG]: () => [gheeOnCatalog({ price: 110 })] } });
  const title = await screen.findByText('Good news: the shop has lowered its prices');
  expect(title.closest('[role]')?.getAttribute('role')).toBe('status');
  expect(screen.getByText(/Ghee: now only ₹110.00/)).toBeTruthy();
});
