import type { BoughtProductView } from '@haat/contract/shops/favourites.calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleProduct, sampleShop } from '../../test/samples.ts';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import { ProductsScreen } from './ProductsScreen.tsx';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TOMATO = sampleProduct();
const ONION = { ...sampleProduct({ id: 13, name: 'Onion' }), variants: TOMATO.variants.slice(0, 1) };

/** The products that the user has bought; undefined for a response that does not arrive. */
function show(bought: BoughtProductView[] | Response | undefined, at = '/nandi-vegetables/products') {
  const calls = stubServer({
    'GET /api/shops/nandi-vegetables': () => sampleShop(),
    'GET /api/products?shopId=7': () => [TOMATO, ONION],
    'GET /api/shops/7/bought-products': () => bought ?? new Promise(() => {}),
  });
  renderScreen(<ProductsScreen />, { path: '/:shopSlug/products', at });
  return calls;
}

const row = () => screen.findByRole('region', { name: 'Buy again' });
const catalogShows = () => screen.findAllByRole('button', { name: 'Add Onion' });

it('lists what was bought before the categories, in the order and the form of the server', async () => {
  show([
    { product_id: 13, variant_id: 1 },
    { product_id: 12, variant_id: 2 },
    { product_id: 99, variant_id: 9 },
  ]);
  const region = await row();
  const cards = within(region).getAllByRole('article');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual(['Onion', 'Tomato, local']);
  const tomato = within(cards[1]!);
  expect(tomato.queryByRole('combobox')).toBeNull();
  tomato.getByText('1 kg');
  tomato.getByText('₹54.00');
  const category = screen.getByRole('heading', { name: 'Vegetables' });
  expect(region.compareDocumentPosition(category)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(tomato.getByRole('button', { name: 'Add Tomato, local' }));
  const cart = JSON.parse(localStorage.getItem('cart_7_nandi-vegetables') ?? '{}') as object;
  expect(Object.values(cart)).toMatchObject([{ name: 'Tomato, local', price: 54, unit: '1 kg', quantity: 1 }]);
});

it('is not shown during a search', async () => {
  show([{ product_id: 13, variant_id: 1 }], '/nandi-vegetables/products?q=onion');
  await catalogShows();
  expect(screen.queryByRole('region', { name: 'Buy again' })).toBeNull();
});

it('is not shown to a customer who has bought nothing there', async () => {
  show([]);
  await catalogShows();
  expect(screen.queryByRole('region', { name: 'Buy again' })).toBeNull();
});

it('asks nothing for a guest', async () => {
  localStorage.clear();
  const calls = show([{ product_id: 13, variant_id: 1 }]);
  await catalogShows();
  expect(calls.filter(({ path }) => path.includes('bought'))).toEqual([]);
});

it.each([
  ['fails', () => errorResponse(500, 'internal', 'Something went wrong')],
  ['does not come', () => undefined],
])('shows the products without it when the answer %s', async (_, bought) => {
  show(bought());
  await catalogShows();
  expect(screen.queryByRole('region', { name: 'Buy again' })).toBeNull();
});

it('does not move the products when the answer comes late', async () => {
  let answer: (bought: BoughtProductView[]) => void = () => {};
  const late = new Promise<BoughtProductView[]>((resolve) => (answer = resolve));
  stubServer({
    'GET /api/shops/nandi-vegetables': () => sampleShop(),
    'GET /api/products?shopId=7': () => [TOMATO, ONION],
    'GET /api/shops/7/bought-products': () => late,
  });
  renderScreen(<ProductsScreen />, { path: '/:shopSlug/products', at: '/nandi-vegetables/products' });
  await catalogShows();
  answer([{ product_id: 13, variant_id: 1 }]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Buy again' })).toBeNull());
});

it('shows the next user of the device what they have bought themselves', async () => {
  show([{ product_id: 13, variant_id: 1 }]);
  await row();
  const token = tokenFor({ sub: '8' });
  stubServer({
    'GET /api/shops/nandi-vegetables': () => sampleShop(),
    'GET /api/products?shopId=7': () => [TOMATO, ONION],
    'GET /api/shops/7/bought-products': () => [{ product_id: 12, variant_id: 2 }],
  });
  localStorage.setItem('authToken', token);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', storageArea: localStorage })));
  await waitFor(async () => {
    const cards = within(await row()).getAllByRole('heading', { level: 3 });
    expect(cards.map((card) => card.textContent)).toEqual(['Tomato, local']);
  });
});
