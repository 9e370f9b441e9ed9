import type { CashClosesView } from '@haat/contract/money/cash-closes.calls';
import type { CashReportView } from '@haat/contract/money/reports.calls';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, type StubRoutes, tokenFor } from '../../test/stub-server.ts';
import { CashReportScreen } from './CashReportScreen.tsx';

const BOOK = 'GET /api/shops/3/cash-report';
const entry = {
  id: 1,
  orderNumber: 'H000001',
  at: '2026-11-21T05:00:00.000Z',
  time: '10:30',
  by: 'Test Vendor',
  customer_name: 'Test Customer',
  takeaway: false,
  channel: 'online' as const,
  amount: 260.05,
};
const book: CashReportView = {
  day: '2026-11-21',
  today: '2026-11-21',
  ordered: { orders: 4, amount: 1_700 },
  received: {
    orders: 3,
    amount: 1_460.05,
    cash: { orders: 2, amount: 460.05 },
    upi: { orders: 0, amount: 0 },
    card: { orders: 0, amount: 0 },
    online: { orders: 1, amount: 1_000 },
  },
  refunded: {
    orders: 1,
    amount: 60.05,
    cash: { orders: 1, amount: 60.05 },
    upi: { orders: 0, amount: 0 },
    card: { orders: 0, amount: 0 },
    online: { orders: 0, amount: 0 },
  },
  net: 1_400,
  to_collect: { orders: 4, amount: 999.5 },
  cash: [entry, { ...entry, id: 2, orderNumber: 'H000002', time: '11:30', by: null, channel: 'counter', amount: 200 }],
  payouts: [{ ...entry, id: 9, orderNumber: 'H000009', time: '12:30', amount: 60.05 }],
};

const earlier = { day: '2026-11-20', counted: 150 };
const all = { person_id: null, name: null, received: 460.05, refunded: 60.05, expected: 400, close: null, earlier };
const CLOSE = {
  id: 1,
  day: '2026-11-21',
  entry: 1,
  opening: 200,
  received: 460.05,
  refunded: 60.05,
  paid_out: 0,
  expected: 600,
  counted: 550,
  difference: -50,
  note: null,
  by: 'Test Vendor',
  at: '2026-11-21T15:00:00.000Z',
};
const CLOSES: CashClosesView = { all, people: [{ ...all, person_id: 7, name: 'Test Vendor' }] };

function show(routes: StubRoutes, at = '/dairy/admin/cash-report', claims: object = {}) {
  const vendor = { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy', ...claims };
  localStorage.setItem('authToken', tokenFor(vendor));
  const closes = Object.fromEntries(
    ['2026-11-20', '2026-11-21'].map((day) => [`GET /api/shops/3/cash-closes/${day}`, () => CLOSES]),
  );
  const calls = stubServer({ 'GET /api/users/me': () => ({ id: 7, ...vendor }), ...closes, ...routes });
  renderScreen(<CashReportScreen />, { path: '/:shopSlug/admin/cash-report', at });
  return calls;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows what was ordered, received and refunded, and the cash by order', async () => {
  show({ [BOOK]: () => book });
  await screen.findByRole('heading', { name: 'Today, Sat, 21 Nov' });
  const sums = screen.getAllByRole('term').map((term) => term.parentElement?.textContent);
  expect(sums).toEqual([
    'Ordered₹1,700.004 orders',
    'Money received₹1,460.053 orders',
    'Cash₹460.052 orders',
    'Paid online₹1,000.001 order',
    'Refunded−₹60.051 order',
    'Refunded in cash−₹60.051 order',
    'Received less refunded₹1,400.00',
    'Cash still to collect (open orders)₹999.504 orders',
  ]);
  const rows = within(screen.getByRole('table', { name: 'Cash by order' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'H000001Test Customer10:30 AMTest Vendor₹260.05',
    'H000002Counter sale11:30 AM₹200.00',
  ]);
  expect(screen.queryByRole('link', { name: 'Next day' })).toBeNull();
});

it('navigates by day, and back to today without a parameter', async () => {
  const yesterday = { ...book, day: '2026-11-20', cash: [] };
  show({ [BOOK]: () => book, [`${BOOK}?day=2026-11-20`]: () => yesterday });
  await userEvent.click(await screen.findByRole('link', { name: 'Previous day' }));
  await screen.findByRole('heading', { name: 'Friday, 20 November 2026' });
  screen.getByText('No cash was collected on this day.');
  await userEvent.click(screen.getByRole('link', { name: 'Next day' }));
  await screen.findByRole('heading', { name: 'Today, Sat, 21 Nov' });
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-11-20' } });
  await screen.findByRole('heading', { name: 'Friday, 20 November 2026' });
});

it('shows today for an invalid day in the address', async () => {
  show({ [BOOK]: () => book }, '/dairy/admin/cash-report?day=2026-02-30');
  await screen.findByRole('heading', { name: 'Today, Sat, 21 Nov' });
});

it('shows that there are more orders than listed', async () => {
  show({ [BOOK]: () => ({ ...book, received: { ...book.received, cash: { orders: 9_000, amount: 460.05 } } }) });
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

it('closes the day with counted cash and shows the difference, by notes too', async () => {
  let closes = CLOSES;
  const calls = show({
    [BOOK]: () => book,
    'GET /api/shops/3/cash-closes/2026-11-21': () => closes,
    'POST /api/shops/3/cash-closes': () => {
      const close = { ...CLOSE, person_id: null };
      closes = { ...CLOSES, all: { ...all, close } };
      return close;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Count: All cash of the shop' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save count' }));
  expect(dialog.getByRole('alert').textContent).toBe('Enter an amount in rupees, 0 or more.');
  await userEvent.type(dialog.getByLabelText('₹500 ×'), '1');
  await userEvent.type(dialog.getByLabelText('₹50 ×'), '1');
  const opening = dialog.getByLabelText<HTMLInputElement>('Cash in the drawer at the start');
  expect(opening.value).toBe('150');
  dialog.getByText('As counted on Fri, 20 Nov. Change it if some was taken out since.');
  await userEvent.clear(opening);
  await userEvent.type(opening, '200');
  expect(dialog.getByRole('status').textContent).toBe('Expected ₹600.00₹50.00 missing');
  await userEvent.click(dialog.getByRole('button', { name: 'Save count' }));
  await screen.findByText('₹50.00 missing');
  screen.getByRole('button', { name: 'Correct: All cash of the shop' });
  const sent = calls.find(({ method, path }) => method === 'POST' && path.endsWith('/cash-closes'))?.body;
  expect(sent).toMatchObject({ day: '2026-11-21', person_id: null, entry: 1, opening: 200, paid_out: 0, counted: 550 });
});

it('retries after a failure', async () => {
  let isBroken = true;
  show({ [BOOK]: () => (isBroken ? errorResponse(500, 'internal', 'Broken') : book) });
  await screen.findByText('The cash report could not be loaded.');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('table', { name: 'Cash by order' });
});

it('asks for no report for a customer, who is led away', async () => {
  const noShops = { 'GET /api/auth/shops': () => [] };
  const customer = { role: undefined, shop_id: undefined };
  // What offers a switch of shops is loaded first.
  const calls = await act(async () => show(noShops, '/dairy/admin/cash-report', customer));
  await screen.findByText(/^went to .*dashboard$/);
  expect(calls.some(({ path }) => path.includes('cash-report'))).toBe(false);
});
