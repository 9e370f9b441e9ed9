import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { errorResponse, stubServer, type StubRoutes } from '../../../test/stub-server.ts';
import { sampleFoundProduct, sampleShop, sampleShopCard } from '../../../test/samples.ts';
import { SearchField } from '../../../ui/SearchField.tsx';
import { MarketSearch, useSearchInAddress } from './MarketSearch.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const HERE = { lat: 12.92512, lng: 77.593 };

function Landing({ place }: { place?: typeof HERE }) {
  const [search, setSearch] = useSearchInAddress();
  return (
    <>
      <output aria-label="Address">{useLocation().search}</output>
      <SearchField label="Search" value={search} onChange={setSearch} />
      <MarketSearch search={search} onClear={() => setSearch('')} place={place}>
        <p>The list of shops</p>
      </MarketSearch>
    </>
  );
}

const open = (q = '', place?: typeof HERE) =>
  renderScreen(<Landing {...(place && { place })} />, {
    path: '/haat/dashboard',
    at: `/haat/dashboard${q && `?q=${q}`}`,
    hasToasts: true,
  });

const dairy = sampleShopCard({ id: 3, slug: 'malnad-dairy', name: 'Malnad Dairy', distance_km: 0.42 });
const kirana = sampleShopCard({ id: 1, slug: 'ganesh-kirana', name: 'Ganesh Kirana', open: false });

const MILK = {
  products: [
    sampleFoundProduct({ id: 11, shop: dairy }),
    sampleFoundProduct({ id: 12, name: 'Milk powder', shop: kirana }),
    sampleFoundProduct({ id: 13, name: 'Goat milk', shop: dairy, in_stock: false }),
  ],
  shops: [sampleShopCard({ id: 9, slug: 'milk-house', name: 'Milk House' })],
};

const serve = (routes: StubRoutes) =>
  stubServer({ 'GET /api/shops/malnad-dairy': () => sampleShop({ id: 3, slug: 'malnad-dairy' }), ...routes });

const row = async (name: string) => (await screen.findByRole('heading', { name })).closest('article')!;
const stored = (shop: string) => JSON.parse(localStorage.getItem(`cart_guest_${shop}`) ?? '{}') as object;

it('shows the list of shops until two characters were typed', async () => {
  const calls = serve({ 'GET /api/search?q=mi': () => MILK });
  open();
  const field = screen.getByRole('searchbox');
  await userEvent.type(field, 'm');
  screen.getByText('The list of shops');
  expect(calls).toEqual([]);
  await userEvent.type(field, 'i');
  await row('Toned milk');
  expect(screen.queryByText('The list of shops')).toBeNull();
});

it('lists products with their shops, and shops, and reads their number aloud', async () => {
  vi.setSystemTime(new Date('2026-11-21T03:00:00+05:30'));
  serve({ 'GET /api/search?q=milk': () => MILK });
  open('milk');
  const toned = within(await row('Toned milk'));
  expect(toned.getByRole('link', { name: 'Toned milk' }).getAttribute('href')).toMatch(/^\/malnad-dairy\/products/);
  expect(toned.getByRole('link', { name: 'Malnad Dairy' }).getAttribute('href')).toBe('/malnad-dairy/products');
  toned.getByText('₹28.00');
  toned.getByText('0.4 km');
  toned.getByText('Open Now');
  const powder = within(await row('Milk powder'));
  powder.getByText('Closed');
  powder.getByText('Opens 9:00 AM');
  within(await row('Goat milk')).getByText('Sold out');
  const shops = within(screen.getByRole('region', { name: 'Shops' }));
  expect(shops.getByRole('link', { name: /Milk House/ }).getAttribute('href')).toBe('/milk-house/products');
  screen.getByText('3 products, 1 shop');
});

it('names words that nothing has, and what is shown instead', async () => {
  const instead = { missing: ['aashirvaad'], showing: ['atta'] };
  serve({ 'GET /api/search?q=aashirvaad+atta': () => ({ ...MILK, instead }) });
  open('aashirvaad atta');
  await screen.findByText('No “aashirvaad”. Showing atta.');
});

