import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleOrder } from '../../test/samples.ts';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { OrderChanges } from './OrderChanges.tsx';

const ghee = sampleOrder().items[0]!;
const rice = { ...ghee, id: 42, name: 'Rice', price: 50, quantity: 2, amount: 100, unit: '1 kg' };
const until = '2026-11-21T09:30:00.000Z';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows every change with its lines and totals, the latest first', () => {
  stubServer({});
  const weighed = { ...rice, packed_grams: 1_905, amount: 95.25 };
  const order = sampleOrder({
    revision: 3,
    total: 95.25,
    items: [weighed, { ...ghee, id: 43, name: 'Salt', quantity: 1, amount: 28 }],
    revisions: [
      { revision: 1, total: 350, until, items: [ghee, rice] },
      { revision: 2, total: 100, until, items: [rice] },
    ],
  });
  renderScreen(<OrderChanges order={order} />, { path: '/', at: '/' });
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts).toEqual([
    '2 × Rice, 1 kg₹100.002 × Rice, 1 kg, packed 1.905 kg₹95.25',
    'Added: 1 × Salt, 500 g₹28.00',
    '2 × Ghee, 500 g₹250.00Left out',
  ]);
  expect(screen.getAllByText('New total').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'New total₹100.00 ₹95.25',
    'New total₹350.00 ₹100.00',
  ]);
});

it.each([
  ['due', '₹50.00 is being refunded to your original payment method. Most banks take a few days.'],
  ['done', '₹50.00 was refunded to your original payment method.'],
] as const)('tells the customer what of an online payment goes back with each change: %s', async (state, text) => {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  stubServer({
    'GET /api/orders/4/payment': () => ({
      orderId: 4,
      orderNumber: 'H000004',
      order_status: 'Accepted',
      payment_status: 'paid',
      total: 340,
      reserved_until: null,
      refund: { amount: 60, state },
      can_retry: false,
    }),
  });
  const order = sampleOrder({
    payment_method: 'online',
    payment_status: 'paid',
    revision: 4,
    total: 340,
    revisions: [
      { revision: 1, total: 400, until, items: [ghee] },
      { revision: 2, total: 350, until, items: [ghee, rice] },
      // The cash part comes on top of the online payment, so nothing is refunded.
      { revision: 3, total: 360, until, items: [ghee] },
    ],
  });
  renderScreen(<OrderChanges order={order} isOwn />, { path: '/', at: '/' });
  await screen.findByText(text);
  expect(screen.getAllByText(/refunded/).map(({ textContent }) => /₹[\d.]+/.exec(textContent ?? '')?.[0])).toEqual([
    '₹10.00',
    '₹50.00',
  ]);
  cleanup();
  renderScreen(<OrderChanges order={order} />, { path: '/', at: '/' });
  expect(screen.queryByText(/refunded/)).toBeNull();
  localStorage.clear();
});

it('is folded for the shop, with the answer of the customer', () => {
  stubServer({});
  const order = sampleOrder({
    order_status: 'Accepted',
    revision: 2,
    proposal: { id: 9, state: 'answered', at: until, answer_by: until, total: 100, lines: [] },
    items: [rice],
    revisions: [{ revision: 1, total: 350, until, items: [ghee, rice] }],
  });
  renderScreen(<OrderChanges order={order} />, { path: '/', at: '/' });
  const fold = screen.getByRole<HTMLDetailsElement>('group', { name: 'Items changed' });
  expect(fold.open).toBe(false);
  within(fold).getByText('The customer has answered');
});

it('shows nothing for an order that is as it was placed', () => {
  stubServer({});
  renderScreen(<OrderChanges order={sampleOrder()} />, { path: '/', at: '/' });
  expect(screen.queryByRole('group')).toBeNull();
});
