import { act, cleanup, configure, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleProduct, sampleShop } from '../../test/samples.ts';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { useSessionSend } from '../session/SessionProvider.tsx';
import { useCart, useCartSend } from './use-cart.ts';

const GUEST = 'cart_guest_dairy';
const OWN = 'cart_7_dairy';
const line = { id: '1-0-0-5', name: 'Ghee', price: 125, quantity: 2, image: '', shopId: 7 };
const stored = (quantity: number) => JSON.stringify({ [line.id]: { ...line, quantity } });

function Screen() {
  const { cart, isLoaded } = useCart();
  const send = useCartSend();
  const sendToSession = useSessionSend();
  const tokens = { token: tokenFor({ sub: '7' }), refreshToken: 'r' };
  return (
    <>
      <p>{isLoaded ? `${cart[line.id]?.quantity ?? 0} pieces` : 'loading'}</p>
      <button onClick={() => send({ type: 'line.added', line })}>add</button>
      <button onClick={() => sendToSession({ type: 'signedIn', tokens })}>log in</button>
      <button onClick={() => sendToSession({ type: 'logout' })}>log out</button>
    </>
  );
}

function show(stock: number) {
  const variant = { id: 8, price: 125, mrp: null, stock, size: null, color: null, unit: { id: 5, name: '500 g' } };
  stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'Test Customer', email: 'a@b.in', mobile: null, profile_image: null }),
    'GET /api/shops/dairy': () => sampleShop({ slug: 'dairy' }),
    'GET /api/products?shopId=7': () => [sampleProduct({ id: 1, name: 'Ghee', shopId: 7, variants: [variant] })],
  });
  renderScreen(<Screen />, { path: '/dairy/products', at: '/dairy/products', hasToasts: true });
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  configure({ reactStrictMode: false });
  act(() => toast.dismiss());
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('adds the guest’s pieces to the user’s at login, and says so', async () => {
  localStorage.setItem(GUEST, stored(2));
  localStorage.setItem(OWN, stored(1));
  show(20);
  await screen.findByText('2 pieces');
  await press('log in');
  await screen.findByText('3 pieces');
  await screen.findByText('We saved your 2 items.');
  expect(localStorage.getItem(GUEST)).toBeNull();
  expect(localStorage.getItem(OWN)).toBe(stored(3));
});

describe('a tab behind the others', () => {
  const turn = (hidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  const begin = async () => {
    localStorage.setItem(GUEST, stored(2));
    show(20);
    await screen.findByText('2 pieces');
    turn(true);
    await press('log in');
    await screen.findByText('loading');
  };

  it('merges the guest cart only once it becomes visible', async () => {
    await begin();
    expect([localStorage.getItem(GUEST), localStorage.getItem(OWN)]).toEqual([stored(2), null]);
    turn(false);
    await screen.findByText('We saved your 2 items.');
    expect([localStorage.getItem(GUEST), localStorage.getItem(OWN)]).toEqual([null, stored(2)]);
  });

  it('says nothing of what another one took in', async () => {
    await begin();
    localStorage.removeItem(GUEST);
    localStorage.setItem(OWN, stored(2));
    turn(false);
    await screen.findByText('2 pieces');
    expect(screen.queryByText(/you added before login/)).toBeNull();
  });

  it('takes nothing in for a user who left meanwhile', async () => {
    await begin();
    await press('log out');
    await screen.findByText('2 pieces');
    turn(false);
    await screen.findByText('2 pieces');
    expect([localStorage.getItem(GUEST), localStorage.getItem(OWN)]).toEqual([stored(2), null]);
  });
});

it('limits the merged quantity to the stock, and shows it', async () => {
  localStorage.setItem(GUEST, stored(2));
  localStorage.setItem(OWN, stored(2));
  show(3);
  await screen.findByText('2 pieces');
  await press('log in');
  await screen.findByText('Ghee: only 3 left, so the quantity was reduced');
  await screen.findByText('3 pieces');
  expect(localStorage.getItem(OWN)).toBe(stored(3));
});

it('counts each piece once in strict mode, where React starts everything twice', async () => {
  configure({ reactStrictMode: true });
  localStorage.setItem(GUEST, stored(2));
  show(20);
  await press('add');
  screen.getByText('3 pieces');
  await press('log in');
  await screen.findByText('We saved your 3 items.');
  await press('add');
  await screen.findByText('4 pieces');
  expect([localStorage.getItem(GUEST), localStorage.getItem(OWN)]).toEqual([null, stored(4)]);
});

it('agrees with another tab', async () => {
  show(20);
  await screen.findByText('0 pieces');
  localStorage.setItem(GUEST, stored(5));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: GUEST })));
  await screen.findByText('5 pieces');
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  await screen.findByText('0 pieces');
});

it('continues where nothing can be stored, and says that the cart cannot be kept', async () => {
  show(20);
  await screen.findByText('0 pieces');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  await press('add');
  await press('add');
  await screen.findByText('2 pieces');
  await waitFor(() => expect(screen.getAllByText(/cannot save your cart/)).toHaveLength(1));
});
