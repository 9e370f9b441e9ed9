import type { MoneyReportView } from '@haat/contract/money/money-reports.calls';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, type StubRoutes, tokenFor } from '../../test/stub-server.ts';
import { ReportsScreen } from './ReportsScreen.tsx';

const REPORT = 'GET /api/shops/3/money-report';
const sums = { orders: 2, ordered: 1_500, received: 1_200.5, refunded: 20 };
const days = [
  { day: '2026-11-20', orders: 0, ordered: 0, received: 0, refunded: 0 },
  { day: '2026-11-21', ...sums },
];
const report: MoneyReportView = {
  from: '2026-11-20',
  to: '2026-11-21',
  today: '2026-11-21',
  by: 'day',
  total: sums,
  to_collect: { orders: 1, amount: 99 },
  days,
  rows: days.map(({ day, ...rest }) => ({ key: day, name: null, items: null, ...rest })),
  row_count: 2,
};
const products: MoneyReportView = {
  ...report,
  by: 'product',
  rows: [{ key: '1', name: 'Rice', orders: 2, items: 5, ordered: 1_500, received: null, refunded: null }],
  row_count: 1,
};

function show(routes: StubRoutes, query = '') {
  const vendor = { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
  localStorage.setItem('authToken', tokenFor(vendor));
  const calls = stubServer({ 'GET /api/users/me': () => ({ id: 7, ...vendor }), ...routes });
  const path = '/:shopSlug/admin/reports';
  renderScreen(<ReportsScreen />, { path, at: `/dairy/admin/reports${query}` });
  return calls;
}

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the sums of the last seven days, day by day, without days that have none', async () => {
  show({ [`${REPORT}?by=day&period=7days`]: () => report });
  expect(await screen.findByRole('table', { name: 'Day' })).toBeTruthy();
  expect(rowsOf('Day')).toEqual(['Sat, 21 Nov2₹1,500.00₹1,200.50₹20.00', 'Total2₹1,500.00₹1,200.50₹20.00']);
  expect(screen.getByText('Cash still to collect (open orders)').parentElement?.textContent).toContain('₹99.00');
});

it('groups by product, for the same days', async () => {
  show(
    { [`${REPORT}?by=day&period=30days`]: () => report, [`${REPORT}?by=product&period=30days`]: () => products },
    '?period=30days',
  );
  await screen.findByRole('table', { name: 'Day' });
  await userEvent.click(screen.getByRole('button', { name: 'Product' }));
  expect(await screen.findByRole('table', { name: 'Product' })).toBeTruthy();
  expect(rowsOf('Product')).toEqual(['Rice25₹1,500.00', 'Total25₹1,500.00']);
});

it('shows any two days, and says what is wrong with others', async () => {
  show({
    [`${REPORT}?by=day&period=7days`]: () => report,
    [`${REPORT}?by=day&from=2026-11-01&to=2026-11-20`]: () => ({ ...report, from: '2026-11-01', to: '2026-11-20' }),
  });
  await screen.findByRole('table', { name: 'Day' });
  await userEvent.click(screen.getByRole('button', { name: 'Other days' }));
  const [first, last] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')];
  expect([first, last].map((input) => (input as HTMLInputElement).value)).toEqual(['2026-11-20', '2026-11-21']);
  fireEvent.change(first, { target: { value: '2026-11-22' } });
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByRole('alert').textContent).toContain('at most 366 days');
  fireEvent.change(first, { target: { value: '2026-11-01' } });
  fireEvent.change(last, { target: { value: '2026-11-20' } });
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  await screen.findByRole('heading', { name: 'Sunday, 1 November 2026 – Friday, 20 November 2026' });
});

it('downloads the report that is shown, and the orders of its days', async () => {
  const broken = () => errorResponse(500, 'internal', 'Broken');
  const calls = show(
    {
      [`${REPORT}?by=product&period=month`]: () => products,
      [`${REPORT}.csv?by=product&period=month`]: broken,
      'GET /api/shops/3/orders.csv?period=month': broken,
    },
    '?by=product&period=month',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await screen.findByText('The file could not be downloaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Download orders' }));
  await screen.findByText('The file could not be downloaded.');
  expect(calls.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/api/shops/3/money-report.csv?by=product&period=month',
      '/api/shops/3/orders.csv?period=month',
    ]),
  );
});

it('retries after a failure', async () => {
  let isBroken = true;
  show({ [`${REPORT}?by=day&period=7days`]: () => (isBroken ? errorResponse(500, 'internal', 'Broken') : report) });
  await screen.findByText('The report could not be loaded.');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('table', { name: 'Day' });
});
