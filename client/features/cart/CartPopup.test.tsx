import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLocation } from 'react-router-dom';
import { renderScreen } from '../../test/render-screen.tsx';
import { stubServer } from '../../test/stub-server.ts';
import { CartPopup } from './CartPopup.tsx';
import { useCart, useCartSend } from './use-cart.ts';

const tomato = { id: '12-0-0-3', name: 'Tomato', price: 28.5, quantity: 1, image: '', shopId: 7 };
const milk = { ...tomato, id: '13-0-0-1', name: 'Milk', price: 27 };

function Shop() {
  const { isLoaded } = useCart();
  const send = useCartSend();
  return (
    <>
      <button type="button" onClick={() => send({ type: 'line.added', line: tomato })}>
        tomato
      </button>
      <button type="button" onClick={() => send({ type: 'line.added', line: milk })}>
        milk
      </button>
      {isLoaded ? <CartPopup shopSlug="nandi-vegetables" /> : null}
      <p>{useLocation().pathname}</p>
    </>
  );
}

const popup = () => screen.queryByRole('region', { name: 'Your cart' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function openShop(path = '/nandi-vegetables/products', route = '/:shopSlug/*') {
  renderScreen(<Shop />, { path: route, at: path });
  await wait(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  stubServer({});
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

it('appears when the number of lines changes, and hides after 1350 ms', async () => {
  await openShop();
  expect(popup()).toBeNull();
  press('tomato');
  await wait(1349);
  expect(popup()).not.toBeNull();
  await wait(1);
  expect(popup()).toBeNull();
});

it('does not appear for one more of the same, nor for what was in the cart before', async () => {
  localStorage.setItem('cart_guest_nandi-vegetables', JSON.stringify({ [tomato.id]: tomato }));
  await openShop();
  expect(popup()).toBeNull();
  press('tomato');
  expect(popup()).toBeNull();
  press('milk');
  expect(popup()).not.toBeNull();
});

it('stays under the pointer', async () => {
  await openShop();
  press('tomato');
  fireEvent.pointerEnter(popup() ?? document.body);
  await wait(5000);
  expect(popup()).not.toBeNull();
  fireEvent.pointerLeave(popup() ?? document.body);
  await wait(1350);
  expect(popup()).toBeNull();
});

it('totals with two decimals, counts up and down, and goes away with the last line', async () => {
  await openShop();
  press('tomato');
  press('One more Tomato');
  expect(popup()?.textContent).toContain('₹57.00');
  press('One less Tomato');
  press('One less Tomato');
  expect(popup()).toBeNull();
});

it('closes on its button', async () => {
  await openShop();
  press('tomato');
  press('Close');
  expect(popup()).toBeNull();
});

it('proceeds to the order of the shop in the route', async () => {
  await openShop();
  press('tomato');
  press('Proceed to Order');
  screen.getByText('/nandi-vegetables/order');
});

it('takes the shop from the path where the route has none', async () => {
  await openShop('/nandi-vegetables/products', '*');
  press('tomato');
  press('Proceed to Order');
  screen.getByText('/nandi-vegetables/order');
});
