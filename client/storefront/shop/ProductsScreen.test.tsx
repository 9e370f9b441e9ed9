import type { ProductView } from '@haat/contract/catalog/products.calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleProduct, sampleShop } from '../../test/samples.ts';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../../test/stub-server.ts';
import { ProductsScreen } from './ProductsScreen.tsx';

const home = {
  id: 1,
  name: 'Test Customer',
  street: '4th Main',
  city: 'Bengaluru',
  zip: '560011',
  phone: '9876543210',
  label: null,
  latitude: 12.937,
  longitude: 77.586,
  accuracy_metres: 3000,
};
const profile = (name: string | null) => ({ id: 7, name, email: 'asha.k@b.in', mobile: null, profile_image: null });

type Visit = { routes?: StubRoutes; products?: ProductView[]; query?: string };

function show({ routes = {}, products = [sampleProduct()], query = '' }: Visit = {}) {
  stubServer({
    'GET /api/shops/nandi-vegetables': () => sampleShop(),
    'GET /api/products?shopId=7': () => products,
    ...routes,
  });
  renderScreen(<ProductsScreen />, { path: '/:shopSlug/products', at: `/nandi-vegetables/products${query}` });
}

function showTo(name: string | null, addresses: object[] = []) {
  localStorage.setItem('authToken', tokenFor({ sub: '7', email: 'asha.k@b.in' }));
  show({ routes: { 'GET /api/users/me': () => profile(name), 'GET /api/address': () => addresses } });
}

