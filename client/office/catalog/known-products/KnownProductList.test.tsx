import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { stubServer, tokenFor } from '../../../test/stub-server.ts';
import { KnownProductsScreen } from './KnownProductsScreen.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const membership = { role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
const curd = {
  id: 1,
  name: 'Curd',
  name_hi: 'दही',
  category_id: 1,
  category: 'Dairy',
  subcategory_id: null,
  subcategory: null,
  unit: '500 g',
  mrp: null,
  description: null,
  picture: null,
  source: 'catalog',
};

it.each([
  ['amul dahi', [curd], undefined],
  ['kaju & kismis', [], 'No known product matches.'],
])('leads from a search for %j to the form with what was typed', async (search, products, none) => {
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...membership }));
  stubServer({
    'GET /api/users/me': () => ({
      id: 7,
      name: 'V',
      email: 'a@b.in',
      mobile: null,
      profile_image: null,
      ...membership,
    }),
    'GET /api/categories': () => [],
    [`GET /api/catalog/products?${new URLSearchParams({ search })}`]: () => products,
  });
  const path = '/:shopSlug/admin/known-products';
  renderScreen(<KnownProductsScreen />, { path, at: '/dairy/admin/known-products' });
  const field = await screen.findByRole('searchbox');
  await userEvent.click(field);
  await userEvent.paste(search);
  if (none) await screen.findByText(none);
  else await screen.findByRole('checkbox', { name: /Curd/ });
  const link = screen.getByRole('link', { name: `Add “${search}” yourself` });
  expect(link.getAttribute('href')).toBe(`/dairy/admin/add-product?name=${encodeURIComponent(search)}`);
});
