import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../test/stub-server.ts';
import { OperatorShopScreen } from './OperatorShopScreen.tsx';

const SHOP = 'GET /api/operator/shops/3';
const dairy = {
  id: 3,
  slug: 'dairy',
  name: 'Malnad Dairy',
  trade: 'Dairy',
  address: '4, 1st Main',
  phone: '9000000001',
  admin: { email: 'admin@haat.example', mobile: '9000000002' },
  status: 'open',
  platform: false,
  has_place: true,
  created_at: '2026-11-01T05:00:00.000Z',
  members: 2,
  orders_today: 1,
  orders: 40,
  ordered: 12_345.5,
  last_order: null,
  products: 25,
  problems: 3,
};

async function show(routes: StubRoutes = {}) {
  localStorage.setItem('authToken', tokenFor({ sub: '7', operator: true }));
  const me = { id: 7, name: null, email: 'a@b.in', mobile: null, profile_image: null, operator: true };
  const calls = stubServer({ 'GET /api/users/me': () => me, [SHOP]: () => dairy, ...routes });
  renderScreen(<OperatorShopScreen />, { path: '/operator/shops/:id', at: '/operator/shops/3', hasToasts: true });
  await screen.findByRole('heading', { level: 1 });
  return calls;
}

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows who runs a shop, how it does, and where to look further', async () => {
  await show();
  await screen.findByRole('heading', { level: 1, name: 'Malnad Dairy' });
  for (const text of ['Open', 'Dairy', '4, 1st Main', '9000000001', 'admin@haat.example, +91 9000000002', '₹12,345.50'])
    screen.getByText(text);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/dairy/products',
    '/operator/orders?shop=3',
    '/operator/payments?shop=3',
    '/operator/announcements?shop=3',
    ...['admin/settings', 'admin/team', 'admin/activity', 'poster'].map((to) => `/dairy/${to}`),
    '/operator/shops',
  ]);
});

it('requires a reason to suspend, and resumes', async () => {
  let shop: object = dairy;
  const calls = await show({
    [SHOP]: () => shop,
    'PATCH /api/operator/shops/3': ({ body }) => {
      const { suspended, reason } = body as { suspended: boolean; reason?: string };
      shop = suspended ? { ...dairy, status: 'suspended', suspended: reason } : dairy;
      return shop;
    },
  });
  await click('Suspend Malnad Dairy');
  const dialog = within(screen.getByRole('dialog', { name: 'Suspend Malnad Dairy' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(dialog.getByRole('alert').textContent).toBe('Please enter the reason for the suspension.');
  await userEvent.type(dialog.getByLabelText('Reason'), 'Expired licence');
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  await screen.findByText('Shop suspended');
  await screen.findByText('Suspended: Expired licence');
  await click('Resume Malnad Dairy');
  await screen.findByText('Shop resumed');
  await screen.findByText('Open');
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { suspended: true, reason: 'Expired licence' },
    { suspended: false },
  ]);
});

it('does not offer to suspend the shop of the platform', async () => {
  await show({ [SHOP]: () => ({ ...dairy, platform: true }) });
  await screen.findByText(/cannot be suspended/);
  expect(screen.queryByRole('button', { name: /^Suspend/ })).toBeNull();
  expect(screen.queryByLabelText('Web address')).toBeNull();
});

it('says that there is no such shop', async () => {
  await show({ [SHOP]: () => undefined });
  await screen.findByText('This shop does not exist.');
});

it('changes web address and type, and explains what happens to the former address', async () => {
  let shop = dairy;
  const calls = await show({
    [SHOP]: () => shop,
    'GET /api/operator/shops?limit=1&slug=malnad-dairy': () => [],
    'PATCH /api/operator/shops/3/details': ({ body }) => (shop = { ...dairy, ...(body as object) }),
  });
  const field = async (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' })).disabled).toBe(true);
  await userEvent.clear(await field('Web address'));
  await userEvent.type(await field('Web address'), 'Malnad');
  screen.getByText(/posters and QR codes with the former web address still lead to the shop/);
  await click('Save');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Use lowercase letters/);
  await userEvent.clear(await field('Web address'));
  await userEvent.type(await field('Web address'), 'malnad-dairy');
  await screen.findByText('This web address is available.');
  await userEvent.type(await field('Type of shop'), ' and sweets');
  await click('Save');
  await screen.findByText('Shop changed');
  const changes = calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(changes).toEqual([{ slug: 'malnad-dairy', trade: 'Dairy and sweets' }]);
  expect((await field('Web address')).value).toBe('malnad-dairy');
});

it('keeps what was typed when another shop has the link', async () => {
  await show({ 'PATCH /api/operator/shops/3/details': () => errorResponse(409, 'slug_taken', 'whatever') });
  await userEvent.type(await screen.findByLabelText('Web address'), '-two');
  await click('Save');
  await screen.findByText('Another shop already uses this address. Choose a different one.');
  expect(screen.getByLabelText<HTMLInputElement>('Web address').value).toBe('dairy-two');
});
