import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleFoundProduct, sampleShop, sampleShopCard } from '../../test/samples.ts';
import { errorResponse, stubServer, type StubRoutes, tokenFor } from '../../test/stub-server.ts';
import { FavouritesScreen } from './FavouritesScreen.tsx';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const dairy = sampleShopCard({ id: 3, slug: 'malnad-dairy', name: 'Malnad Dairy' });
const kirana = sampleShopCard({ id: 1, slug: 'ganesh-kirana', name: 'Ganesh Kirana', open: false });
const paused = sampleShopCard({ id: 9, slug: 'milk-house', name: 'Milk House', open: false, paused: true });
const PRODUCTS = [
  sampleFoundProduct({ id: 11, name: 'Toned milk', shop: dairy }),
  sampleFoundProduct({ id: 12, name: 'Rice', shop: kirana }),
  sampleFoundProduct({ id: 13, name: 'Ghee', shop: dairy, in_stock: false }),
];

function show(routes: StubRoutes = {}) {
  stubServer({
    'GET /api/favourites': () => ({ shop_ids: [3, 9], product_ids: [11, 12, 13] }),
    'GET /api/favourites/shops': () => [dairy, paused],
    'GET /api/favourites/products': () => PRODUCTS,
    'GET /api/shops/malnad-dairy': () => sampleShop({ id: 3, slug: 'malnad-dairy' }),
    ...routes,
  });
  renderScreen(<FavouritesScreen />, { path: '/favourites', at: '/favourites', hasToasts: true });
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));

it('lists shops with their state, then products by shop', async () => {
  show();
  const shops = await region('Shops');
  expect(shops.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/malnad-dairy/products',
    '/milk-house/products',
  ]);
  shops.getByText('Open Now');
  shops.getByText('Not taking orders');
  const ofDairy = await region('Malnad Dairy');
  expect(ofDairy.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual(['Toned milk', 'Ghee']);
  ofDairy.getByText('Sold out');
  const ofKirana = await region('Ganesh Kirana');
  ofKirana.getByText('Closed');
  ofKirana.getByText('₹28.00');
});

it('adds to the cart of the shop of a product', async () => {
  show();
  const ofDairy = await region('Malnad Dairy');
  await userEvent.click(ofDairy.getByRole('button', { name: 'Add Toned milk, Malnad Dairy' }));
  await userEvent.click(ofDairy.getByRole('button', { name: /^One more/ }));
  const cart = JSON.parse(localStorage.getItem('cart_7_malnad-dairy') ?? '{}') as object;
  expect(Object.values(cart)).toMatchObject([{ name: 'Toned milk', quantity: 2, shopId: 3 }]);
});

it('keeps what is removed on the screen, so that one more tap brings it back', async () => {
  show({
    'DELETE /api/favourites/products/12': () => new Response(null, { status: 204 }),
    'PUT /api/favourites/products/12': () => new Response(null, { status: 204 }),
  });
  const heart = (await region('Ganesh Kirana')).getByRole('button', { name: 'Favourite: Rice' });
  const isOn = (on: boolean) => waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe(`${on}`));
  await isOn(true);
  await userEvent.click(heart);
  await isOn(false);
  screen.getByRole('heading', { name: 'Rice' });
  await userEvent.click(heart);
  await isOn(true);
});

it('says how many are not available', async () => {
  show({ 'GET /api/favourites/products': () => PRODUCTS.slice(0, 1), 'GET /api/favourites/shops': () => [dairy] });
  await screen.findByText('3 favourites are not available at the moment.');
});

it('says how to add the first one, and leads to the shops', async () => {
  const none = { 'GET /api/favourites/products': () => [], 'GET /api/favourites/shops': () => [] };
  show({ 'GET /api/favourites': () => ({ shop_ids: [], product_ids: [] }), ...none });
  await screen.findByText(/You have no favourites yet/);
  expect(screen.getByRole('link', { name: 'Find a shop' }).getAttribute('href')).toBe('/');
});

it('offers to try again when the server does not answer', async () => {
  let works = false;
  show({
    'GET /api/favourites/products': () => (works ? PRODUCTS : errorResponse(503, 'unavailable', 'Not available')),
  });
  await screen.findByText('Your favourites could not be loaded.');
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await region('Ganesh Kirana');
});

it('says that it is not available offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const fail = () => Promise.reject(new TypeError('Failed to fetch'));
  show({ 'GET /api/favourites': fail, 'GET /api/favourites/shops': fail, 'GET /api/favourites/products': fail });
  await screen.findByText('Not available offline');
});
