import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emitLive } from '../../lib/live-updates.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleOrder, sampleProduct } from '../../test/samples.ts';
import { errorResponse, type StubCall, type StubRoutes, stubServer, tokenFor } from '../../test/stub-server.ts';
import { OrderHistoryScreen } from './OrderHistoryScreen.tsx';

const RUNNING = 'GET /api/orders/user?limit=20&group=running';
const PAST = 'GET /api/orders/user?limit=20&group=past';
const SHOPS = 'GET /api/orders/user/shops';

/** The screen with a server whose list of running orders is `list`; other lists are in `routes`. */
function show(list: () => unknown, routes: StubRoutes = {}, query = '') {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const calls = stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'Test Customer', email: 'a@b.in', mobile: null, profile_image: null }),
    [RUNNING]: list,
    [PAST]: () => [],
    [SHOPS]: () => [
      { id: 9, slug: 'bakery', name: 'Bakery' },
      { id: 3, slug: 'dairy', name: 'Malnad Dairy' },
    ],
    ...routes,
  });
  const screenAt = (
    <>
      <OrderHistoryScreen />
      <Address />
    </>
  );
  renderScreen(screenAt, { path: '/:shopSlug/order-history', at: `/dairy/order-history${query}` });
  return calls;
}

function Address() {
  return <output>{useLocation().search}</output>;
}
const query = () => document.querySelector('output')?.textContent;
const lists = (calls: StubCall[]) =>
  calls.map(({ path }) => path).filter((path) => path.startsWith('/api/orders/user?'));

const showOrders = (...orders: OrderView[]) => show(() => orders);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const payment = {
  orderId: 4,
  orderNumber: 'H000004',
  order_status: 'Pending',
  total: 250,
  reserved_until: null,
  can_retry: false,
};