it('adds to the cart of each shop, and offers to undo a removal', async () => {
  serve({ 'GET /api/search?q=milk': () => MILK });
  open('milk');
  const toned = within(await row('Toned milk'));
  await userEvent.click(toned.getByRole('button', { name: 'Add Toned milk, Malnad Dairy' }));
  await userEvent.click(toned.getByRole('button', { name: /^One more/ }));
  await userEvent.click(within(await row('Milk powder')).getByRole('button', { name: /^Add/ }));
  expect(Object.values(stored('malnad-dairy'))).toMatchObject([
    { name: 'Toned milk', quantity: 2, price: 28, shopId: 3, unit: '500 ml', unit_id: 5 },
  ]);
  expect(Object.values(stored('ganesh-kirana'))).toMatchObject([{ name: 'Milk powder', quantity: 1, shopId: 1 }]);
  expect(toned.getByRole('link', { name: 'View Cart: Malnad Dairy' }).getAttribute('href')).toBe('/malnad-dairy/order');

  const powder = within(await row('Milk powder'));
  await userEvent.click(powder.getAllByRole('button')[0]!);
  expect(stored('ganesh-kirana')).toEqual({});
  expect(document.activeElement).toBe(powder.getByRole('button', { name: /^Add/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(Object.values(stored('ganesh-kirana'))).toMatchObject([{ name: 'Milk powder', quantity: 1 }]);
});

it('stops at the stock', async () => {
  serve({ 'GET /api/search?q=milk': () => MILK });
  open('milk');
  const toned = within(await row('Toned milk'));
  await userEvent.click(toned.getByRole('button', { name: /^Add/ }));
  for (let tap = 0; tap < 6; tap += 1) await userEvent.click(toned.getAllByRole('button')[1]!);
  expect(Object.values(stored('malnad-dairy'))).toMatchObject([{ quantity: 4 }]);
});

it('searches around the visitor, and everywhere when nothing is near', async () => {
  serve({
    'GET /api/search?q=saffron&lat=12.9251&lng=77.5930': () => ({ products: [], shops: [] }),
    'GET /api/search?q=saffron': () => ({
      products: [sampleFoundProduct({ id: 1, name: 'Saffron', shop: dairy })],
      shops: [],
    }),
  });
  open('saffron', HERE);
  await screen.findByText('No shop near you has “saffron”.');
  await userEvent.click(screen.getByRole('button', { name: 'Search all shops' }));
  await row('Saffron');
});

describe('the filters', () => {
  const found = (id: number, name: string, price: number, shop = dairy) =>
    sampleFoundProduct({ id, name, price, shop, in_stock: true });
  const near = sampleShopCard({ id: 5, slug: 'near', name: 'Near', open: false, distance_km: 0.1 });
  const GHEE = {
    products: [found(1, 'Ghee', 300), found(2, 'Cow ghee', 250, near), found(3, 'Ghee, small', 80)],
    shops: [near],
  };
  const listed = () => within(screen.getByRole('region', { name: 'Products' })).getAllByRole('heading', { level: 3 });
  const names = () => listed().map(({ textContent }) => textContent);

  it('show the cheapest or the nearest first, of as many as the server names, and back', async () => {
    const at = '&lat=12.9251&lng=77.5930';
    const calls = serve({
      [`GET /api/search?q=ghee${at}`]: () => GHEE,
      [`GET /api/search?q=ghee${at}&limit=50`]: () => GHEE,
    });
    open('ghee', HERE);
    await row('Ghee');
    await userEvent.click(screen.getByRole('button', { name: 'Cheapest' }));
    expect(names()).toEqual(['Ghee, small', 'Cow ghee', 'Ghee']);
    await userEvent.click(screen.getByRole('button', { name: 'Nearest' }));
    expect(names()).toEqual(['Cow ghee', 'Ghee', 'Ghee, small']);
    await userEvent.click(screen.getByRole('button', { name: 'Nearest' }));
    expect(names()).toEqual(['Ghee', 'Cow ghee', 'Ghee, small']);
    expect(calls.map(({ path }) => path)).toContain(`/api/search?q=ghee${at}&limit=50`);
  });

  it('ask for prices of a range, which the address has', async () => {
    serve({
      'GET /api/search?q=ghee&min_price=50&max_price=200': () => ({
        products: [found(3, 'Ghee, small', 80)],
        shops: [],
      }),
      'GET /api/search?q=ghee&min_price=200': () => ({ products: [found(1, 'Ghee', 300)], shops: [] }),
    });
    open('ghee&price=50-200');
    await row('Ghee, small');
    expect(screen.getByRole('button', { name: '₹50 to ₹200', pressed: true })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'From ₹200' }));
    await row('Ghee');
    expect(screen.getByLabelText('Address').textContent).toBe('?q=ghee&price=200-');
  });

  it('say when nothing has such a price', async () => {
    serve({
      'GET /api/search?q=ghee': () => GHEE,
      'GET /api/search?q=ghee&max_price=50': () => ({ products: [], shops: [] }),
    });
    open('ghee&price=-50');
    await screen.findByText('Nothing was found at this price.');
    await userEvent.click(screen.getByRole('button', { name: 'All prices' }));
    await row('Cow ghee');
    expect(screen.getByLabelText('Address').textContent).toBe('?q=ghee');
  });

  it('show shops that do not deliver to the place, too, until the chip is pressed again', async () => {
    const at = '&lat=12.9251&lng=77.5930';
    serve({
      [`GET /api/search?q=ghee${at}`]: () => GHEE,
      'GET /api/search?q=ghee': () => ({ products: [found(4, 'Ghee of Mysuru', 90)], shops: [] }),
    });
    open('ghee', HERE);
    await row('Cow ghee');
    const chip = screen.getByRole('button', { name: 'Delivers here', pressed: true });
    await userEvent.click(chip);
    await row('Ghee of Mysuru');
    expect(screen.queryByRole('button', { name: 'Nearest' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Delivers here', pressed: false }));
    await row('Cow ghee');
  });

  it('leave out what is closed, say when nothing is left, and offer no distance without a place', async () => {
    const closed = { products: [found(2, 'Cow ghee', 250, near)], shops: [near] };
    serve({
      'GET /api/search?q=ghee': () => GHEE,
      'GET /api/search?q=ghee&limit=50': () => GHEE,
      'GET /api/search?q=cow&limit=50': () => closed,
      'GET /api/search?q=cow': () => closed,
    });
    open('ghee');
    await row('Ghee');
    expect(screen.queryByRole('button', { name: 'Nearest' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Open now' }));
    expect(names()).toEqual(['Ghee', 'Ghee, small']);
    expect(screen.queryByRole('region', { name: 'Shops' })).toBeNull();
    const field = screen.getByRole('searchbox');
    await userEvent.clear(field);
    await userEvent.type(field, 'cow');
    await screen.findByText('None of these shops is open now.');
    await userEvent.click(screen.getByRole('button', { name: 'Show closed shops, too' }));
    await row('Cow ghee');
  });
});

it('leads back to all shops when there is nothing at all', async () => {
  serve({ 'GET /api/search?q=biscit': () => ({ products: [], shops: [] }) });
  open('biscit');
  await screen.findByText('No results for “biscit”.');
  expect(screen.getByText('No products, no shops').getAttribute('role')).toBe('status');
  await userEvent.click(screen.getByRole('button', { name: 'Browse all shops' }));
  await screen.findByText('The list of shops');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

it('says that it failed, and tries again', async () => {
  let isDown = true;
  serve({ 'GET /api/search?q=milk': () => (isDown ? errorResponse(400, 'invalid_input', 'No') : MILK) });
  open('milk');
  await screen.findByText('The search failed. Check your connection and try again.');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await row('Toned milk');
});

it('says to wait when there were too many searches', async () => {
  serve({ 'GET /api/search?q=milk': () => errorResponse(429, 'rate_limited', 'Too many attempts.') });
  open('milk');
  await screen.findByText('Too many searches. Please try again in a minute.');
});

it('makes one request for what is typed at once, and ignores the answer to an earlier search', async () => {
  let answerFirst: ((found: typeof MILK) => void) | undefined;
  const calls = serve({
    'GET /api/search?q=mil': () => new Promise((resolve) => (answerFirst = resolve)),
    'GET /api/search?q=mil+ghee': () => ({
      products: [sampleFoundProduct({ id: 2, name: 'Ghee', shop: dairy })],
      shops: [],
    }),
  });
  open();
  const field = screen.getByRole('searchbox');
  await userEvent.type(field, 'mil');
  await waitFor(() => expect(answerFirst).toBeDefined());
  await userEvent.type(field, ' ghee');
  await row('Ghee');
  answerFirst?.(MILK);
  expect(screen.queryByText('Toned milk')).toBeNull();
  expect(calls.map(({ path }) => path).filter((path) => path.startsWith('/api/search'))).toEqual([
    '/api/search?q=mil',
    '/api/search?q=mil+ghee',
  ]);
});
