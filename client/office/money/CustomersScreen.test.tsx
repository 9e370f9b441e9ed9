import type { CustomerOrderView, CustomerSummary, CustomerView } from '@haat/contract/money/customers.calls';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, type StubRoutes, tokenFor } from '../../test/stub-server.ts';
import { CustomerScreen } from './CustomerScreen.tsx';
import { CustomersScreen } from './CustomersScreen.tsx';

const LIST = 'GET /api/shops/3/customers?limit=50';
const ONE = 'GET /api/shops/3/customers/12';
const ORDERS = 'GET /api/shops/3/customers/12/orders?limit=20';
const CHANGE = 'PATCH /api/shops/3/customers/12';

const asha: CustomerSummary = {
  id: 12,
  name: 'Asha Example',
  phone: '••••••6781',
  has_account: true,
  orders: 3,
  ordered: 1_250,
  last_order: '2026-11-21T10:00:00.000Z',
  blocked: false,
  has_note: true,
};
const counter = { ...asha, id: 9, name: 'Counter customer', has_account: false, has_note: false, orders: 1 };
const customer: CustomerView = {
  ...asha,
  phone: '9123456781',
  first_order: '2026-10-01T10:00:00.000Z',
  note: 'Rings twice',
  blocked_at: null,
};
const order: CustomerOrderView = {
  id: 12,
  orderNumber: 'H000012',
  order_date: '2026-11-21T10:00:00.000Z',
  order_status: 'Delivered',
  channel: 'online',
  takeaway: false,
  payment_status: 'collected',
  items: 2,
  total: 500,
  refunded: 20.5,
};

function show(at: string, routes: StubRoutes) {
  const vendor = { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
  localStorage.setItem('authToken', tokenFor(vendor));
  const calls = stubServer({ 'GET /api/users/me': () => ({ id: 7, ...vendor }), ...routes });
  const [Screen, path] =
    at === '' ? [CustomersScreen, '/:shopSlug/admin/customers'] : [CustomerScreen, '/:shopSlug/admin/customers/:id'];
  renderScreen(<Screen />, { path, at: `/dairy/admin/customers${at}`, hasToasts: true });
  return calls;
}

function showOne(change: StubRoutes[string] = () => customer, fields: Partial<CustomerView> = {}) {
  let shown: unknown = { ...customer, ...fields };
  return show('/12', {
    [ONE]: () => shown,
    [ORDERS]: () => [order],
    [CHANGE]: (call) => {
      const answer = change(call);
      if (!(answer instanceof Response)) shown = answer;
      return answer;
    },
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lists customers with their orders, and those of the counter without a name', async () => {
  show('', { [LIST]: () => [asha, counter] });
  const rows = within(await screen.findByRole('table', { name: 'Customers' })).getAllByRole('row');
  expect(rows[1]?.textContent).toMatch(/^Asha Example••••••6781Note3₹1,250.0021 Nov 2026/);
  expect(rows[2]?.textContent).toMatch(/^Counter sale••••••67811/);
  expect(screen.getByRole('link', { name: /Asha Example/ }).getAttribute('href')).toBe('/dairy/admin/customers/12');
});

it('searches, and says so when nobody matches', async () => {
  show('', { [LIST]: () => [asha], [`${LIST}&search=ravi`]: () => [] });
  await screen.findByRole('table');
  await userEvent.type(screen.getByRole('searchbox'), 'ravi');
  await screen.findByText('No customers match this search.');
});

it('shows a customer with the phone and the orders at this shop', async () => {
  showOne();
  expect((await screen.findByRole('link', { name: /9123456781/ })).getAttribute('href')).toBe('tel:+919123456781');
  const row = await screen.findByRole('row', { name: /H000012/ });
  expect(row.textContent).toContain('₹500.00₹20.50 refunded');
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/dairy/orders/12/timeline');
});

it('links back to the list of customers', async () => {
  showOne();
  const back = await screen.findByRole('link', { name: 'Customers' });
  expect(back.getAttribute('href')).toBe('/dairy/admin/customers');
});

it('saves and removes the note', async () => {
  const calls = showOne(() => ({ ...customer, note: null, has_note: false }));
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Private note' });
  expect(note.value).toBe('Rings twice');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save note' }).disabled).toBe(true);
  await userEvent.clear(note);
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
  await screen.findByText('Note saved');
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ note: null });
});

it('blocks after a confirmation, and shows since when', async () => {
  const calls = showOne(() => ({ ...customer, blocked: true, blocked_at: '2026-11-22T08:00:00.000Z' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }));
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Block' }));
  await screen.findByText('Customer blocked');
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ blocked: true });
  expect(await screen.findByText(/^Blocked since 22 Nov 2026/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unblock' })).toBeTruthy();
});

it('shows why a change was refused', async () => {
  showOne(() => errorResponse(409, 'shop_suspended', 'This shop is suspended: a test'), {
    blocked: true,
    blocked_at: '2026-11-22T08:00:00.000Z',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This shop is suspended: a test'));
});

it('does not offer to block a mobile number of the counter', async () => {
  showOne(undefined, { has_account: false });
  await screen.findByRole('heading', { level: 1, name: 'Counter sale' });
  expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
});
