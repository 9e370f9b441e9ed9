import type { CashReportView } from '@haat/contract/api/reports';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, type StubRoutes, tokenFor } from '../../test/stub-server.ts';
import { CashReportScreen } from './CashReportScreen.tsx';

const BOOK = 'GET /api/shops/3/cash-report';
const book: CashReportView = {
  day: '2026-11-21',
  today: '2026-11-21',
  cash: {
    orders: 2,
    amount: 460.05,
    list: [
      {
        id: 1,
        orderNumber: 'H000001',
        delivered_at: '2026-11-21T05:00:00.000Z',
        time: '10:30',
        by: 'Test Vendor',
        customer_name: 'Test Customer',
        takeaway: false,
        amount: 260.05,
      },
      {
        id: 2,
        orderNumber: 'H000002',
        delivered_at: '2026-11-21T06:00:00.000Z',
        time: '11:30',
        by: null,
        customer_name: 'Another Customer',
        takeaway: true,
        amount: 200,
      },
    ],
  },
  online: { orders: 1, amount: 1_000 },
  paid_out: {
    orders: 1,
    amount: 60.05,
    list: [
      {
        id: 9,
        orderNumber: 'H000009',
        paid_at: '2026-11-21T07:00:00.000Z',
        time: '12:30',
        by: 'Test Vendor',
        customer_name: 'Test Customer',
        amount: 60.05,
      },
    ],
  },
  total: 1_400,
  due: { orders: 4, amount: 999.5 },
};

function show(routes: StubRoutes, at = '/dairy/admin/cash-report', claims: object = {}) {
  const vendor = { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy', ...claims };
  localStorage.setItem('authToken', tokenFor(vendor));
  const calls = stubServer({ 'GET /api/users/me': () => ({ id: 7, ...vendor }), ...routes });
  renderScreen(<CashReportScreen />, { path: '/:shopSlug/admin/cash-report', at });
  return calls;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the collected cash and its orders', async () => {
  show({ [BOOK]: () => book });
  await screen.findByRole('heading', { name: 'Today, Sat, 21 Nov' });
  const sums = screen.getAllByRole('term').map((term) => term.parentElement?.textContent);
  expect(sums).toEqual([
    'Cash collected₹460.052 orders',
    'Paid online₹1,000.001 order',
    'Paid out in cash-₹60.051 order',
    'Total revenue₹1,400.003 orders',
    'Cash to collect (all open orders)₹999.504 orders',
  ]);
  const rows = within(screen.getByRole('table', { name: 'Cash by order' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'H000001Test Customer10:30Test Vendor₹260.05',
    'H000002Another Customer11:30₹200.00',
  ]);
  expect(screen.queryByRole('link', { name: 'Next day' })).toBeNull();
});

it('navigates by day, and back to today without a parameter', async () => {
  const yesterday = { ...book, day: '2026-11-20', cash: { orders: 0, amount: 0, list: [] } };
  show({ [BOOK]: () => book, [`${BOOK}?day=2026-11-20`]: () => yesterday });
  await userEvent.click(await screen.findByRole('link', { name: 'Previous day' }));
  await screen.findByRole('heading', { name: 'Friday, 20 November 2026' });
  screen.getByText('No cash was collected on this day.');
  await userEvent.click(screen.getByRole('link', { name: 'Next day' }));
  await screen.findByRole('heading', { name: 'Today, Sat, 21 Nov' });
});

it('shows today for an invalid day in the address', async () => {
  show({ [BOOK]: () => book }, '/dairy/admin/cash-report?day=2026-02-30');
  await screen.findByRole('heading', { name: 'Today, Sat, 21 Nov' });
});

it('shows that there are more orders than listed', async () => {
  show({ [BOOK]: () => ({ ...book, cash: { ...book.cash, orders: 9_000 } }) });
  await screen.findByText('Showing the first 2 orders. The totals include all of them.');
});

it('prints, and downloads the day for a spreadsheet', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const calls = show({
    [BOOK]: () => book,
    [`${BOOK}.csv?day=2026-11-21`]: () => errorResponse(500, 'internal', 'Broken'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  await screen.findByText('The cash report could not be downloaded.');
  expect(calls.map(({ path }) => path)).toContain('/api/shops/3/cash-report.csv?day=2026-11-21');
});

it('retries after a failure', async () => {
  let isBroken = true;
  show({ [BOOK]: () => (isBroken ? errorResponse(500, 'internal', 'Broken') : book) });
  await screen.findByText('The cash report could not be loaded.');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('table', { name: 'Cash by order' });
});

it('is for members of the shop only', async () => {
  const calls = show({}, '/dairy/admin/cash-report', { role: undefined, shop_id: undefined });
  await screen.findByText('Access denied. Only vendors can view this page.');
  expect(calls.some(({ path }) => path.includes('cash-report'))).toBe(false);
});