it('shows an order that awaits its payment, with a link to it and without a timeline', async () => {
  const waiting = { ...payment, payment_status: 'awaiting', can_retry: true };
  show(() => [sampleOrder({ payment_method: 'online', payment_status: 'awaiting' })], {
    'GET /api/orders/4/payment': () => waiting,
  });
  await screen.findByText('Payment not finished');
  expect(screen.queryByRole('list', { name: 'Order progress' })).toBeNull();
  expect(screen.queryByText('Pending')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Pay now: order H000004' }));
  await screen.findByText('went to /dairy/payment');
});

it('cancels an order that awaits its payment, which then says that it was not placed', async () => {
  const order = sampleOrder({ payment_method: 'online', payment_status: 'awaiting' });
  const calls = show(() => [{ ...order }], {
    'GET /api/orders/4/payment': () => ({
      ...payment,
      payment_status: order.payment_status,
      can_retry: order.payment_status === 'awaiting',
    }),
    'POST /api/orders/4/cancel': () => {
      order.payment_status = 'expired';
      return { ...order, changed: true };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel order H000004' }));
  await screen.findByText('No payment arrived, so the order was not placed. You pay nothing.');
  expect(screen.queryByRole('button', { name: /^Cancel order/ })).toBeNull();
  expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([{ body: { reason: 'changed_my_mind' } }]);
});

it('reloads the list when a payment is confirmed', async () => {
  const order = sampleOrder({ payment_method: 'online', payment_status: 'awaiting' });
  show(() => [{ ...order }], {
    'GET /api/orders/4/payment': () => {
      order.payment_status = 'paid';
      return { ...payment, payment_status: 'paid' };
    },
  });
  expect(await screen.findByText('Paid online')).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Order progress' })).toBeTruthy();
});

it.each([
  [
    { amount: 250, state: 'requested' },
    '₹250.00 is being refunded to your original payment method. Most banks take a few days.',
  ],
  [{ amount: 250, state: 'done' }, '₹250.00 was refunded to your original payment method.'],
] as const)('says where the money of a late payment is: %j', async (refund, text) => {
  show(() => [sampleOrder({ payment_method: 'online', payment_status: 'expired' })], {
    'GET /api/orders/4/payment': () => ({ ...payment, payment_status: 'expired', refund }),
  });
  await screen.findByText(text);
  expect(screen.getByText('Order failed after payment. Please contact support.')).toBeTruthy();
});

it.each([
  ['refund_due', '₹250.00 is being refunded to your original payment method. Most banks take a few days.'],
  ['refunded', '₹250.00 was refunded to your original payment method.'],
] as const)('keeps the timeline of a delivered order whose payment is %s', async (status, text) => {
  const order = sampleOrder({ order_status: 'Delivered', payment_method: 'online', payment_status: status });
  show(() => [order], {
    'GET /api/orders/4/payment': () => ({ ...payment, order_status: 'Delivered', payment_status: status }),
  });
  await screen.findByText(text);
  expect(screen.getByRole('list', { name: 'Order progress' })).toBeTruthy();
  expect(screen.queryByText('Order failed after payment. Please contact support.')).toBeNull();
});

it('shows each order with its timeline', async () => {
  showOrders(
    sampleOrder({
      order_status: 'In Transit',
      steps: [
        { status: 'Pending', at: '2026-11-21T09:00:00.000Z' },
        { status: 'Accepted', at: '2026-11-21T09:05:00.000Z' },
        { status: 'In Transit', at: '2026-11-21T09:20:00.000Z' },
      ],
    }),
  );
  const card = await screen.findByRole('article', { name: 'Order H000004' });
  const steps = within(within(card).getByRole('list', { name: 'Order progress' })).getAllByRole('listitem');
  expect(steps.map((step) => step.querySelector('time') !== null)).toEqual([true, true, true, false]);
  expect(steps.find((step) => step.getAttribute('aria-current'))?.textContent).toContain('Order on the way');
  expect(within(card).getByText('₹250.00', { selector: 'strong' })).toBeTruthy();
});

it('shows the other orders beside one in a status of a newer version', async () => {
  const packed = sampleOrder({ id: 5, orderNumber: 'H000005', order_status: 'Packed' as OrderStatus });
  showOrders(packed, sampleOrder());
  await screen.findByRole('article', { name: 'Order H000005' });
  expect(screen.getAllByRole('article')).toHaveLength(2);
});

it.each([
  ['a delivery', {}, true],
  ['takeaway', { takeaway: true, address: null }, false],
])('shows the address of %s: %j', async (_, changes, isShown) => {
  showOrders(sampleOrder(changes));
  await screen.findByRole('article');
  expect(screen.queryByText(/4th Main/) !== null).toBe(isShown);
});

it('shows a message when there are no orders', async () => {
  showOrders();
  expect(await screen.findByText("You haven't placed any orders yet.")).toBeTruthy();
});

it.each([401, 403])('removes the token and goes to the start on %i', async (status) => {
  show(() => errorResponse(status, status === 401 ? 'unauthenticated' : 'forbidden', 'No'));
  expect(await screen.findByText('went to /')).toBeTruthy();
  expect(localStorage.getItem('authToken')).toBeNull();
});

it('can be reloaded after any other failure', async () => {
  let isBroken = true;
  show(() => (isBroken ? errorResponse(500, 'internal', '') : [sampleOrder()]));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to load order history. Please try again later.',
  );
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toBeTruthy();
});

it('updates the status of an order by a live event, without a request', async () => {
  const calls = show(() => [sampleOrder({ order_status: 'Accepted' })]);
  const card = await screen.findByRole('article', { name: 'Order H000004' });
  const step = {
    feed: 'user:7',
    seq: 1,
    order_number: 'H000004',
    status: 'In Transit',
    at: '2026-11-21T09:05:00.000Z',
  } as const;
  act(() => emitLive('order.status', { ...step, order_id: 4 }));
  const steps = within(card).getByRole('list', { name: 'Order progress' });
  await waitFor(() => expect(steps.querySelector('[aria-current]')?.textContent).toContain('Order on the way'));
  expect(lists(calls)).toHaveLength(2);
});

it.each([
  ['order.status', { status: 'Accepted' }],
  ['order.updated', { update: 'promised' }],
] as const)('reloads after %s %j, which does not say it all', async (name, what) => {
  let order_status: OrderStatus = 'Pending';
  show(() => [sampleOrder({ order_status })]);
  const card = await screen.findByRole('article', { name: 'Order H000004' });
  order_status = 'Accepted';
  const event = {
    feed: 'user:7',
    seq: 1,
    order_id: 4,
    order_number: 'H000004',
    at: '2026-11-21T09:05:00.000Z',
  } as const;
  act(() => emitLive(name, { ...event, ...what }));
  const steps = within(card).getByRole('list', { name: 'Order progress' });
  await waitFor(() => expect(steps.querySelector('[aria-current]')?.textContent).toContain('Accepted'));
});

const page = (from: number, status: OrderStatus) =>
  Array.from({ length: 20 }, (_, at) =>
    sampleOrder({ id: from - at, orderNumber: `H${from - at}`, order_status: status }),
  );
const titles = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));

it('shows running orders first, also older ones, then the past ones', async () => {
  const past = { order_status: 'Delivered' } as const;
  show(() => [sampleOrder({ id: 3, orderNumber: 'H3' })], {
    [PAST]: () => [
      sampleOrder({ id: 5, orderNumber: 'H5', ...past }),
      sampleOrder({ id: 4, orderNumber: 'H4', payment_method: 'online', payment_status: 'refunded' }),
    ],
  });
  const running = await screen.findByRole('region', { name: 'Running orders' });
  expect(within(running).getByRole('article', { name: 'Order H3' })).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Past orders' })).getAllByRole('article')).toHaveLength(2);
  expect(titles()).toEqual(['Order H3', 'Order H5', 'Order H4']);
});

it('shows the running orders although the past ones cannot be loaded', async () => {
  show(() => [sampleOrder()], { [PAST]: () => errorResponse(500, 'internal', '') });
  await screen.findByRole('article', { name: 'Order H000004' });
  await screen.findByText('Failed to load order history. Please try again later.');
});

it('does not say that there are no orders while some cannot be loaded', async () => {
  show(() => [], { [PAST]: () => errorResponse(500, 'internal', '') });
  await screen.findByText('Failed to load order history. Please try again later.');
  expect(screen.queryByText("You haven't placed any orders yet.")).toBeNull();
});

it('moves an order that is delivered meanwhile to the past ones, where a problem with it can be reported', async () => {
  const report_until = new Date(Date.now() + 3_600_000).toISOString();
  let isDelivered = false;
  show(() => (isDelivered ? [] : [sampleOrder({ order_status: 'In Transit' })]), {
    [PAST]: () => (isDelivered ? [sampleOrder({ order_status: 'Delivered', report_until })] : []),
  });
  await screen.findByRole('region', { name: 'Running orders' });
  isDelivered = true;
  const event = { feed: 'user:7', seq: 1, order_number: 'H000004', at: '2026-11-21T09:05:00.000Z' } as const;
  act(() => emitLive('order.status', { ...event, status: 'Delivered', order_id: 4 }));
  const past = await screen.findByRole('region', { name: 'Past orders' });
  expect(screen.queryByRole('region', { name: 'Running orders' })).toBeNull();
  expect(await within(past).findByRole('link', { name: 'Report a problem' })).toBeTruthy();
});

it('loads further pages: of the running orders first, then of the past ones', async () => {
  show(() => page(90, 'Pending'), {
    [`${RUNNING}&after=71`]: () => [sampleOrder({ id: 70, orderNumber: 'H70' })],
    [PAST]: () => page(60, 'Delivered'),
    [`${PAST}&after=41`]: () => [sampleOrder({ id: 40, orderNumber: 'H40', order_status: 'Delivered' })],
  });
  await screen.findByRole('article', { name: 'Order H90' });
  expect(titles()).toHaveLength(20);
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
  await screen.findByRole('article', { name: 'Order H60' });
  expect(titles()).toHaveLength(41);
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
  await screen.findByRole('article', { name: 'Order H40' });
  expect(titles()).toHaveLength(42);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('offers older orders below the loaded ones only', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  show(() => promise.then(() => []), { [PAST]: () => page(60, 'Delivered') });
  await screen.findByRole('searchbox');
  await act(() => new Promise((answered) => setTimeout(answered, 0)));
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  resolve();
  expect(await screen.findByRole('button', { name: 'Show older' })).toBeTruthy();
});

it('keeps the loaded orders when older ones fail to load, and can retry', async () => {
  let isBroken = true;
  show(() => [], {
    [PAST]: () => page(60, 'Delivered'),
    [`${PAST}&after=41`]: () => (isBroken ? errorResponse(500, 'internal', '') : [sampleOrder({ id: 1 })]),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  await screen.findByText('Failed to load order history. Please try again later.');
  expect(screen.getAllByRole('article')).toHaveLength(20);
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(21));
});

describe('filters', () => {
  const found = () => [sampleOrder({ id: 9, orderNumber: 'H9', order_status: 'Delivered' })];

  it('are in the address and sent to the server', async () => {
    const calls = show(() => [sampleOrder()], {
      'GET /api/orders/user?limit=20&group=delivered': found,
      'GET /api/orders/user?limit=20&group=delivered&shop=bakery': found,
      'GET /api/orders/user?limit=20&group=delivered&shop=bakery&period=30-days': found,
    });
    await screen.findByRole('article', { name: 'Order H000004' });
    await userEvent.click(screen.getByRole('button', { name: 'Delivered' }));
    await screen.findByRole('article', { name: 'Order H9' });
    await screen.findByRole('option', { name: 'Bakery' });
    await userEvent.selectOptions(screen.getByLabelText('Shop'), 'Bakery');
    await userEvent.selectOptions(screen.getByLabelText('Period'), 'Last 30 days');
    expect(query()).toBe('?group=delivered&shop=bakery&period=30-days');
    await waitFor(() =>
      expect(lists(calls).at(-1)).toBe('/api/orders/user?limit=20&group=delivered&shop=bakery&period=30-days'),
    );
    await userEvent.selectOptions(screen.getByLabelText('Shop'), 'All shops');
    expect(query()).toBe('?group=delivered&period=30-days');
  });

  it('come from the address, without what it cannot be', async () => {
    const calls = show(() => [], {}, '?group=delivered&shop=bakery&period=1-year&q=milk');
    await waitFor(() =>
      expect(lists(calls)).toEqual(['/api/orders/user?limit=20&group=delivered&shop=bakery&period=1-year&search=milk']),
    );
    expect(screen.getByRole('button', { name: 'Delivered' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByLabelText('Shop')).toHaveProperty('value', 'bakery');
    screen.getByRole('option', { name: 'Last 12 months', selected: true });
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'milk');
    cleanup();
    const others = show(() => [sampleOrder()], {}, '?group=open&shop=No+Shop&period=week');
    await screen.findByRole('article');
    expect(lists(others)).toEqual(['/api/orders/user?limit=20&group=running', '/api/orders/user?limit=20&group=past']);
  });

  it('search once typing pauses', async () => {
    const calls = show(() => [sampleOrder()], {
      [`${RUNNING}&search=ghee`]: () => [],
      [`${PAST}&search=ghee`]: found,
    });
    await screen.findByRole('article', { name: 'Order H000004' });
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by product or order number' }), 'ghee');
    await screen.findByRole('article', { name: 'Order H9' });
    expect(query()).toBe('?q=ghee');
    expect(lists(calls)).toHaveLength(4);
  });

  it('say that nothing matches, and can be cleared', async () => {
    show(
      () => [sampleOrder()],
      { [`${RUNNING}&shop=bakery`]: () => [], [`${PAST}&shop=bakery`]: () => [] },
      '?shop=bakery',
    );
    await screen.findByText('No orders match these filters.');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByRole('article', { name: 'Order H000004' });
    expect(query()).toBe('');
  });

  it('are not offered to a customer without orders', async () => {
    showOrders();
    await screen.findByText("You haven't placed any orders yet.");
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});

it('calls the shop, and shares the order without personal data', async () => {
  const words = 'Order H000004 at Malnad Dairy\n2 × Ghee\nTotal: ₹250.00';
  const share = vi.fn(async () => {});
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  showOrders(sampleOrder());
  const call = await screen.findByRole('link', { name: 'Call the shop: Malnad Dairy' });
  expect(call.getAttribute('href')).toBe('tel:+919000000103');
  await userEvent.click(screen.getByRole('button', { name: 'Share: Order H000004' }));
  expect(share).toHaveBeenCalledExactlyOnceWith({ text: words });
  const whatsapp = screen.getByRole('link', { name: 'Share on WhatsApp: Order H000004' });
  expect(whatsapp.getAttribute('href')).toBe(`https://wa.me/?text=${encodeURIComponent(words)}`);
  Reflect.deleteProperty(navigator, 'share');
});

describe('order again', () => {
  const catalog = (price: number, stock: number) => {
    const variants = [{ id: 8, price, mrp: null, stock, size: null, color: null, unit: { id: 5, name: '500 g' } }];
    return { 'GET /api/products?shopId=3': () => [sampleProduct({ id: 1, name: 'Ghee', shopId: 3, variants })] };
  };
  const again = () => userEvent.click(screen.getByRole('button', { name: 'Order again: Order H000004' }));
  const stored = () => JSON.parse(localStorage.getItem('cart_7_dairy') ?? '{}') as unknown;

  it('fills the cart with the items of the order, at current prices, and opens it', async () => {
    const milk = { id: '2-0-0-0', name: 'Milk', price: 27, quantity: 1, image: '', shopId: 3 };
    localStorage.setItem('cart_7_dairy', JSON.stringify({ [milk.id]: milk }));
    show(() => [sampleOrder()], catalog(130, 9));
    await screen.findByRole('article');
    await again();
    await screen.findByText('went to /dairy/order');
    expect(stored()).toMatchObject({
      [milk.id]: milk,
      '1-0-0-5': { name: 'Ghee', price: 130, quantity: 2, unit: '500 g' },
    });
  });

  it('fills it once, however often it is pressed', async () => {
    show(() => [sampleOrder()], catalog(130, 9));
    await screen.findByRole('article');
    const button = screen.getByRole('button', { name: 'Order again: Order H000004' });
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText('went to /dairy/order');
    expect(stored()).toMatchObject({ '1-0-0-5': { quantity: 2 } });
  });

  it('stays and shows why when no item is available', async () => {
    show(() => [sampleOrder()], catalog(125, 0));
    await screen.findByRole('article');
    await again();
    await screen.findByText('Ghee: sold out');
    expect(stored()).toEqual({});
  });

  it('shows it for each of two sizes with the same name', async () => {
    const complain = vi.spyOn(console, 'error');
    const [item] = sampleOrder().items;
    const items = item ? [item, { ...item, id: 42, unit_id: 6, unit: '1 kg' }] : [];
    show(() => [sampleOrder({ items })], { 'GET /api/products?shopId=3': () => [] });
    await screen.findByRole('article');
    await again();
    expect(await screen.findAllByText('Ghee: no longer sold')).toHaveLength(2);
    expect(complain).not.toHaveBeenCalled();
    complain.mockRestore();
  });

  it('fills the cart of a shop other than the current one', async () => {
    const shop = { id: 9, slug: 'bakery', name: 'Bakery', phone: null };
    const [product] = catalog(125, 9)['GET /api/products?shopId=3']();
    show(() => [sampleOrder({ shop })], { 'GET /api/products?shopId=9': () => [{ ...product, shopId: 9 }] });
    await screen.findByRole('article');
    await again();
    await screen.findByText('went to /bakery/order');
    expect(localStorage.getItem('cart_7_bakery')).toContain('"quantity":2');
    expect(stored()).toEqual({});
  });

  it('can be retried when the catalog cannot be loaded', async () => {
    show(() => [sampleOrder()]);
    await screen.findByRole('article');
    await again();
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
    expect(screen.getByRole('button', { name: 'Order again: Order H000004' })).toHaveProperty('disabled', false);
  });
});

it('says that orders are not available offline, and loads them when the connection is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let list = (): unknown => Promise.reject(new TypeError('fetch failed'));
  show(() => list());
  await screen.findByText('Not available offline');
  list = () => [sampleOrder()];
  online.mockReturnValue(true);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Order H000004' });
  online.mockRestore();
});

describe('offline', () => {
  const broken = () => Promise.reject(new TypeError('fetch failed'));
  const loaded = '2026-11-21T09:30:00.000Z';
  const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const store = (fields: object) =>
    localStorage.setItem(
      'lastOrders',
      JSON.stringify({ userId: 7, loadedAt: loaded, orders: [sampleOrder()], ...fields }),
    );
  afterEach(() => {
    vi.restoreAllMocks();
    // Queries are paused from an offline event on.
    window.dispatchEvent(new Event('online'));
  });

  it('shows the orders that were loaded last, and when', async () => {
    vi.useFakeTimers({ now: new Date(loaded), toFake: ['Date'] });
    show(() => [sampleOrder()], {
      [PAST]: () => [sampleOrder({ id: 3, orderNumber: 'H3', order_status: 'Delivered' })],
    });
    await screen.findByRole('article', { name: 'Order H3' });
    vi.useRealTimers();
    const stored = localStorage.getItem('lastOrders') ?? '';
    expect(stored).not.toContain('Test Customer');
    expect(stored).not.toContain('9876543210');
    cleanup();

    goOffline();
    show(broken, { [PAST]: broken, [SHOPS]: broken }, '?shop=dairy');
    const notice = await screen.findByText(
      /^You are offline\. These 2 orders were loaded on 21 Nov 2026, \d+:\d\d\s[AP]M\.$/,
    );
    expect(notice).toBeTruthy();
    expect(titles()).toEqual(['Order H000004', 'Order H3']);
    // They are not filtered.
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('says when the orders on the screen were loaded', async () => {
    showOrders(sampleOrder());
    await screen.findByRole('article');
    goOffline();
    act(() => void window.dispatchEvent(new Event('offline')));
    await screen.findByText(/^You are offline\. This order was loaded on /);
  });

  it.each([
    ['of another user', { userId: 8 }],
    ['of another shape', { orders: [{ id: 4 }] }],
    ['without a time', { loadedAt: 'yesterday' }],
  ])('shows no stored orders %s', async (_, fields) => {
    goOffline();
    store(fields);
    show(broken, { [PAST]: broken });
    await screen.findByText('Not available offline');
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('stores no more than 20 orders, and none of filtered lists', async () => {
    show(() => page(60, 'Pending'), { [PAST]: () => page(30, 'Delivered') });
    await waitFor(() => expect(localStorage.getItem('lastOrders')).not.toBeNull());
    const { orders } = JSON.parse(localStorage.getItem('lastOrders') ?? '') as { orders: OrderView[] };
    expect(orders.map(({ id }) => id)).toEqual(page(60, 'Pending').map(({ id }) => id));
    cleanup();
    localStorage.removeItem('lastOrders');
    show(
      () => [],
      { [`${RUNNING}&shop=dairy`]: () => [sampleOrder()], [`${PAST}&shop=dairy`]: () => [] },
      '?shop=dairy',
    );
    await screen.findByRole('article');
    expect(localStorage.getItem('lastOrders')).toBeNull();
  });
});