beforeEach(() => {
  localStorage.clear();
  // A test window lays nothing out, so nothing comes into sight.
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

describe('the welcome banner', () => {
  it('greets by name', async () => {
    showTo('Test Customer');
    await screen.findByText('Welcome, Test Customer!');
  });

  it('greets a user without a name by the local part of the email address', async () => {
    showTo(null);
    await screen.findByText('Welcome, asha.k!');
  });

  it('greets a guest, of whom nothing is known', async () => {
    show();
    await screen.findByText('Welcome!');
  });

  it('offers to edit the address that is there', async () => {
    showTo('Test Customer', [home]);
    await screen.findByText('Test Customer, 4th Main, Bengaluru 560011');
    screen.getByRole('button', { name: 'Edit Address' });
    expect(screen.queryByRole('button', { name: 'Add Address' })).toBeNull();
  });

  it('offers to add an address where there is none', async () => {
    showTo('Test Customer');
    await screen.findByText('No delivery address yet.');
    screen.getByRole('button', { name: 'Add Address' });
    expect(screen.queryByRole('button', { name: 'Edit Address' })).toBeNull();
  });
});

it('keeps the catalog where it cannot be read again', async () => {
  let isBroken = false;
  const asked: string[] = [];
  const answer = (name: string, good: unknown) => () => {
    if (isBroken) asked.push(name);
    return isBroken ? errorResponse(500, 'internal', '') : good;
  };
  show({
    routes: {
      'GET /api/shops/nandi-vegetables': answer('shop', sampleShop()),
      'GET /api/products?shopId=7': answer('products', [sampleProduct()]),
    },
  });
  await screen.findByRole('article');
  isBroken = true;
  // A line that comes back makes it read again.
  for (const name of ['offline', 'online']) act(() => void window.dispatchEvent(new Event(name)));
  await waitFor(() => expect(asked.toSorted()).toEqual(['products', 'shop']));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  screen.getByRole('article');
  expect(screen.queryByText('Error fetching shop')).toBeNull();
});

// A product without a category is in Uncategorized.
it('shows the products under their categories from A to Z, and those without one under Uncategorized', async () => {
  const of = (id: number, name: string, category: string) => sampleProduct({ id, name, category_name: category });
  show({ products: [of(1, 'Onion', 'Vegetables'), of(2, 'Soap', ''), of(3, 'Milk', 'Dairy'), of(4, 'Curd', 'Dairy')] });
  await screen.findAllByRole('article');
  screen.getByRole('heading', { name: 'Explore Fresh Picks', level: 1 });
  const sections = screen.getAllByRole('heading', { level: 2 }).map((title) => ({
    title: title.textContent,
    products: within(title.closest('section')!)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  }));
  expect(sections).toEqual([
    { title: 'Dairy', products: ['Milk', 'Curd'] },
    { title: 'Uncategorized', products: ['Soap'] },
    { title: 'Vegetables', products: ['Onion'] },
  ]);
});

describe('a cart that cannot be ordered as it is', () => {
  const line = { id: '12-0-0-3', name: 'Tomato, local', price: 28, quantity: 3, image: '', shopId: 7 };
  const storeCart = () => localStorage.setItem('cart_7_nandi-vegetables', JSON.stringify({ [line.id]: line }));
  const refuse = {
    'POST /api/auth/refresh-token': () => errorResponse(401, 'unauthenticated', 'Please log in again.'),
  };

  it.each([
    ['an expired token', tokenFor({ sub: '7', exp: 1 })],
    ['a damaged token', 'damaged'],
  ])('announces the cart of a session that ended with %s, and leads to the login', async (_, token) => {
    localStorage.setItem('authToken', token);
    localStorage.setItem('refreshToken', 'r1');
    localStorage.setItem('userId', '7');
    storeCart();
    show({ routes: refuse });
    await screen.findByText('You were logged out. Log in to get your cart back (3 items, ₹84).');
    screen.getByRole('link', { name: 'Login' }).click();
    await screen.findByText('went to /nandi-vegetables/login?redirect=%2Fnandi-vegetables%2Fproducts');
  });

  it('says nothing of it to guests and after a login', async () => {
    storeCart();
    localStorage.setItem('endedSession', '7');
    showTo('Test Customer');
    await screen.findByText('Welcome, Test Customer!');
    expect(screen.queryByText(/You were logged out/)).toBeNull();
  });

  it.each([
    ['awaiting', true, 'Payment not finished', { 'View Cart': 'order', 'Pay now': 'payment' }],
    ['awaiting', false, 'Payment being checked', { 'View payment': 'order-history' }],
    ['paid', false, 'Payment received', { 'View order': 'order' }],
  ])('shows in the cart bar that its payment is %s (can be retried: %s)', async (status, canRetry, words, links) => {
    storeCart();
    const request = { key: 'k'.repeat(32), lines: [line], totalPaise: 8400, takeaway: true, payment: 'online' };
    localStorage.setItem(
      'pendingOrder_7_nandi-vegetables',
      JSON.stringify({ request, until: Date.now() + 60_000, orderId: 4 }),
    );
    localStorage.setItem('authToken', tokenFor({ sub: '7' }));
    const payment = { orderId: 4, orderNumber: 'H000004', order_status: 'Pending', total: 84, reserved_until: null };
    show({
      routes: {
        'GET /api/users/me': () => profile('Test Customer'),
        'GET /api/address': () => [],
        'GET /api/orders/4/payment': () => ({ ...payment, payment_status: status, can_retry: canRetry }),
      },
    });
    const bar = (await screen.findByText(words)).closest<HTMLElement>('div[class*=bar]')!;
    expect(bar.textContent).toContain('₹84.00');
    const shown = within(bar).getAllByRole('link');
    expect(
      Object.fromEntries(shown.map((link) => [link.textContent, link.getAttribute('href')?.split('/').at(-1)])),
    ).toEqual(links);
  });
});

it('leads to the landing page from the platform, which sells nothing', async () => {
  stubServer({});
  renderScreen(<ProductsScreen />, { path: '/:shopSlug/products', at: '/haat/products' });
  await screen.findByText('went to /');
});

it('leads from a shop without products to the others', async () => {
  show({ products: [] });
  await screen.findByText('This shop has no products yet.');
  expect(screen.getByRole('link', { name: 'All shops' }).getAttribute('href')).toBe('/');
});

it('shows products that are spelled similarly where nothing matches, and says so', async () => {
  show({ products: [sampleProduct(), sampleProduct({ id: 13, name: 'Onion' })], query: '?q=tomatto' });
  await screen.findByText('No results for “tomatto”. Did you mean one of these?');
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Tomato, local']);
});
