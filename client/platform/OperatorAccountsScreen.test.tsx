import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../test/stub-server.ts';
import { OperatorAccountsScreen } from './OperatorAccountsScreen.tsx';

const LIST = 'GET /api/operator/accounts?list=attention&limit=50';
const SUMMARY = 'GET /api/operator/accounts/summary?list=attention';
const BLOCK = 'PATCH /api/operator/accounts/9';
const SUMS = { accounts: 0, blocked: 12, orders: 0, expired: 0, refusals: 0 };
const account = {
  id: 9,
  name: 'Test Buyer',
  email: 'buyer@haat.example',
  mobile: '9000000001',
  blocked: false,
  operator: false,
  refusals: 32,
  expired: 6,
  orders: 8,
  delivered: 0,
  created_at: '2026-11-01T10:00:00.000Z',
  last_seen: '2026-11-21T10:00:00.000Z',
};

async function show(routes: StubRoutes = {}) {
  localStorage.setItem('authToken', tokenFor({ sub: '7', operator: true }));
  const me = { id: 7, name: null, email: 'a@b.in', mobile: null, profile_image: null, operator: true };
  const calls = stubServer({
    'GET /api/users/me': () => me,
    [LIST]: () => [account],
    [SUMMARY]: () => ({ ...SUMS, accounts: 140, orders: 32 }),
    ...routes,
  });
  const at = '/operator/accounts';
  renderScreen(<OperatorAccountsScreen />, { path: at, at, hasToasts: true });
  await screen.findByRole('heading', { level: 1 });
  return calls;
}

const row = async () => within((await screen.findByText(account.email, { selector: 'strong' })).closest('tr')!);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lists the accounts with the counts of the last week', async () => {
  await show();
  const cells = (await row()).getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.slice(0, 4)).toEqual(['8', '0', '6', '32']);
  for (const text of ['Test Buyer', '+91 9000000001']) (await row()).getByText(text);
  (await row()).getByTitle(/^21 Nov 2026/);
  for (const text of ['140 accounts', '12 blocked', '32 orders in 7 days', '0 expired unpaid'])
    await screen.findByText(text);
});

it('lists the blocked ones', async () => {
  await show({
    'GET /api/operator/accounts?list=blocked&sort=created&direction=desc&limit=50': () => [
      { ...account, blocked: true },
    ],
    'GET /api/operator/accounts/summary?list=blocked': () => ({ ...SUMS, accounts: 12 }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Blocked' }));
  await screen.findByText('12 accounts');
  (await row()).getByText('Blocked');
});

it('sorts by a column, narrows to days, and saves what is listed', async () => {
  const failure = () => errorResponse(500, 'internal', '');
  const calls = await show({
    'GET /api/operator/accounts?list=attention&sort=orders&direction=desc&limit=50': () => [{ ...account, orders: 77 }],
    'GET /api/operator/accounts?list=attention&sort=orders&direction=asc&limit=50': () => [{ ...account, orders: 3 }],
    [`GET /api/operator/accounts?list=attention&from=2026-11-01&sort=orders&direction=asc&limit=50`]: () => [],
    'GET /api/operator/accounts/summary?list=attention&from=2026-11-01': () => SUMS,
    [`GET /api/operator/accounts.csv?list=attention&from=2026-11-01&sort=orders&direction=asc`]: failure,
  });
  const head = () => screen.getByRole('button', { name: 'Orders, 7 days' });
  await row();
  await userEvent.click(head());
  await screen.findByRole('cell', { name: '77' });
  expect(screen.getByRole('columnheader', { name: 'Orders, 7 days' }).getAttribute('aria-sort')).toBe('descending');
  await userEvent.click(head());
  await screen.findByRole('cell', { name: '3' });
  fireEvent.change(screen.getByLabelText('Created from'), { target: { value: '2026-11-01' } });
  await screen.findByText('No accounts match this search.');
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  await screen.findByText('The file could not be downloaded.');
  expect(calls.some(({ path }) => path.startsWith('/api/operator/accounts.csv?list=attention&from='))).toBe(true);
});

it('blocks after a confirmation, and unblocks', async () => {
  const calls = await show({ [BLOCK]: ({ body }) => ({ ...account, ...(body as object) }) });
  await userEvent.click((await row()).getByRole('button', { name: `Block ${account.email}` }));
  const dialog = within(screen.getByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Block' }));
  await screen.findByText('Account blocked');
  (await row()).getByText('Blocked');
  await userEvent.click((await row()).getByRole('button', { name: `Unblock ${account.email}` }));
  await screen.findByText('Account unblocked');
  expect((await row()).queryByText('Blocked')).toBeNull();
  const sent = calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(sent).toEqual([{ blocked: true }, { blocked: false }]);
});

it('offers no block of an operator, and shows why a block was refused', async () => {
  await show({ [LIST]: () => [{ ...account, operator: true }] });
  expect((await row()).queryByRole('button')).toBeNull();
  (await row()).getByText('Operator');
  cleanup();
  await show({ [BLOCK]: () => errorResponse(400, 'invalid_input', 'An operator cannot be blocked.') });
  await userEvent.click((await row()).getByRole('button', { name: `Block ${account.email}` }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Block' }));
  await screen.findByText('An operator cannot be blocked.');
});

it('searches among all by name, email or number, and blocks an account that was found', async () => {
  const found = { ...account, refusals: 0, email: 'found@haat.example' };
  const calls = await show({
    'GET /api/operator/accounts?search=nobody&list=all&sort=created&direction=desc&limit=50': () => [],
    'GET /api/operator/accounts?search=found%40&list=all&sort=created&direction=desc&limit=50': () => [found],
    [BLOCK]: ({ body }) => ({ ...found, ...(body as object) }),
  });
  const field = screen.getByRole('searchbox', { name: 'Search by name, email or mobile number' });
  await userEvent.type(field, 'nobody');
  await screen.findByText('No accounts match this search.');
  await userEvent.clear(field);
  await userEvent.type(field, ' found@ ');
  await userEvent.click(await screen.findByRole('button', { name: `Block ${found.email}` }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Block' }));
  await screen.findByRole('button', { name: `Unblock ${found.email}` });
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([{ blocked: true }]);
});

it('says that no accounts need attention', async () => {
  await show({ [LIST]: () => [] });
  await screen.findByText('No accounts need attention.');
});
