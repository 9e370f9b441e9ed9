import { cleanup, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { aShop } from '../test/samples.ts';
import { stubServer } from '../test/stub-server.ts';
import { KnownShop } from './KnownShop.tsx';

afterEach(cleanup);

function Place() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

const open = (at: string) =>
  renderScreen(
    <KnownShop>
      <Place />
    </KnownShop>,
    { path: '*', at },
  );

it('moves to the address that the shop writes itself with', async () => {
  stubServer({
    'GET /api/shops/Nandi-Vegetables': () => aShop(),
    'GET /api/shops/nandi-vegetables': () => aShop(),
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

it.each(['/no-such-shop/products', '/haat/dashboard', '/about'])('leaves %s to its own screen', async (path) => {
  const calls = stubServer({});
  open(path);
  if (path !== '/about') await waitFor(() => expect(calls).toHaveLength(1));
  expect(await screen.findByText(`at ${path}`)).toBeTruthy();
  expect(screen.queryByRole('heading')).toBeNull();
});
