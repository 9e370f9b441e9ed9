import type { OrderTimelineView, TimelineEntryView } from '@haat/contract/orders/order-timeline.calls';
import { ORDER_EVENT_KINDS } from '@haat/contract/orders/order-events';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emitLive } from '../../lib/live-updates.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import { OrderTimelineScreen } from './OrderTimelineScreen.tsx';

const at = '2026-11-21T05:00:00.000Z';
const order: OrderTimelineView = {
  id: 4,
  orderNumber: 'H000004',
  order_status: 'Cancelled',
  takeaway: true,
  shop: { slug: 'dairy', name: 'Malnad Dairy' },
  audience: 'customer',
  entries: [
    { kind: 'placed', at, actor: 'customer' },
    { kind: 'status', at, actor: 'shop', status: 'Accepted' },
    { kind: 'promised', at, actor: 'shop', promised: '2026-11-21T05:20:00.000Z' },
    { kind: 'cancellation_requested', at, actor: 'customer', reason: 'too_late' },
    { kind: 'cancellation_refused', at, actor: 'clock' },
    { kind: 'status', at, actor: 'operator', status: 'Cancelled', reason: 'other', text: 'The shop has closed' },
    { kind: 'refund_due', at, actor: 'operator', amount: 250 },
    { kind: 'refunded', at, actor: 'clock', amount: 250 },
  ],
};

function show(answer: () => unknown) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const me = { id: 7, name: 'T', email: 'a@b.in', mobile: null, profile_image: null, language: null };
  stubServer({ 'GET /api/users/me': () => me, 'GET /api/orders/4/timeline': answer });
  renderScreen(<OrderTimelineScreen />, { path: '/:shopSlug/orders/:id/timeline', at: '/dairy/orders/4/timeline' });
}

/** Each entry without its time. */
async function entries(): Promise<string[]> {
  const items = await screen.findAllByRole('listitem');
  return items.map((item) => {
    item.querySelector('time')?.remove();
    return [...item.querySelectorAll('strong, span, li > p:not(:has(span))')]
      .map(({ textContent }) => textContent)
      .join(' | ');
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('follows the order, and leads its customer to all orders', async () => {
  let shown = { ...order, entries: order.entries.slice(0, 1) };
  show(() => shown);
  const link = await screen.findByRole('link', { name: 'All orders' });
  expect(link.getAttribute('href')).toBe('/dairy/order-history');
  shown = { ...order, entries: order.entries.slice(0, 2) };
  const event = { feed: 'user:7', seq: 1, order_id: 4, order_number: 'H000004', at } as const;
  act(() => emitLive('order.status', { ...event, status: 'Accepted' }));
  await screen.findByText('Accepted');
});

it('says to the customer in plain words what happened, by whom and why', async () => {
  show(() => order);
  await screen.findByRole('heading', { name: 'Order H000004' });
  expect(await entries()).toEqual([
    'Order placed | You',
    'Accepted | Malnad Dairy',
    expect.stringMatching(/^Promised for 21 Nov 2026, .* \| Malnad Dairy$/),
    'Asked to cancel the order | You | It takes too long',
    'Not cancelled: the order continues | Automatic',
    'Cancelled | Support | The shop has closed',
    '₹250.00 is being refunded | Support',
    '₹250.00 refunded | Automatic',
  ]);
});

it('shows names, devices, messages and payments to the shop and the operator', async () => {
  const message = { channel: 'push', to: 'shop', about: 'order.placed', state: 'sent', count: 3 } as const;
  const staff: TimelineEntryView[] = [
    { kind: 'placed', at, actor: 'customer' },
    { kind: 'message', at, message },
    {
      kind: 'message',
      at,
      status: 'Accepted',
      message: { ...message, channel: 'mail', to: 'customer', state: 'logged', count: 1 },
    },
    { kind: 'alerted', at, actor: 'clock', alert: 'webhook' },
    { kind: 'payment', at, amount: 250, payment: { provider: 'razorpay', state: 'consumed', source: 'webhook' } },
    { kind: 'status', at, actor: 'shop', by: 'Asha', device: 'Chrome on Android', status: 'Delivered' },
    { kind: 'adjusted', at, actor: 'shop', by: 'Asha', total: 230, revision: 2 },
  ];
  show(() => ({ ...order, audience: 'staff', entries: staff }));
  expect(await entries()).toEqual([
    'Order placed | Customer',
    'Push message to the shop | New order | sent | 3 devices',
    'Email to the customer | Accepted | not sent: no service is set up',
    'Shop reminded by SMS or WhatsApp | Automatic',
    'Payment of ₹250.00: Paid | Razorpay | by a webhook',
    'Picked up | Shop: Asha | Chrome on Android',
    'Order changed, the total is now ₹230.00 | Shop: Asha | Version 2 of the order',
  ]);
});

it('has words for every kind of event, also without its details', async () => {
  show(() => ({ ...order, entries: ORDER_EVENT_KINDS.map((kind) => ({ kind, at, actor: 'shop' })) }));
  const shown = await entries();
  expect(shown).toHaveLength(ORDER_EVENT_KINDS.length);
  for (const words of shown) expect(words).not.toMatch(/timeline\./);
});

it("says that an order is unknown or somebody else's", async () => {
  show(() => errorResponse(404, 'not_found', 'Order not found'));
  await screen.findByText('This order does not exist, or you do not have access to it.');
});
