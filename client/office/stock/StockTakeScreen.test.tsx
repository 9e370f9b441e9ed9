import type { StockTakeLine, StockTakeView } from '@haat/contract/stock/stock-takes.calls';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, type StubCall, stubServer, type StubRoutes, tokenFor } from '../../test/stub-server.ts';
import { StockTakeScreen } from './StockTakeScreen.tsx';

const TAKE = '/api/shops/3/stock-takes/12';
const BARCODE = '8901063092730';
const AT = '2026-11-20T05:00:00.000Z';

const rice: StockTakeLine = {
  variant_id: 7,
  product_id: 5,
  name: 'Rice',
  option: '5 kg',
  barcode: BARCODE,
  stock_unit: 'piece',
  content: 1,
  counted: 3,
  expected: 10,
  to_pack: 2,
  difference: -7,
  moved: 0,
  edited: false,
  reason: null,
  note: null,
  counted_by: 'Test Vendor',
  counted_at: AT,
  value: -700,
  cost_value: null,
};
const take: StockTakeView = {
  id: 12,
  state: 'open',
  category: null,
  started_at: AT,
  started_by: 'Test Vendor',
  ended_at: null,
  ended_by: null,
  counted: 1,
  differing: 1,
  pieces: -7,
  value: -700,
  cost_value: null,
  uncounted: 4,
  lines: [rice],
};

function show(routes: StubRoutes) {
  const vendor = { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
  localStorage.setItem('authToken', tokenFor(vendor));
  const calls = stubServer({
    'GET /api/users/me': () => ({ id: 7, ...vendor }),
    [`GET ${TAKE}`]: () => take,
    ...routes,
  });
  renderScreen(<StockTakeScreen />, { path: '/:shopSlug/admin/stock/takes/:id', at: '/dairy/admin/stock/takes/12' });
  return calls;
}

const counts = (calls: StubCall[]) => calls.filter(({ path }) => path === `${TAKE}/counts`);
const box = () =>
  within(screen.getByRole('table')).findByRole<HTMLInputElement>('textbox', { name: 'Counted: Rice, 5 kg' });
const finish = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Finish and correct the stock' });

function scan(): void {
  for (const key of [...Array.from(BARCODE), 'Enter']) fireEvent.keyDown(document.body, { key });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('counts a scan at once, and shows what was counted and expected', async () => {
  const calls = show({ [`POST ${TAKE}/counts`]: () => ({ ...rice, counted: 4, difference: -6 }) });
  await screen.findByRole('table');
  scan();
  await screen.findByText('4 counted, 10 expected');
  expect((await box()).value).toBe('4');
  expect(counts(calls).map(({ body }) => body)).toEqual([{ barcode: BARCODE, add: 1 }]);
});

it('sends a scan without a connection again, with the same key, until it is counted', async () => {
  let isOnline = false;
  const calls = show({
    [`POST ${TAKE}/counts`]: () => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      return { ...rice, counted: 4 };
    },
  });
  await screen.findByRole('table');
  scan();
  await screen.findByText('1 count is being saved.');
  expect(finish().disabled).toBe(true);
  isOnline = true;
  await waitFor(async () => expect((await box()).value).toBe('4'), { timeout: 6_000 });
  const keys = counts(calls).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
}, 10_000);

it('keeps scans without a connection on the device, and sends each once after the page was closed', async () => {
  const failing = { [`POST ${TAKE}/counts`]: () => Promise.reject(new TypeError('Failed to fetch')) };
  const before = show(failing);
  await screen.findByRole('table');
  scan();
  scan();
  await screen.findByText('2 counts are being saved.');
  cleanup();
  const after = show({ [`POST ${TAKE}/counts`]: () => ({ ...rice, counted: 5 }) });
  await waitFor(async () => expect((await box()).value).toBe('5'));
  await waitFor(() => expect(counts(after)).toHaveLength(2));
  const [first, second] = counts(after).map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toBe(counts(before)[0]?.headers.get('idempotency-key'));
  expect(second).not.toBe(first);
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('stockCounts'))).toEqual([]));
});

it('says what a typed number replaces, and shows the number of another device that was faster', async () => {
  const text = 'Another device has counted this product in the meantime: it is 5 now.';
  const calls = show({ [`POST ${TAKE}/counts`]: () => errorResponse(409, 'edit_conflict', text) });
  await screen.findByRole('table');
  await userEvent.clear(await box());
  await userEvent.type(await box(), '12{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(counts(calls)[0]?.body).toEqual({ variant_id: 7, counted: 12, seen: 3, stock_unit: 'piece' });
});

it('says when no product has the barcode', async () => {
  const text = `No product of the shop has the barcode ${BARCODE}.`;
  show({ [`POST ${TAKE}/counts`]: () => errorResponse(404, 'not_found', text) });
  await screen.findByRole('table');
  scan();
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

it('asks before the stock is corrected, and finishes', async () => {
  const calls = show({
    [`POST ${TAKE}/finish`]: () => ({ ...take, state: 'finished', ended_at: AT, ended_by: 'Test Vendor' }),
  });
  await screen.findByRole('table');
  await userEvent.click(finish());
  const dialog = screen.getByRole('alertdialog', { name: 'Correct the stock of 1 product by −7 pieces (−₹700.00)?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Finish and correct the stock' }));
  await waitFor(() => expect(calls.some(({ path }) => path === `${TAKE}/finish`)).toBe(true));
});

it('counts by weight what is kept by weight', async () => {
  const sugar = { ...rice, stock_unit: 'g' as const, content: 1_000, counted: 3_000, expected: 10_000, to_pack: 500 };
  const counted = { ...sugar, counted: 9_650, difference: -350 };
  const calls = show({
    [`GET ${TAKE}`]: () => ({ ...take, lines: [{ ...sugar, difference: -7_000 }] }),
    [`POST ${TAKE}/counts`]: () => counted,
  });
  const row = (await screen.findByRole('table')).textContent;
  expect(row).toContain('10 kg500 g in orders');
  expect(row).toContain('−7 kg');
  await userEvent.clear(await box());
  await userEvent.type(await box(), '9.65 kg{Enter}');
  await waitFor(() =>
    expect(counts(calls)[0]?.body).toEqual({ variant_id: 7, counted: 9_650, seen: 3_000, stock_unit: 'g' }),
  );
  expect((await box()).value).toBe('9.65 kg');
});
