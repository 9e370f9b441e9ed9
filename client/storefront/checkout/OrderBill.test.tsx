import { MAX_LINES } from '@haat/contract/orders/cart';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { PlaceOrderBar } from './OrderBill.tsx';

const CART = 'cart_guest_dairy';
const TOO_MANY = 'An order can have at most 200 different products. Remove 2 to place it.';

function store(count: number) {
  const lines = Array.from({ length: count }, (_, at) => ({ id: `${at + 1}-0-0-5`, name: 'Ghee', price: 10 }));
  const cart = lines.map((line) => [line.id, { ...line, quantity: 1, image: '', shopId: 3 }]);
  localStorage.setItem(CART, JSON.stringify(Object.fromEntries(cart)));
}

const placing = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Place Order' });

beforeEach(() => localStorage.clear());
afterEach(cleanup);

it('says how many products are too many for one order, until they are taken out', async () => {
  store(MAX_LINES + 2);
  renderScreen(<PlaceOrderBar isBusy={false} isBlocked={false} problem={undefined} onPlace={() => {}} />, {
    path: '*',
    at: '/dairy/order',
  });
  expect((await screen.findByRole('alert')).textContent).toBe(TOO_MANY);
  expect(placing().disabled).toBe(true);

  store(MAX_LINES);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: CART })));
  await screen.findByText('₹2,000.00');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(placing().disabled).toBe(false);
});
