import type { StatsView } from '@haat/contract/money/reports.calls';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import { ShopStats } from './ShopStats.tsx';

const days = Array.from({ length: 14 }, (_, at) => ({
  day: `2026-11-${String(at + 8).padStart(2, '0')}`,
  orders: at,
  ordered: at * 100,
  received: at * 90,
  refunded: at,
}));

const stats: StatsView = {
  today: days[13]!,
  to_collect: { orders: 2, amount: 250.5 },
  open_orders: 3,
  has_products: true,
  days,
  best_sellers: [{ product_id: 1, name: 'Filter coffee', image: null, quantity: 12, ordered: 960.5 }],
  low_stock: [
    { product_id: 2, variant_id: 20, name: 'Curd', option: '500 ml', stock: 0, stock_unit: 'piece' },
    { product_id: 3, variant_id: 30, name: 'Bread', option: null, stock: 4, stock_unit: 'piece' },
  ],
  low_stock_count: 9,
};

function show(answer: () => unknown, isNew = false) {
  const claims = { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
  localStorage.setItem('authToken', tokenFor(claims));
  stubServer({ 'GET /api/users/me': () => ({ id: 7, ...claims }), 'GET /api/shops/3/stats': answer });
  renderScreen(<ShopStats isNew={isNew} />, { path: '/vendor/dashboard', at: '/vendor/dashboard' });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the stats of today, with links to open orders and low stock', async () => {
  show(() => stats);
  const region = within(await screen.findByRole('region', { name: 'Shop performance' }));
  const tiles = region.getAllByRole('listitem').slice(0, 5);
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    'Ordered today₹1,300.0013 orders',
    'Received today₹1,170.00₹13.00 refunded',
    'Cash to collect₹250.502 orders',
    'Open orders3',
    'Low stock9',
  ]);
  expect(region.getByRole('link', { name: /Received today/ }).getAttribute('href')).toBe('/dairy/admin/cash-report');
  expect(region.getByRole('link', { name: /Open orders/ }).getAttribute('href')).toBe('/dairy/shop-orders');
  expect(region.getByRole('link', { name: /Low stock/ }).getAttribute('href')).toBe('/dairy/admin/products?status=low');
});

it('shows a new shop neither an empty chart nor that no item is low', async () => {
  const none = { orders: 0, ordered: 0, received: 0, refunded: 0 };
  const empty = {
    ...stats,
    days: days.map((day) => ({ ...day, ...none })),
    best_sellers: [],
    low_stock: [],
    low_stock_count: 0,
  };
  show(() => ({ ...empty, today: empty.days[13]! }), true);
  await screen.findByRole('region', { name: 'Shop performance' });
  expect(screen.queryByRole('figure')).toBeNull();
  expect(screen.queryByText(/last 14 days/i)).toBeNull();
  cleanup();
  show(() => ({ ...empty, today: empty.days[13]!, has_products: false }), true);
  await vi.waitFor(() => expect(document.querySelector('[class*="coming"]')).toBeNull());
  expect(screen.queryByRole('region')).toBeNull();
});

it('has a row for each of the last fourteen days', async () => {
  show(() => stats);
  const table = await screen.findByRole('table', { name: 'Last 14 days' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(14);
  expect(rows[13]?.textContent).toBe('Sat, 21 Nov13₹1,300.00₹1,170.00₹13.00');
});

it('lists best sellers and low stock, with links to restock', async () => {
  show(() => stats);
  const best = within(await screen.findByRole('region', { name: 'Best sellers' }));
  expect(best.getByRole('listitem').textContent).toBe('Filter coffee12 sold₹960.50');
  const low = within(screen.getByRole('region', { name: 'Running low' }));
  expect(low.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Curd · 500 mlSold out',
    'Bread4 left',
  ]);
  expect(low.getByText('and 7 more')).toBeTruthy();
  expect(low.getByRole('link', { name: 'Bread' }).getAttribute('href')).toBe('/dairy/admin/edit-product/3');
});

it('shows empty lists for a new shop', async () => {
  show(() => ({ ...stats, best_sellers: [], low_stock: [], low_stock_count: 0 }));
  expect(await screen.findByText('No sales in this period yet.')).toBeTruthy();
  expect(screen.getByText('No items are low on stock.')).toBeTruthy();
});

it('claims nothing of a shop without products and orders', async () => {
  const empty = days.map(({ day }) => ({ day, orders: 0, ordered: 0, received: 0, refunded: 0 }));
  const nothing = { best_sellers: [], low_stock: [], low_stock_count: 0, days: empty, today: empty[13]! };
  show(() => ({ ...stats, ...nothing, has_products: false }));
  expect(await screen.findByText('This shop has no published products yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add Product' }).getAttribute('href')).toBe('/dairy/admin/add-product');
  expect(screen.getByText('No orders or payments in this period yet.')).toBeTruthy();
  expect(screen.queryByText('No items are low on stock.')).toBeNull();
});

it('retries after a failure', async () => {
  let isBroken = true;
  show(() => (isBroken ? errorResponse(500, 'internal', 'Broken') : stats));
  expect(await screen.findByText('The statistics could not be loaded.')).toBeTruthy();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Shop performance' })).toBeTruthy();
});
