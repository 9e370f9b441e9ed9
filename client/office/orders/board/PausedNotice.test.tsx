import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emitLive } from '../../../lib/live-updates.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sampleSettings } from '../../../test/samples.ts';
import { stubServer, tokenFor } from '../../../test/stub-server.ts';
import { PausedNotice } from './PausedNotice.tsx';

const missed = (orderNumber: string, at: number) => ({
  id: Number(orderNumber.slice(1)),
  orderNumber,
  total: 520,
  customer_name: 'Test Customer',
  customer_phone: '9876543210',
  missed_at: '2026-11-23T10:00:00Z',
  is_read: false,
  stopped_shop: at < 3,
});

function show(changes: { current: object }) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const calls = stubServer({
    'GET /api/shops/3/settings': () => sampleSettings(changes.current),
    'GET /api/notifications/missed-orders': () => ['H000003', 'H000004', 'H000002', 'H000001'].map(missed),
    'PUT /api/shops/3/pause': () => ({ paused: false }),
  });
  renderScreen(<PausedNotice shopId={3} />, { path: '/', at: '/' });
  return calls;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says that the shop was stopped because it did not answer, as soon as that happens, and resumes it', async () => {
  const changes = { current: {} };
  const calls = show(changes);
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/settings'))).toBe(true));
  expect(screen.queryByRole('alert')).toBeNull();

  changes.current = { paused: true, not_responding: true };
  const event = { feed: 'shop:3', seq: 9, order_id: 4, order_number: 'H000004', at: '2026-11-23T10:00:00Z' } as const;
  act(() => emitLive('order.updated', { ...event, update: 'not_responding' }));
  await screen.findByText(/^Your last three orders were not answered in time/);
  await screen.findByRole('link', { name: 'H000004' });
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['H000002', '/?search=H000002'],
    ['H000003', '/?search=H000003'],
    ['H000004', '/?search=H000004'],
  ]);

  changes.current = {};
  await userEvent.click(screen.getByRole('button', { name: 'Resume orders' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ paused: false });
});

it('says that a member has paused it', async () => {
  show({ current: { paused: true } });
  await screen.findByText("Customers can't order until you resume.");
});
