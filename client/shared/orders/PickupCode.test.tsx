import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleOrder } from '../../test/samples.ts';
import { stubServer } from '../../test/stub-server.ts';
import { PickupCode } from './PickupCode.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(order: Parameters<typeof sampleOrder>[0]) {
  stubServer({});
  renderScreen(<PickupCode order={sampleOrder({ order_status: 'Accepted', asks_code: true, ...order })} />, {
    path: '*',
    at: '/dairy/order-history',
  });
}

it.each([
  [true, 'Show it at the shop to get your order.'],
  [false, 'Show it at the door when your order is there.'],
])('shows the code and a QR code (takeaway: %s)', async (takeaway, hint) => {
  show({ takeaway, pickup_code: '0821' });
  const region = screen.getByRole('group', { name: 'Pickup code' });
  expect(region.textContent).toContain('0821');
  expect(region.textContent).toContain(hint);
  expect(await screen.findByRole('img', { name: 'QR code with your pickup code' })).toBeTruthy();
});

it('shows nothing any more once the order is handed over', () => {
  show({ pickup_code: '0821', order_status: 'Delivered' });
  expect(screen.queryByRole('group')).toBeNull();
});

it('shows nothing without a code', () => {
  show({ pickup_code: null });
  expect(screen.queryByRole('group')).toBeNull();
});
