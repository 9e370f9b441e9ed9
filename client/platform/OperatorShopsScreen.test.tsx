import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../test/stub-server.ts';
import { OperatorShopsScreen } from './OperatorShopsScreen.tsx';

const LIST = 'GET /api/operator/shops?sort=created&direction=desc&limit=50';
const SUMMARY = 'GET /api/operator/shops/summary';
const LOG = 'GET /api/operator/activity?limit=50';
const dairy = {
  id: 3,
  slug: 'dairy',
  name: 'Dairy',
  trade: 'Dairy',
  address: null,
  phone: '9000000001',
  admin: { email: 'admin@haat.example', mobile: null },
  status: 'open',
  platform: false,
  has_place: true,
  created_at: '2026-11-01T05:00:00.000Z',
  members: 2,
  orders_today: 1,
  orders: 40,
  ordered: 12_345.5,
  last_order: '2026-11-21T05:00:00.000Z',
  products: 25,
  problems: 3,
};
const gone = { ...dairy, id: 2, slug: 'gone', name: null, status: 'suspended', suspended: 'Expired licence' };
const summary = { shops: 120, orders: 400, ordered: 98_765, products: 900, problems: 3, trades: ['Dairy', 'Sweets'] };

async function show(routes: StubRoutes = {}, isOperator = true) {
  const session = isOperator ? { operator: true } : {};
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...session }));
  const me = { id: 7, name: null, email: 'a@b.in', mobile: null, profile_image: null, ...session };
  const calls = stubServer({
    'GET /api/users/me': () => me,
    [LIST]: () => [dairy, gone],
    [SUMMARY]: () => summary,
    [LOG]: () => [],
    ...routes,
  });
  renderScreen(<OperatorShopsScreen />, { path: '/operator/shops', at: '/operator/shops', hasToasts: true });
  await screen.findByRole('heading', { level: 1 });
  return calls;
}

const row = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!);
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const changes = (calls: { method: string; path: string; body: unknown }[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lists the shops with their state and figures, and the sums of all that match', async () => {
  await show();
  const shown = await row('Dairy');
  for (const text of ['Open', 'dairy · Dairy', '₹12,345.50', '40', '25', '3', '9000000001', 'admin@haat.example'])
    shown.getByText(text);
  expect(shown.getByRole('link', { name: 'Dairy' }).getAttribute('href')).toBe('/operator/shops/3');
  (await row('Gone')).getByText('Suspended');
  for (const text of ['120 shops', '400 orders in 30 days', '₹98,765.00 ordered in 30 days'])
    await screen.findByText(text);
});

it('searches and filters on the server, the sums, too', async () => {
  await show({
    'GET /api/operator/shops?search=milk&sort=created&direction=desc&limit=50': () => [],
    'GET /api/operator/shops/summary?search=milk': () => ({ ...summary, shops: 0 }),
    'GET /api/operator/shops?search=milk&state=paused&trade=Dairy&sort=created&direction=desc&limit=50': () => [gone],
    'GET /api/operator/shops/summary?search=milk&state=paused': () => summary,
    'GET /api/operator/shops?search=milk&state=paused&sort=created&direction=desc&limit=50': () => [],
    'GET /api/operator/shops/summary?search=milk&state=paused&trade=Dairy': () => ({ ...summary, shops: 1 }),
  });
  await row('Dairy');
  await userEvent.type(screen.getByRole('searchbox'), ' milk ');
  await screen.findByText('No shops match these filters.');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Paused');
  await userEvent.selectOptions(screen.getByLabelText('Type of shop'), 'Dairy');
  await row('Gone');
  await screen.findByText('1 shop');
});

it('sorts by the head of a column, and turns the order when it already is', async () => {
  await show({
    'GET /api/operator/shops?sort=ordered&direction=desc&limit=50': () => [gone],
    'GET /api/operator/shops?sort=ordered&direction=asc&limit=50': () => [dairy],
    'GET /api/operator/shops?sort=name&direction=asc&limit=50': () => [],
  });
  await row('Dairy');
  const head = (name: string) => screen.getByRole('columnheader', { name });
  expect(head('Created').getAttribute('aria-sort')).toBe('descending');
  await click('Ordered, 30 days');
  await row('Gone');
  expect(head('Ordered, 30 days').getAttribute('aria-sort')).toBe('descending');
  await click('Ordered, 30 days');
  await row('Dairy');
  expect(head('Ordered, 30 days').getAttribute('aria-sort')).toBe('ascending');
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Shop');
  await screen.findByText('No shops match these filters.');
});

it('asks for the file of the list as it is filtered and sorted, and says when it cannot be had', async () => {
  const path = '/api/operator/shops.csv?sort=created&direction=desc';
  const calls = await show({ [`GET ${path}`]: () => errorResponse(500, 'internal', 'Broken') });
  await row('Dairy');
  await click('Download CSV');
  await screen.findByText('The file could not be downloaded.');
  expect(calls.map((each) => each.path)).toContain(path);
});

