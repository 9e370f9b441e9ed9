import type { CartLine } from '@haat/contract/orders/cart';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activateEnglish, loadPageTexts } from '../../i18n/language.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleShop } from '../../test/samples.ts';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { OpenCartsScreen } from './OpenCartsScreen.tsx';

const ghee = { id: '1-0-0-5', name: 'Ghee', price: 125, quantity: 2, image: '', shopId: 3 };
const milk = { id: '2-0-0-1', name: 'Milk', price: 27.5, quantity: 1, image: '', shopId: 3 };

function put(key: string, ...lines: CartLine[]) {
  localStorage.setItem(key, JSON.stringify(Object.fromEntries(lines.map((line) => [line.id, line]))));
}

function show({ isGuest = false } = {}) {
  if (!isGuest) localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'Test Customer', email: 'a@b.in', mobile: null, profile_image: null }),
    'GET /api/shops/dairy': () => sampleShop({ slug: 'dairy', name: 'Malnad Dairy' }),
    'GET /api/shops/bakery': () => sampleShop({ slug: 'bakery', name: 'Ayyangar Bakery' }),
  });
  renderScreen(<OpenCartsScreen />, { path: '/carts', at: '/carts', hasToasts: true });
}

const cardOf = (shop: string) => screen.getByRole('heading', { name: shop }).closest('article') ?? document.body;
const shops = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

beforeEach(async () => {
  localStorage.clear();
  activateEnglish();
  await loadPageTexts();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lists the carts of this identity in all shops, with items and total', async () => {
  put('cart_7_dairy', ghee, milk);
  put('cart_7_bakery', milk);
  put('cart_8_dairy', ghee);
  put('cart_7_empty');
  show();
  await screen.findByText('Malnad Dairy');
  await screen.findByText('Ayyangar Bakery');
  expect(shops()).toEqual(['Ayyangar Bakery', 'Malnad Dairy']);
  const dairy = within(cardOf('Malnad Dairy'));
  dairy.getByText('Ghee, Milk');
  dairy.getByText('3 items');
  dairy.getByText('₹277.50');
  await userEvent.click(dairy.getByRole('link', { name: 'View Cart: Malnad Dairy' }));
  await screen.findByText('went to /dairy/order');
});

it('shows to a guest what is a guest’s', async () => {
  put('cart_7_dairy', ghee);
  put('cart_guest_bakery', milk);
  show({ isGuest: true });
  await screen.findByText('Ayyangar Bakery');
  expect(shops()).toEqual(['Ayyangar Bakery']);
});

it('counts to a logged-in user what was gathered as a guest', async () => {
  put('cart_7_dairy', ghee);
  put('cart_guest_dairy', { ...ghee, quantity: 3 });
  show();
  await screen.findByText('Malnad Dairy');
  screen.getByText('5 items');
  expect(shops()).toHaveLength(1);
});

it('removes a cart, gives the keyboard the next one, and brings the first back', async () => {
  put('cart_7_dairy', milk);
  put('cart_guest_dairy', ghee);
  put('cart_7_bakery', milk);
  show();
  await screen.findByText('Malnad Dairy');
  await userEvent.click(screen.getByRole('button', { name: 'Remove your cart at Malnad Dairy' }));
  expect(shops()).toEqual(['Ayyangar Bakery']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove your cart at Ayyangar Bakery' }));
  expect(Object.keys(localStorage).filter((key) => key.endsWith('dairy'))).toEqual([]);

  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(shops()).toEqual(['Ayyangar Bakery', 'Malnad Dairy']);
  expect(JSON.parse(localStorage.getItem('cart_7_dairy') ?? '')).toEqual({ [milk.id]: milk, [ghee.id]: ghee });
});

it('follows other tabs, and says when there is nothing', async () => {
  put('cart_7_dairy', milk);
  show();
  await screen.findByText('Malnad Dairy');
  localStorage.removeItem('cart_7_dairy');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'cart_7_dairy' })));
  screen.getByText('You have no open carts.');
  await userEvent.click(screen.getByRole('link', { name: 'Find a shop' }));
  await screen.findByText('went to /');
});

it('offers only the removal of a cart whose shop is gone', async () => {
  put('cart_7_closed-shop', milk);
  show();
  await screen.findByText('This shop is no longer on Haat.');
  expect(screen.queryByRole('link', { name: /View Cart/ })).toBeNull();
  screen.getByRole('button', { name: /Remove your cart/ });
});
