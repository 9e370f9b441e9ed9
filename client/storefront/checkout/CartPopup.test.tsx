import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleProduct, sampleShop } from '../../test/samples.ts';
import { stubServer } from '../../test/stub-server.ts';
import { CartPopup, useProceedToOrder } from './CartPopup.tsx';
import { useCart, useCartSend } from '../../shared/cart/use-cart.ts';

const tomato = { id: '12-0-0-3', name: 'Tomato', price: 28.5, quantity: 1, image: '', shopId: 7 };
const third = { ...tomato, id: '14-0-0-3', name: 'Okra', price: 9 };
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
      <button type="button" onClick={() => send({ type: 'line.added', line: third })}>
        third
      </button>
      <main tabIndex={-1}>{isLoaded ? <Popup /> : null}</main>
      <p>{useLocation().pathname}</p>
    </>
  );
}

function Popup() {
  const [countBefore] = useState(useCart().lineCount);
  return <CartPopup shopSlug="nandi-vegetables" countBefore={countBefore} />;
}

function Proceed() {
  const proceed = useProceedToOrder();
  return (
    <>
      <button type="button" onClick={proceed}>
        proceed
      </button>
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

it('stays while the keyboard is in it, wherever the pointer goes', async () => {
  await openShop();
  press('tomato');
  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  fireEvent.pointerEnter(popup() ?? document.body);
  fireEvent.pointerLeave(popup() ?? document.body);
  await wait(5000);
  expect(popup()).not.toBeNull();
  act(() => screen.getByRole('button', { name: 'tomato' }).focus());
  await wait(1350);
  expect(popup()).toBeNull();
});

it('gives the keyboard the next line when one is taken out, and the page after the last', async () => {
  await openShop();
  press('tomato');
  press('milk');
  for (const name of ['One less Milk', 'One less Tomato']) {
    const button = screen.getByRole('button', { name });
    act(() => button.focus());
    fireEvent.click(button);
    expect(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName).toBe(
      name.endsWith('Milk') ? 'One less Tomato' : 'MAIN',
    );
  }
});

it('stops at the stock, and says how much is left', async () => {
  const product = sampleProduct({ id: 12, shopId: 7, variants: [{ ...sampleProduct().variants[0]!, stock: 2 }] });
  stubServer({
    'GET /api/shops/nandi-vegetables': () => sampleShop(),
    'GET /api/products?shopId=7': () => [product],
  });
  await openShop();
  await wait(50);
  press('tomato');
  await wait(50);
  press('One more Tomato');
  press('One more Tomato');
  expect(popup()?.textContent).toContain('Only 2 left');
  expect(JSON.parse(localStorage.getItem('cart_guest_nandi-vegetables') ?? '')[tomato.id].quantity).toBe(2);
});

it('says what a line costs now where the shop changed its price, and counts what was agreed to', async () => {
  const dearer = { ...tomato, price: 25 };
  const cheaper = { ...milk, price: 27.5 };
  localStorage.setItem('cart_guest_nandi-vegetables', JSON.stringify({ [dearer.id]: dearer, [cheaper.id]: cheaper }));
  const only = { ...sampleProduct().variants[0]!, price: 28.5, stock: 5 };
  const unit = { id: 1, name: '1 l' };
  stubServer({
    'GET /api/shops/nandi-vegetables': () => sampleShop(),
    'GET /api/products?shopId=7': () => [
      sampleProduct({ id: 12, variants: [only] }),
      sampleProduct({ id: 13, variants: [{ ...only, price: 27, unit }] }),
      sampleProduct({ id: 14, variants: [{ ...only, price: 9 }] }),
    ],
  });
  await openShop();
  await wait(50);
  press('third');
  await wait(50);
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  // The newest line first.
  expect(lines[0]).toContain('Okra');
  expect(lines[0]).not.toContain('Now');
  expect(lines[1]).toContain('Now ₹27.00, was ₹27.50');
  expect(lines[2]).toContain('Now ₹28.50, was ₹25.00');
  expect(popup()?.textContent).toContain('Total₹61.50');
});

it('shows pictures of 50x50 px, and the logo where there is none or it does not load', async () => {
  await openShop();
  press('tomato');
  const image = popup()?.querySelector('img');
  expect([image?.width, image?.height, image?.getAttribute('src')]).toEqual([50, 50, '/images/shops/logo.png']);
});

it.each(['undefined', 'null'])('takes the shop from the path where the route says %s', async (slug) => {
  renderScreen(
    <Routes>
      <Route path="/dairy/:shopSlug" element={<Proceed />} />
    </Routes>,
    { path: '*', at: `/dairy/${slug}` },
  );
  await wait(0);
  press('proceed');
  screen.getByText('/dairy/order');
});

it('goes nowhere without any shop', async () => {
  renderScreen(<Proceed />, { path: '*', at: '/undefined' });
  await wait(0);
  press('proceed');
  screen.getByText('/undefined');
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

it('takes the shop from the path where the route has no parameter', async () => {
  await openShop('/nandi-vegetables/products', '*');
  press('tomato');
  press('Proceed to Order');
  screen.getByText('/nandi-vegetables/order');
});