const PIN = {
  pin: '560041',
  city: 'Bengaluru',
  state: 'Karnataka',
  latitude: 12.9,
  longitude: 77.6,
  accuracy_metres: 2000,
};

it('marks shops without a place', async () => {
  const haat = { ...dairy, id: 1, name: 'Haat', platform: true, has_place: false };
  await show({ [LIST]: () => [dairy, { ...dairy, id: 5, name: 'Lost', has_place: false }, haat] });
  (await row('Lost')).getByText('No location');
  for (const name of ['Dairy', 'Haat']) expect((await row(name)).queryByText('No location')).toBeNull();
});

it('creates a shop whose slug follows its name, and checks that it is free', async () => {
  let shops = [dairy, gone];
  const calls = await show({
    [LIST]: () => shops,
    'GET /api/operator/shops?limit=1&slug=green-leaf': () => [gone],
    'GET /api/operator/shops?limit=1&slug=green-leaf-2': () => [],
    'GET /api/pin-codes/999999': () => errorResponse(404, 'not_found', 'x'),
    'GET /api/pin-codes/560041': () => PIN,
    'POST /api/operator/shops': () => {
      const created = { ...dairy, id: 4, name: 'Green Leaf' };
      shops = [created, ...shops];
      return created;
    },
  });
  await click('Create a shop');
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  await userEvent.type(field('Shop name'), 'Green Leaf');
  expect(field('Web address').value).toBe('green-leaf');
  await screen.findByText('Another shop uses this web address.');
  await userEvent.type(field('Web address'), '-');
  await screen.findByText(/^Use lowercase letters/);
  await userEvent.type(field('Web address'), '2');
  await screen.findByText('This web address is available.');
  await click('Create shop');
  expect(document.activeElement).toBe(field('Email of the first admin'));
  screen.getByText(/^Without a location/);
  await userEvent.type(field('PIN code'), '999999');
  await screen.findByText('There is no such PIN code.');
  await click('Create shop');
  expect(document.activeElement).toBe(field('PIN code'));
  await userEvent.clear(field('PIN code'));
  await userEvent.type(field('PIN code'), '560 041');
  await screen.findByText(/^In Bengaluru/);
  await userEvent.type(field('Email of the first admin'), 'new@b.in');
  await click('Create shop');
  await screen.findByText('Shop created and admin invited');
  const body = {
    name: 'Green Leaf',
    slug: 'green-leaf-2',
    trade: null,
    address: null,
    minordervalue: 200,
    latitude: 12.9,
    longitude: 77.6,
    admin_email: 'new@b.in',
  };
  expect(changes(calls)).toEqual([['POST', '/api/operator/shops', body]]);
  expect(screen.queryByLabelText('Web address')).toBeNull();
  const created = await screen.findByRole('link', { name: 'Green Leaf' });
  await waitFor(() => expect(document.activeElement).toBe(created));
});

it('keeps the form when the slug was taken meanwhile', async () => {
  await show({ 'POST /api/operator/shops': () => errorResponse(409, 'slug_taken', 'whatever') });
  await click('Create a shop');
  await userEvent.type(screen.getByLabelText('Shop name'), 'Green Leaf');
  await userEvent.type(screen.getByLabelText('Email of the first admin'), 'new@b.in');
  await click('Create shop');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Another shop already uses this address. Choose a different one.',
  );
  expect(screen.getByLabelText<HTMLInputElement>('Shop name').value).toBe('Green Leaf');
});

it('shows the log of created and suspended shops', async () => {
  const at = '2026-11-21T10:00:00.000Z';
  const shop = { id: 3, slug: 'dairy', name: 'Dairy' };
  const actor = { id: 7, name: 'Test Operator' };
  await show({
    [LOG]: () => [{ id: 1, at, action: 'shop.created', actor, subject: 'Dairy', before: null, after: null, shop }],
  });
  const log = within(await screen.findByRole('region', { name: 'Operator history' }));
  expect((await log.findByRole('link', { name: 'Dairy' })).getAttribute('href')).toBe('/dairy/admin/settings');
});

it('is for the operator only', async () => {
  const calls = await show({}, false);
  await screen.findByText('went to /haat/dashboard');
  await waitFor(() => expect(calls.some(({ path }) => path.includes('operator'))).toBe(false));
});

it('opens the queue dashboard in its own tab once the server permits it, and shows a rejection', async () => {
  const tab = { location: { assign: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const answers = [() => errorResponse(503, 'unavailable', 'Not right now'), () => ({ path: '/operator/queues/' })];
  await show({ 'POST /api/operator/queue-dashboard': () => answers.shift()?.() });
  await click('Job queues');
  await screen.findByText('Not right now');
  expect(tab.close).toHaveBeenCalled();
  expect(tab.location.assign).not.toHaveBeenCalled();
  await click('Job queues');
  await waitFor(() => expect(tab.location.assign).toHaveBeenCalledWith('/operator/queues/'));
});
