import type { OrderStatus } from '@haat/contract/orders/order-status';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleOrder } from '../../test/samples.ts';
import { OrderTimeline } from './OrderTimeline.tsx';
import styles from './OrderTimeline.module.css';

function show(order_status: OrderStatus) {
  renderScreen(<OrderTimeline order={sampleOrder({ order_status, steps: [] })} />, { path: '/', at: '/' });
  return screen.getAllByRole('listitem').map((step) => step.className);
}

afterEach(cleanup);

it('shows the current status and those before it as reached', () => {
  const { reached, ahead } = styles;
  expect(reached).not.toBe(ahead);
  expect(show('Accepted')).toEqual([reached, reached, ahead, ahead]);
  expect(screen.getAllByRole('listitem')[1]?.getAttribute('aria-current')).toBe('step');
});

it('shows the steps of an unknown status as ahead', () => {
  const { ahead } = styles;
  expect(show('Packed' as OrderStatus)).toEqual([ahead, ahead, ahead, ahead]);
  expect(screen.queryByText('Packed')).toBeNull();
});

it('shows the time alone on the day of the order, and the date on later days', () => {
  const steps = [
    { status: 'Pending', at: '2026-11-21T09:00:00.000Z' },
    { status: 'Accepted', at: '2026-11-21T09:05:00.000Z' },
    { status: 'In Transit', at: '2026-11-23T09:05:00.000Z' },
  ] as const;
  const order = sampleOrder({ order_status: 'In Transit', steps: [...steps] });
  renderScreen(<OrderTimeline order={order} />, { path: '/', at: '/' });
  const [placed, accepted, sent] = screen.getAllByRole('time').map(({ textContent }) => textContent);
  expect(placed).toMatch(/^\d+:00\s[AP]M$/);
  expect(accepted).toMatch(/^\d+:05\s[AP]M$/);
  expect(sent).toMatch(/^23 Nov 2026, \d+:05\s[AP]M$/);
});

it.each([
  ['Pending', false, 'Waiting for the shop to accept'],
  ['Accepted', false, 'The shop is preparing your order. Delivery comes next.'],
  ['Accepted', true, 'The shop is preparing your order. Pick it up at the shop.'],
  ['In Transit', false, 'Your order is on its way to your address.'],
  ['Ready', true, 'You can pick up your order at the shop.'],
] as const)('says what follows %s, takeaway: %s', (order_status, takeaway, text) => {
  renderScreen(<OrderTimeline order={sampleOrder({ order_status, takeaway })} />, { path: '/', at: '/' });
  screen.getByText(text);
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Placed');
});
