import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anOrder } from '../../test/an-order.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { OrderSummaryScreen } from './OrderSummaryScreen.tsx';
import { saveOrderSummary } from './summary-storage.ts';

const summary = { orderId: 4, orderNumber: 'H000004', order_status: 'Pending', total: 250, shopSlug: 'dairy' } as const;
const line = { id: '1-0-0-0', name: 'Ghee', price: 125, quantity: 2, image: '', shopId: 3 };

function show(query = '') {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  localStorage.setItem('cart_7_dairy', JSON.stringify({ [line.id]: line }));
  stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'Test Customer', email: 'a@b.in', mobile: null, profile_image: null }),
    'GET /api/orders/user?limit=20': () => [anOrder({ id: 5, orderNumber: 'H000005' }), anOrder()],
  });
  const at = `/dairy/order-summary${query}`;
  renderScreen(<OrderSummaryScreen />, { path: '/:shopSlug/order-summary', at });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the order that was placed, as the server has it, and empties the cart', async () => {
  saveOrderSummary(summary);
  show();
  expect(await screen.findByText('₹250.00', { selector: 'strong' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Order H000004' })).toBeTruthy();
  expect(screen.getByText('Delivery to: 4th Main, Bengaluru 560011')).toBeTruthy();
  await waitFor(() => expect(localStorage.getItem('cart_7_dairy')).toBeNull());
});

it('leads to the products', async () => {
  saveOrderSummary(summary);
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Go to Products' }));
  expect(await screen.findByText('went to /dairy/products')).toBeTruthy();
});

it.each([
  ['?success=true', 'Payment successful! Thank you for your order.'],
  ['?canceled=true', 'Payment was canceled. You can try again.'],
])('alerts on %s', async (query, text) => {
  saveOrderSummary(summary);
  show(query);
  const alert = await screen.findByRole('alertdialog', { name: text });
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(alert.isConnected).toBe(false);
});

it('keeps the cart when the payment was canceled, and leads back to it', async () => {
  show('?canceled=true');
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  await userEvent.click(screen.getByRole('link', { name: 'Try again' }));
  await screen.findByText('went to /dairy/order');
  expect(localStorage.getItem('cart_7_dairy')).not.toBeNull();
});

it.each(['{', '[]', '{"orderId":"x"}'])('shows no order for a stored %s', async (stored) => {
  localStorage.setItem('orderSummary', stored);
  show();
  expect(await screen.findByText('There is no order to show here.')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Order placed' })).toBeNull();
});
