import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { emitLive } from '../../lib/live-updates.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { ShopBackOffice } from '../orders/alerts/ShopBackOffice.tsx';
import { ShopStats } from './ShopStats.tsx';

const PATH = '/api/shops/3/stats';
const claims = { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
const day = { day: '2026-11-21', orders: 1, ordered: 100, received: 0, refunded: 0 };
const toCollect = { orders: 1, amount: 100 };
const stats = {
  today: day,
  to_collect: toCollect,
  open_orders: 1,
  has_products: true,
  days: [day],
  best_sellers: [],
  low_stock: [],
  low_stock_count: 0,
};

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('refetches once for all orders that change within three seconds', async () => {
  let reads = 0;
  vi.stubGlobal('EventSource', EventTarget);
  localStorage.setItem('authToken', tokenFor(claims));
  stubServer({
    'GET /api/users/me': () => ({ id: 7, ...claims }),
    'GET /api/notifications': () => [],
    'POST /api/notifications/stream-ticket': () => new Promise(() => {}),
    [`GET ${PATH}`]: () => {
      reads += 1;
      return stats;
    },
  });
  renderScreen(
    <ShopBackOffice>
      <ShopStats />
    </ShopBackOffice>,
    { path: '/dairy/admin/dashboard', at: '/dairy/admin/dashboard' },
  );
  await screen.findByRole('region', { name: 'Shop performance' });
  vi.useFakeTimers();
  const move = (seq: number) =>
    emitLive('order.status', {
      feed: 'shop:3',
      seq,
      order_id: seq,
      order_number: `H${seq}`,
      status: 'Accepted',
      at: '',
    });
  const before = reads;

  for (let seq = 1; seq <= 20; seq += 1) move(seq);
  await vi.advanceTimersByTimeAsync(2900);
  expect(reads - before).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(reads - before).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads - before).toBe(2);
  move(21);
  await vi.advanceTimersByTimeAsync(0);
  expect(reads - before).toBe(3);
});
