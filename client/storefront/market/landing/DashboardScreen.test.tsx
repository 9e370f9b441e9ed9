import type { ProposalView } from '@haat/contract/orders/order-lines.calls';
import { SHOPS_PER_PAGE } from '@haat/contract/shops/shops.calls';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emitLive } from '../../../lib/live-updates.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sampleFoundProduct, sampleOrder, sampleShopCard } from '../../../test/samples.ts';
import { type StubRoutes, stubServer, tokenFor } from '../../../test/stub-server.ts';
import { DashboardScreen } from './DashboardScreen.tsx';

type Answer = { coords: { latitude: number; longitude: number } };
type Locate = (found: (answer: Answer) => void, failed: (error: Error) => void) => void;

const ALL = 'GET /api/shops';
const NEARBY = 'GET /api/shops?lat=12.9251&lng=77.5930';
const here: Answer = { coords: { latitude: 12.92512, longitude: 77.593 } };
const nowhere: Locate = (_, failed) => failed(new Error('denied'));
const nearby: Locate = (found) => found(here);

const BAKERY = sampleShopCard({ id: 1, slug: 'asha-bakery', name: 'Asha Bakery', trade: 'Bakery', minordervalue: 150 });
const DAIRY = sampleShopCard({ id: 2, slug: 'raju-milk', name: null, trade: 'Dairy', minordervalue: 0 });
const SHOPS: StubRoutes = { [ALL]: () => [BAKERY, DAIRY] };

const ENABLE = 'Enable location access for shops near you.';
const NONE = 'No nearby shops found.';

const realNavigator = navigator;
let locate: Locate;
let permission: 'prompt' | 'granted' | 'denied';

const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140';

function stubDevice({ userAgent = LAPTOP, ...rest }: { userAgent?: string; geolocation?: object }): void {
  const permissions = { query: async () => ({ state: permission }) };
  const device = { userAgent, maxTouchPoints: 0, permissions, ...rest };
  vi.stubGlobal('navigator', Object.create(realNavigator, Object.getOwnPropertyDescriptors(device)));
}

