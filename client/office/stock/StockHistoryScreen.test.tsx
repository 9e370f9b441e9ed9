import type { StockChange, StockHistoryView } from '@haat/contract/stock/stock-lists.calls';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../../test/stub-server.ts';
import { StockHistoryScreen } from './StockHistoryScreen.tsx';

const PATH = '/api/shops/3/variants/7';
const at = '2026-11-29T09:00:00.000Z';
const change = (id: number, changes: Partial<StockChange>): StockChange => ({
  id,
  reason: 'sale',
  cause: null,
  note: null,
  delta: -2,
  balance: 8,
  stock_unit: 'piece',
  by: 'Test Vendor',
  at,
  order: null,
  stock_take_id: null,
  purchase_id: null,
  ...changes,
});
const history: StockHistoryView = {
  product_id: 4,
  name: 'Sugar',
  option: '500 g',
  stock: 8,
  stock_unit: 'piece',
  content: 1,
  changes: [change(1, {})],
};

function show(of: StockHistoryView, routes: StubRoutes = {}) {
  const vendor = { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
  localStorage.setItem('authToken', tokenFor(vendor));
  const calls = stubServer({
    'GET /api/users/me': () => ({ id: 7, ...vendor }),
    [`GET ${PATH}/stock-history?limit=50`]: () => of,
    ...routes,
  });
  const path = '/:shopSlug/admin/stock/variants/:variantId';
  renderScreen(<StockHistoryScreen />, { path, at: '/dairy/admin/stock/variants/7' });
  return () => calls.filter(({ path: called }) => called === `${PATH}/stock-unit`).map(({ body }) => body);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says what a conversion means, with the weight of an item from its size, and does it', async () => {
  const converted = show(history, { [`PUT ${PATH}/stock-unit`]: () => ({}) });
  await userEvent.click(await screen.findByRole('button', { name: 'Keep by weight or volume' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'One item is' }).value).toBe('500 g');
  expect(dialog.getByText('The stock of 8 becomes 4 kg.')).toBeTruthy();
  await userEvent.clear(dialog.getByRole('textbox'));
  await userEvent.type(dialog.getByRole('textbox'), 'a bag');
  await userEvent.click(dialog.getByRole('button', { name: 'Keep by weight' }));
  expect(dialog.getByText('Enter a weight or volume, like 500 g, 1 kg or 1 l.')).toBeTruthy();
  await userEvent.clear(dialog.getByRole('textbox'));
  await userEvent.type(dialog.getByRole('textbox'), '1 kg');
  await userEvent.click(dialog.getByRole('button', { name: 'Keep by weight' }));
  await waitFor(() => expect(converted()).toEqual([{ stock_unit: 'g', content: 1_000 }]));
});

it('shows each change in the unit of its time, and why it cannot be counted in pieces again', async () => {
  const changes = [
    change(3, { reason: 'write_off', cause: 'spoiled', delta: -200, balance: 3_800, stock_unit: 'g' }),
    change(2, { reason: 'conversion', delta: 3_992, balance: 4_000, stock_unit: 'g' }),
    change(1, {}),
  ];
  const text = '3.8 kg are not whole packs of 500 g: 300 g would be left over. Correct the stock first.';
  const kept = { stock: 3_800, stock_unit: 'g' as const, content: 500 };
  const converted = show(
    { ...history, ...kept, changes },
    { [`PUT ${PATH}/stock-unit`]: () => errorResponse(409, 'status_not_allowed', text) },
  );
  const cells = (await screen.findAllByRole('row')).slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(0, 2)
      .map(({ textContent }) => textContent),
  );
  expect(cells).toEqual([
    ['−200 g', '3.8 kg'],
    ['–', '4 kg'],
    ['−2', '8'],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Count in pieces again' }));
  const dialog = within(screen.getByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Count in pieces again' }));
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(converted()).toEqual([{ stock_unit: 'piece', content: 1 }]);
});
