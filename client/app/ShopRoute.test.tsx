import { cleanup, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { sampleShop } from '../test/samples.ts';
import { stubServer, tokenFor } from '../test/stub-server.ts';
import { ShopRoute } from './ShopRoute.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Place() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

const open = (at: string) =>
  renderScreen(
    <ShopRoute>
      <Place />
    </ShopRoute>,
    { path: '*', at },
  );

it('redirects to the canonical slug of the shop', async () => {
  stubServer({
    'GET /api/shops/Nandi-Vegetables': () => sampleShop(),
    'GET /api/shops/nandi-vegetables': () => sampleShop(),
  });
  open('/Nandi-Vegetables/products?q=tomato');
  await screen.findByText('at /nandi-vegetables/products?q=tomato');
});

it.each(['login', 'order', 'order-history', 'address'])(
  'shows no %s screen of a shop that is not there',
  async (name) => {
    stubServer({});
    open(`/no-such-shop/${name}`);
    await screen.findByRole('heading', { name: 'Shop Not Found' });
    expect(screen.queryByText(/^at /)).toBeNull();
    expect(screen.getByRole('link', { name: 'Find a shop' }).getAttribute('href')).toBe('/');
  },
);

it.each(['products', 'order'])('says on the screen %s of a suspended shop that it is one', async (name) => {
  stubServer({ 'GET /api/shops/nandi-vegetables': () => ({ ...sampleShop(), suspended: true }) });
  open(`/nandi-vegetables/${name}`);
  await screen.findByRole('heading', { name: 'Shop suspended' });
});

const GETTING_READY = 'Nandi Vegetables is getting ready. It is not open for orders yet.';

it.each(['products', 'products/7', 'order'])(
  'says on the screen %s of a shop without products that it is getting ready',
  async (name) => {
    stubServer({ 'GET /api/shops/nandi-vegetables': () => ({ ...sampleShop(), getting_ready: true }) });
    open(`/nandi-vegetables/${name}`);
    await screen.findByText(GETTING_READY);
    expect(screen.getByRole('link', { name: 'Find a shop' }).getAttribute('href')).toBe('/');
  },
);

it('shows members of that shop what customers see, and leads them to what is missing', async () => {
  const { id } = sampleShop();
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  stubServer({
    'GET /api/shops/nandi-vegetables': () => ({ ...sampleShop(), getting_ready: true }),
    'GET /api/users/me': () => ({ id: 7, name: null, email: 'a@b.in', role: 'vendor', shop_id: id }),
  });
  open('/nandi-vegetables/products');
  await screen.findByText(GETTING_READY);
  expect((await screen.findByRole('link', { name: 'See what is missing' })).getAttribute('href')).toBe(
    '/nandi-vegetables/admin/dashboard',
  );
});

it.each(['login', 'order-history', 'shop-orders', 'admin/settings'])(
  'leaves the screen %s of a suspended shop',
  async (name) => {
    const calls = stubServer({ 'GET /api/shops/nandi-vegetables': () => ({ ...sampleShop(), suspended: true }) });
    open(`/nandi-vegetables/${name}`);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(await screen.findByText(`at /nandi-vegetables/${name}`)).toBeTruthy();
  },
);

it.each(['/no-such-shop/products', '/haat/dashboard', '/about'])('leaves %s to its own screen', async (path) => {
  const calls = stubServer({});
  open(path);
  if (path !== '/about') await waitFor(() => expect(calls).toHaveLength(1));
  expect(await screen.findByText(`at ${path}`)).toBeTruthy();
  expect(screen.queryByRole('heading')).toBeNull();
});