beforeEach(() => {
  localStorage.clear();
  locate = nowhere;
  permission = 'prompt';
  vi.spyOn(console, 'error').mockImplementation(() => {});
  stubDevice({ geolocation: { getCurrentPosition: (...callbacks: Parameters<Locate>) => locate(...callbacks) } });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = () => renderScreen(<DashboardScreen />, { path: '*', at: '/haat/dashboard' });
const linksIn = (name: string) => within(screen.getByRole('region', { name })).queryAllByRole('link');
const addressesIn = (name: string) => linksIn(name).map((link) => link.getAttribute('href'));
const listed = async (name = 'All shops') => {
  await screen.findByRole('region', { name });
  return linksIn(name);
};
const findShops = async () => userEvent.click(await screen.findByRole('button', { name: 'Find shops near me' }));

describe('the shops of the installation', () => {
  it('are listed as the server orders them, with what a visitor chooses by', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z'), toFake: ['Date'] });
    const paused = sampleShopCard({ id: 3, slug: 'paused-stores', name: 'Paused Stores', trade: null, paused: true });
    const always = { open_time: null, close_time: null };
    stubServer({ [ALL]: () => [{ ...DAIRY, ...always }, BAKERY, paused] });
    open();
    const [dairy, bakery, other] = await listed();
    expect(addressesIn('All shops')).toEqual([
      '/raju-milk/products',
      '/asha-bakery/products',
      '/paused-stores/products',
    ]);
    expect(dairy?.textContent).toBe('Raju MilkDairy · 30th Cross, JayanagarOpen NowNo minimum order');
    expect(bakery?.textContent).toBe('Asha BakeryBakery · 30th Cross, JayanagarClosedOpens 9:00 AMMin. order ₹150');
    expect(other?.textContent).toBe('Paused Stores30th Cross, JayanagarNot taking ordersMin. order ₹200');
    expect(bakery?.querySelector('img[src="/images/signs/bakery.svg"]')?.getAttribute('alt')).toBe('🍞');
    expect(other?.querySelector('img[src="/images/signs/shop.svg"]')).not.toBeNull();
  });

  it('are each in the list once, and on a screen wider than a phone in the carousel below it', async () => {
    vi.stubGlobal('innerWidth', 820);
    stubServer(SHOPS);
    open();
    await listed();
    const carousel = await screen.findByRole('region', { name: 'Shops' });
    expect(within(carousel).getAllByRole('link')).toHaveLength(2);
    expect(carousel.textContent).toContain('Click to explore the products');
    const list = screen.getByRole('region', { name: 'All shops' });
    expect(list.textContent).not.toContain('Click to explore the products');
    expect(list.compareDocumentPosition(carousel) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('are those of the last visit where the server cannot be reached', async () => {
    stubServer(SHOPS);
    open();
    await listed();
    cleanup();
    stubServer({});
    open();
    expect(await listed()).toHaveLength(2);
    expect(screen.queryByText('The shops could not be loaded.')).toBeNull();
  });

  it.each(['{"shops":[]}', '[{"id":1}]', 'null', '['])('are loaded where the device has stored %s', async (stored) => {
    localStorage.setItem('shops', stored);
    stubServer(SHOPS);
    open();
    expect(await listed()).toHaveLength(2);
  });

  it('can be loaded again after a failure', async () => {
    let isDown = true;
    stubServer({ [ALL]: () => (isDown ? undefined : [BAKERY]) });
    open();
    await screen.findByText('The shops could not be loaded.');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await listed()).toHaveLength(1);
  });

  const page = Array.from({ length: SHOPS_PER_PAGE }, (_, at) =>
    sampleShopCard({ id: at + 1, slug: `shop-${at}`, name: `Shop ${at}`, open: at < SHOPS_PER_PAGE - 1 }),
  );
  const next = `${ALL}?after=${SHOPS_PER_PAGE}&after_open=false`;
  const last = sampleShopCard({ id: 200, slug: 'last', name: 'Zeenat Stores', open: false });

  it('are loaded page by page, and none is listed twice', async () => {
    stubServer({ [ALL]: () => page, [next]: () => [page[0], last] });
    open();
    expect(await listed()).toHaveLength(SHOPS_PER_PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Show more shops' }));
    await waitFor(() => expect(linksIn('All shops')).toHaveLength(SHOPS_PER_PAGE + 1));
    expect(screen.queryByRole('button', { name: 'Show more shops' })).toBeNull();
  });
});

describe('an installation without shops', () => {
  it('says so to a visitor', async () => {
    stubServer({ [ALL]: () => [] });
    open();
    await screen.findByText('No shops have joined yet. Please come back soon.');
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Create a shop' })).toBeNull();
  });

  it('leads the operator to the first one', async () => {
    localStorage.setItem('authToken', tokenFor({ sub: '1', operator: true }));
    stubServer({ [ALL]: () => [], 'GET /api/orders/user?limit=20': () => [] });
    open();
    expect((await screen.findByRole('link', { name: 'Create a shop' })).getAttribute('href')).toBe('/operator/shops');
  });
});

describe('shops nearby', () => {
  const near = { ...DAIRY, distance_km: 1.24 };

  it('are looked for only after a tap, and come before the others', async () => {
    const calls = stubServer({ ...SHOPS, [NEARBY]: () => [near] });
    locate = nearby;
    open();
    await listed();
    screen.getByText(ENABLE);
    expect(screen.queryByText(NONE)).toBeNull();
    expect(calls.some(({ path }) => path.includes('lat='))).toBe(false);

    await findShops();
    const [found] = await listed('Shops near you');
    expect(found?.textContent).toContain('1.2 km');
    expect(addressesIn('More shops')).toEqual(['/asha-bakery/products']);
    screen.getByText('1 shop near you');
    expect(screen.queryByText(ENABLE)).toBeNull();
    screen.getByRole('button', { name: 'Refresh nearby shops' });
  });

  it('are looked for at once where the location is allowed', async () => {
    permission = 'granted';
    locate = nearby;
    stubServer({ ...SHOPS, [NEARBY]: () => [near, BAKERY] });
    open();
    expect(await listed('Shops near you')).toHaveLength(2);
    expect(screen.queryByRole('region', { name: 'More shops' })).toBeNull();
  });

  type Case = [
    string,
    { routes: StubRoutes; locate: Locate; after: typeof permission; says: RegExp; subtitle: string },
  ];
  it.each<Case>([
    [
      'location is denied',
      { routes: {}, locate: nowhere, after: 'denied', says: /find your location/, subtitle: ENABLE },
    ],
    [
      'location is unknown',
      { routes: {}, locate: nowhere, after: 'granted', says: /find your location/, subtitle: '' },
    ],
    [
      'the answer is no list',
      {
        routes: { [NEARBY]: () => ({ shops: [] }) },
        locate: nearby,
        after: 'granted',
        says: /couldn't load/,
        subtitle: '',
      },
    ],
    ['the shops cannot be read', { routes: {}, locate: nearby, after: 'granted', says: /couldn't load/, subtitle: '' }],
    [
      'there are none',
      {
        routes: { [NEARBY]: () => [] },
        locate: nearby,
        after: 'granted',
        says: /^No nearby shops found/,
        subtitle: '',
      },
    ],
  ])('are missed in true words when %s, and all shops stay', async (_, { routes, says, subtitle, ...device }) => {
    stubServer({ ...SHOPS, ...routes });
    open();
    await listed();
    locate = device.locate;
    permission = device.after;
    await findShops();
    const rejection = await screen.findByText(says);
    await waitFor(() => {
      expect(screen.queryByText(ENABLE) !== null).toBe(subtitle === ENABLE);
      expect(screen.queryAllByText(/^No .*shops/)).toHaveLength(says.test(NONE) ? 1 : 0);
    });
    expect(rejection.getAttribute('role')).toBe('status');
    expect(linksIn('All shops')).toHaveLength(2);
  });

  it('are named by their distance, the nearest first, where none serves the place', async () => {
    const at = (latitude: number) => ({ latitude, longitude: 77.593 });
    stubServer({
      [ALL]: () => [
        { ...BAKERY, ...at(13.9251) },
        { ...DAIRY, ...at(13.0251) },
      ],
      [NEARBY]: () => [],
    });
    locate = nearby;
    open();
    await findShops();
    await screen.findByText(NONE);
    await waitFor(() => expect(addressesIn('All shops')).toEqual(['/raju-milk/products', '/asha-bakery/products']));
    expect(linksIn('All shops').map(({ textContent }) => /[\d.]+ km/.exec(textContent ?? '')?.[0])).toEqual([
      '11.1 km',
      '111.3 km',
    ]);
  });

  it('are missed where the browser knows no location', async () => {
    stubServer(SHOPS);
    stubDevice({});
    open();
    await findShops();
    await screen.findByText(/find your location/);
    expect(await listed()).toHaveLength(2);
  });
});

describe('the place of the user', () => {
  const AT_WORK = 'GET /api/shops?lat=13.0200&lng=77.6600';
  const address = { name: 'Asha', city: 'Bengaluru', zip: '560011', phone: '9845012345', accuracy_metres: 0 };
  const HOME = { ...address, id: 1, label: 'Home', street: 'Jayanagar', latitude: 12.9251, longitude: 77.593 };
  const WORK = { ...address, id: 2, label: 'Work', street: 'Hebbal', latitude: 13.02, longitude: 77.66 };
  const OWN: StubRoutes = {
    ...SHOPS,
    [NEARBY]: () => [{ ...DAIRY, distance_km: 0.4 }],
    [AT_WORK]: () => [{ ...BAKERY, distance_km: 2 }],
    'GET /api/address': () => [HOME, WORK],
    'GET /api/orders/user?limit=20': () => [],
    'GET /api/favourites/shops': () => [],
  };
  const signIn = () => localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const place = (name: string) => screen.findByRole('button', { name: `Delivering to ${name}` });
  const choose = async (name: RegExp) => {
    await userEvent.click(screen.getByRole('button', { name: /^Delivering to/ }));
    await userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name }));
  };

  it('is the saved address: its shops come first, and the device is not located', async () => {
    signIn();
    permission = 'granted';
    locate = vi.fn(nearby);
    stubServer(OWN);
    open();
    await place('Home, Jayanagar');
    expect(await listed('Shops near you')).toHaveLength(1);
    expect(addressesIn('Shops near you')).toEqual(['/raju-milk/products']);
    screen.getByText('1 shop near you');
    expect(screen.queryByRole('button', { name: /nearby shops|near me/ })).toBeNull();
    expect(locate).not.toHaveBeenCalled();
  });

  it('is another address after one tap, also at the next visit', async () => {
    signIn();
    stubServer(OWN);
    open();
    await place('Home, Jayanagar');
    await choose(/^Work/);
    await place('Work, Hebbal');
    await waitFor(() => expect(addressesIn('Shops near you')).toEqual(['/asha-bakery/products']));
    cleanup();
    open();
    await place('Work, Hebbal');
  });

  it('is the place of the device where that was chosen, until an address is chosen', async () => {
    signIn();
    localStorage.setItem('address_7', '2');
    stubServer(OWN);
    open();
    await place('Work, Hebbal');
    locate = nearby;
    await choose(/^Current location/);
    await place('Current location');
    await waitFor(() => expect(addressesIn('Shops near you')).toEqual(['/raju-milk/products']));
    cleanup();
    locate = nowhere;
    open();
    await place('Current location');
    await waitFor(() => expect(addressesIn('Shops near you')).toEqual(['/raju-milk/products']));
    await choose(/^Work/);
    await place('Work, Hebbal');
  });

  it('stays the address where the device cannot be located', async () => {
    signIn();
    stubServer(OWN);
    open();
    await place('Home, Jayanagar');
    await listed('Shops near you');
    await choose(/^Current location/);
    await screen.findByText(/find your location/);
    await place('Home, Jayanagar');
    expect(addressesIn('Shops near you')).toEqual(['/raju-milk/products']);
  });

  it('is where the device was last for a guest, and unknown without an address', async () => {
    localStorage.setItem('place', '12.9251,77.5930');
    stubServer(OWN);
    open();
    expect(await listed('Shops near you')).toHaveLength(1);
    cleanup();
    localStorage.setItem('place', 'nowhere');
    signIn();
    stubServer({ ...OWN, 'GET /api/address': () => [] });
    open();
    expect(await listed()).toHaveLength(2);
    screen.getByRole('button', { name: 'Find shops near me' });
  });
});

describe('the orders of the user', () => {
  const ORDERS = 'GET /api/orders/user?limit=20';
  const signIn = () => localStorage.setItem('authToken', tokenFor({ sub: '7' }));

  it('are shown while they run, follow the shop, and lead to their list', async () => {
    signIn();
    const delivered = sampleOrder({ id: 5, orderNumber: 'H000005', order_status: 'Delivered' });
    const refunded = sampleOrder({ id: 6, orderNumber: 'H000006', payment_status: 'refunded' });
    const unpaid = sampleOrder({ id: 7, orderNumber: 'H000007', payment_status: 'awaiting' });
    stubServer({ ...SHOPS, [ORDERS]: () => [unpaid, refunded, delivered, sampleOrder({ id: 4 })] });
    open();
    const [first, second, ...more] = await listed('Your running orders');
    expect(more).toEqual([]);
    expect(first?.textContent).toBe('Order H000007Malnad DairyPayment not finished');
    expect(second?.textContent).toBe('Order H000004Malnad DairyWaiting for the shop');
    expect(second?.getAttribute('href')).toBe('/haat/order-history');
    const change = { feed: 'user:7', seq: 1, order_number: 'H000004', at: '2026-11-21T09:05:00.000Z' } as const;
    emitLive('order.status', { ...change, order_id: 4, status: 'In Transit' });
    await waitFor(() => expect(second?.textContent).toContain('Order on the way'));
    expect(await listed()).toHaveLength(2);
  });

  it('say when the shop has promised them', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T09:05:00Z'), toFake: ['Date'] });
    signIn();
    const promised = { order_status: 'Accepted', promised_at: '2026-11-21T09:20:00.000Z' } as const;
    stubServer({ ...SHOPS, [ORDERS]: () => [sampleOrder({ ...promised, order_date: '2026-11-21T09:00:00.000Z' })] });
    open();
    const [order] = await listed('Your running order');
    expect(order?.textContent).toMatch(/Accepted(Ready|Leaves the shop) at about \d+:\d\d.[AP]M\.$/);
  });

  it('lead to the question that their shop asks', async () => {
    signIn();
    const asked: ProposalView = {
      id: 9,
      state: 'open',
      total: 1,
      at: '2026-11-21T09:05:00.000Z',
      answer_by: '2026-11-21T09:15:00.000Z',
      lines: [],
    };
    stubServer({ ...SHOPS, [ORDERS]: () => [sampleOrder({ id: 4, order_status: 'Accepted', proposal: asked })] });
    open();
    const [order] = await listed('Your running order');
    expect(order?.textContent).toBe('Order H000004Malnad DairyPlease answer');
    expect(order?.getAttribute('href')).toBe('/haat/order-history?order=4');
  });

  it('are not requested for a guest', async () => {
    const calls = stubServer(SHOPS);
    open();
    await listed();
    expect(calls.some(({ path }) => path.includes('/orders'))).toBe(false);
  });

  it('do not delay the shops when they cannot be read', async () => {
    signIn();
    stubServer(SHOPS);
    open();
    expect(await listed()).toHaveLength(2);
    expect(screen.queryByRole('region', { name: /running/ })).toBeNull();
  });

  it('come together with the shops when these arrive later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signIn();
    const late = Promise.withResolvers<unknown[]>();
    stubServer({ ...SHOPS, [ALL]: () => late.promise, [ORDERS]: () => [sampleOrder({ id: 4 })] });
    open();
    // Longer than the shops wait for the shortcuts.
    await vi.advanceTimersByTimeAsync(2000);
    expect(screen.queryByRole('region', { name: 'Your running order' })).toBeNull();
    late.resolve([DAIRY]);
    await listed();
    expect(screen.getByRole('region', { name: 'Your running order' })).toBeDefined();
  });

  it('come below the shops when they arrive late, and move none of them', async () => {
    signIn();
    const late = Promise.withResolvers<unknown[]>();
    stubServer({ ...SHOPS, [ORDERS]: () => late.promise });
    open();
    const [shop] = await listed();
    late.resolve([sampleOrder({ id: 4 })]);
    const [order] = await listed('Your running order');
    expect(shop!.compareDocumentPosition(order!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

describe('what the user has bought', () => {
  it('comes before the shops, and is added to the cart of its shop', async () => {
    localStorage.setItem('authToken', tokenFor({ sub: '7' }));
    const ghee = sampleFoundProduct({ id: 31, name: 'Ghee', shop: DAIRY });
    stubServer({
      ...SHOPS,
      'GET /api/orders/user?limit=20': () => [],
      'GET /api/favourites/shops': () => [],
      'GET /api/bought-products': () => [ghee],
    });
    // Loading it takes time on a busy machine, and what is late comes below the shops.
    await import('./BuyAgainAnywhere.tsx');
    open();
    const region = await screen.findByRole('region', { name: 'Buy again' });
    const shops = await screen.findByRole('region', { name: 'All shops' });
    expect(region.compareDocumentPosition(shops) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(within(region).getByRole('link', { name: 'Ghee' }).getAttribute('href')).toMatch(/^\/raju-milk\/products/);
    await userEvent.click(within(region).getByRole('button', { name: 'Add Ghee, Raju Milk' }));
    await screen.findByText('1 shop · 1 item ·');
    within(region).getByRole('button', { name: /^One more/ });
  });
});

describe('the categories of goods', () => {
  it('lead to their goods in all shops near the user', async () => {
    localStorage.setItem('authToken', tokenFor({ sub: '7' }));
    permission = 'granted';
    locate = nearby;
    stubServer({
      ...SHOPS,
      [NEARBY]: () => [BAKERY],
      'GET /api/users/me/addresses': () => [],
      'GET /api/orders/user?limit=20': () => [],
      'GET /api/favourites/shops': () => [],
      'GET /api/bought-products': () => [],
      'GET /api/search/categories': () => [],
      'GET /api/search/categories?lat=12.9251&lng=77.5930': () => ['Dairy & eggs', 'Snacks'],
      'GET /api/search?q=Dairy+%26+eggs&lat=12.9251&lng=77.5930': () => ({
        products: [sampleFoundProduct({ id: 31, name: 'Ghee', shop: DAIRY })],
        shops: [],
      }),
    });
    open();
    const region = await screen.findByRole('region', { name: 'Categories' });
    await userEvent.click(within(region).getByRole('link', { name: 'Dairy & eggs' }));
    await screen.findByRole('link', { name: /Ghee/ });
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'Dairy & eggs');
  });
});

describe('the favourite shops of the user', () => {
  const FAVOURITES = 'GET /api/favourites/shops';
  const ORDERS = 'GET /api/orders/user?limit=20';

  it('are shown with their state before all shops, and lead to their products and to all favourites', async () => {
    localStorage.setItem('authToken', tokenFor({ sub: '7' }));
    const paused = sampleShopCard({ id: 9, slug: 'milk-house', name: 'Milk House', paused: true });
    stubServer({ ...SHOPS, [ORDERS]: () => [], [FAVOURITES]: () => [paused, BAKERY] });
    open();
    const links = await listed('Favourites');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/milk-house/products',
      '/asha-bakery/products',
      '/favourites',
    ]);
    expect(links[0]?.textContent).toBe('Milk HouseNot taking orders');
    expect(await listed()).toHaveLength(2);
  });

  it('take no place where there are none, and are not requested for a guest', async () => {
    const calls = stubServer({ ...SHOPS, [FAVOURITES]: () => [BAKERY] });
    open();
    await listed();
    expect(calls.some(({ path }) => path.includes('favourites'))).toBe(false);
    cleanup();
    localStorage.setItem('authToken', tokenFor({ sub: '7' }));
    stubServer({ ...SHOPS, [ORDERS]: () => [], [FAVOURITES]: () => [] });
    open();
    await listed();
    expect(screen.queryByRole('region', { name: 'Favourites' })).toBeNull();
  });
});

describe('the carts', () => {
  const LINE = { id: '1-0-0-0', name: 'Ghee', price: 100, quantity: 3, stock: 9, shopId: 2 };
  const put = (shop: string) => localStorage.setItem(`cart_guest_${shop}`, JSON.stringify({ [LINE.id]: LINE }));

  it('of all shops are summed up at the bottom, and lead to their list', async () => {
    put('raju-milk');
    put('asha-bakery');
    stubServer(SHOPS);
    open();
    await screen.findByText('2 shops · 6 items ·');
    screen.getByText('₹600');
    expect(screen.getByRole('link', { name: 'View carts' }).getAttribute('href')).toBe('/carts');
  });

  it('are one cart that leads to its order, as soon as something is in it', async () => {
    stubServer(SHOPS);
    open();
    await listed();
    expect(screen.queryByRole('link', { name: /^View/ })).toBeNull();
    put('raju-milk');
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart_guest_raju-milk' }));
    expect((await screen.findByRole('link', { name: 'View Cart' })).getAttribute('href')).toBe('/raju-milk/order');
    screen.getByText('1 shop · 3 items ·');
  });
});

it('shows the number of visits once it is known', async () => {
  stubServer({
    ...SHOPS,
    'POST /api/analytics/visit': () => ({}),
    'GET /api/analytics/visit-count': () => ({ count: 104_821 }),
  });
  open();
  await screen.findByText('1,04,821 visits so far');
});

it('searches products and shops in place of the list', async () => {
  const found = sampleShopCard({ slug: 'malnad-dairy', name: 'Malnad Dairy' });
  const calls = stubServer({ ...SHOPS, 'GET /api/search?q=dairy': () => ({ products: [], shops: [found] }) });
  open();
  await listed();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search products and shops' }), 'dairy');
  const link = await screen.findByRole('link', { name: /^Malnad Dairy/ });
  expect(link.getAttribute('href')).toBe('/malnad-dairy/products');
  expect(screen.queryByRole('region', { name: 'All shops' })).toBeNull();
  expect(calls.filter(({ path }) => path.startsWith('/api/search'))).toHaveLength(1);
});

describe('the app', () => {
  const offer = () => {
    const prompt = vi.fn(async () => ({ outcome: 'dismissed' }));
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    window.dispatchEvent(event);
    return { event, prompt };
  };
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    stubServer(SHOPS);
  });

  it.each([
    ['an Android phone', 'Mozilla/5.0 (Linux; Android 14) Chrome/140', 'Install Android App'],
    ['another device', LAPTOP, 'Install Haat'],
  ])('is installed from the offer of the browser on %s, once', async (_, userAgent, name) => {
    stubDevice({ userAgent });
    open();
    await listed();
    expect(screen.queryByRole('button', { name })).toBeNull();
    const { event, prompt } = offer();
    expect(event.defaultPrevented).toBe(true);
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(prompt).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  });

  it.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604', /tap Share/],
    ['Android without an offer', 'Mozilla/5.0 (Android 14; Mobile) Firefox/140', /open the browser menu/],
    ['a laptop without an offer', LAPTOP, /open this page there and add it to the home screen/],
  ])('comes with instructions on %s, and with its version', async (_, userAgent, words) => {
    stubDevice({ userAgent });
    open();
    await screen.findByText(words);
    screen.getByText('v1.0 · updated 2025-08-14');
  });

  it('is not offered inside itself', async () => {
    stubDevice({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604' });
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    open();
    await listed();
    expect(screen.queryByText(/install/i)).toBeNull();
  });
});
