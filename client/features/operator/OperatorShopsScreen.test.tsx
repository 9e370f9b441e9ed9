import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../test/stub-server.ts';
import { OperatorShopsScreen } from './OperatorShopsScreen.tsx';

const LIST = 'GET /api/operator/shops?limit=50';
const LOG = 'GET /api/operator/activity?limit=50';
const dairy = {
  id: 3,
  slug: 'dairy',
  name: 'Dairy',
  address: null,
  status: 'open',
  platform: false,
  members: 2,
  orders_today: 1,
};
const gone = { ...dairy, id: 2, slug: 'gone', name: null, status: 'suspended', suspended: 'Expired licence' };
const haat = { ...dairy, id: 1, slug: 'haat', name: 'Haat', platform: true };

async function show(routes: StubRoutes = {}, isOperator = true) {
  const session = isOperator ? { operator: true } : {};
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...session }));
  const me = { id: 7, name: null, email: 'a@b.in', mobile: null, profile_image: null, ...session };
  const calls = stubServer({
    'GET /api/users/me': () => me,
    [LIST]: () => [dairy, gone, haat],
    [LOG]: () => [],
    ...routes,
  });
  renderScreen(<OperatorShopsScreen />, { path: '/operator/shops', at: '/operator/shops', hasToasts: true });
  await screen.findByRole('heading', { level: 1 });
  return calls;
}

const row = async (name: string) => within((await screen.findByRole('heading', { name })).closest('li')!);
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const changes = (calls: { method: string; path: string; body: unknown }[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lists the shops with their status and links', async () => {
  await show();
  const shown = await row('Dairy');
  for (const text of ['Open', 'dairy', '2 members', '1 order today']) shown.getByText(text);
  const links = shown.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(
    ['products', 'admin/settings', 'admin/team', 'admin/activity', 'poster'].map((to) => `/dairy/${to}`),
  );
  (await row('Gone')).getByText('Suspended: Expired licence');
  expect((await row('Haat')).queryByRole('button')).toBeNull();
});

it('searches on the server', async () => {
  await show({ 'GET /api/operator/shops?limit=50&search=milk': () => [] });
  await row('Dairy');
  await userEvent.type(screen.getByRole('searchbox'), ' milk ');
  await screen.findByText('No shops match this search.');
});

it('creates a shop whose slug follows its name, and checks that it is free', async () => {
  const calls = await show({
    'GET /api/operator/shops?limit=1&slug=green-leaf': () => [gone],
    'GET /api/operator/shops?limit=1&slug=green-leaf-2': () => [],
    'POST /api/operator/shops': () => ({ ...dairy, id: 4 }),
  });
  await click('Create a shop');
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  await userEvent.type(field('Shop name'), 'Green Leaf');
  expect(field('Link').value).toBe('green-leaf');
  await screen.findByText('Another shop uses this link.');
  await userEvent.type(field('Link'), '-');
  await screen.findByText(/^Use lowercase letters/);
  await userEvent.type(field('Link'), '2');
  await screen.findByText('This link is available.');
  await click('Create shop');
  expect(document.activeElement).toBe(field('Email of the first admin'));
  await userEvent.type(field('Email of the first admin'), 'new@b.in');
  await click('Create shop');
  await screen.findByText('Shop created and admin invited');
  const body = {
    name: 'Green Leaf',
    slug: 'green-leaf-2',
    trade: null,
    address: null,
    minordervalue: 200,
    admin_email: 'new@b.in',
  };
  expect(changes(calls)).toEqual([['POST', '/api/operator/shops', body]]);
  expect(screen.queryByLabelText('Link')).toBeNull();
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

it('requires a reason to suspend, and resumes', async () => {
  const calls = await show({ 'PATCH /api/operator/shops/3': () => dairy, 'PATCH /api/operator/shops/2': () => gone });
  await userEvent.click((await row('Dairy')).getByRole('button', { name: 'Suspend Dairy' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Suspend Dairy' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(dialog.getByRole('alert').textContent).toBe('Please enter the reason for the suspension.');
  await userEvent.type(dialog.getByLabelText('Reason'), 'Expired licence');
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  await screen.findByText('Shop suspended');
  await userEvent.click((await row('Gone')).getByRole('button', { name: 'Resume Gone' }));
  await screen.findByText('Shop resumed');
  expect(changes(calls)).toEqual([
    ['PATCH', '/api/operator/shops/3', { suspended: true, reason: 'Expired licence' }],
    ['PATCH', '/api/operator/shops/2', { suspended: false }],
  ]);
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

it('opens the queue dashboard once the server permits it, and shows a rejection', async () => {
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const answers = [() => errorResponse(503, 'unavailable', 'Not right now'), () => ({ path: '/operator/queues/' })];
  await show({ 'POST /api/operator/queue-dashboard': () => answers.shift()?.() });
  await click('Job queues');
  await screen.findByText('Not right now');
  expect(left).not.toHaveBeenCalled();
  await click('Job queues');
  await waitFor(() => expect(left).toHaveBeenCalledWith('/operator/queues/'));
});
