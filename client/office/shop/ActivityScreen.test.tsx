import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleShopProduct } from '../../test/samples.ts';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../test/stub-server.ts';
import { ActivityScreen } from './ActivityScreen.tsx';

const LIST = 'GET /api/shops/3/activity?limit=50';
const at = '2026-11-21T10:00:00.000Z';
const owner = { id: 7, name: 'Test Owner' };
const entry = (id: number, action: string, more: object = {}) => ({
  id,
  at,
  action,
  actor: owner,
  subject: null,
  before: null,
  after: null,
  ...more,
});

async function show(routes: StubRoutes, isAdmin = true) {
  const session = { role: 'vendor', shop_id: 3, shop_slug: 'dairy', ...(isAdmin && { shop_admin: true }) };
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...session }));
  const me = { ...owner, email: 'owner@b.in', mobile: null, profile_image: null, ...session };
  const members = [{ id: 7, email: 'owner@b.in', name: 'Test Owner', role: 'admin', joined: at, has_pin: false }];
  const calls = stubServer({ 'GET /api/users/me': () => me, 'GET /api/shops/3/members': () => members, ...routes });
  renderScreen(<ActivityScreen />, { path: '/:shopSlug/admin/activity', at: '/dairy/admin/activity' });
  await screen.findByRole('heading');
  return calls;
}

const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows who changed what, before and after, and escapes texts', async () => {
  await show({
    [LIST]: () => [
      entry(3, 'settings.changed', {
        before: { minordervalue: 50, phone: null },
        after: { minordervalue: 60, phone: '9000000001' },
      }),
      entry(2, 'product.removed', { subject: '<b>Milk</b>' }),
      entry(1, 'shop.created', { actor: null, subject: 'Dairy' }),
      entry(0, 'something.new'),
    ],
  });
  await screen.findByText('Settings changed');
  const [settings, removed, created, unknown] = texts();
  expect(settings).toContain('Minimum order value for delivery (₹)before: ₹50.00 →  now: ₹60.00');
  expect(settings).toContain('Phone9000000001');
  expect(removed).toContain('Product removed<b>Milk</b>');
  expect(created).toContain('System');
  expect(unknown).toContain('Other change');
});

it('shows what changed of a variant in words', async () => {
  const variant = { form: '1 kg', price: 0, mrp: 165, stock: 23, barcode: null };
  const changed = { before: { variants: [variant] }, after: { variants: [{ ...variant, price: 160 }] } };
  await show({ [LIST]: () => [entry(1, 'product.changed', { subject: 'Rice', ...changed })] });
  await screen.findByText('Price · 1 kg');
  const [shown] = texts();
  expect(shown).toContain('Price · 1 kgbefore: ₹0.00 →  now: ₹160.00');
  expect(shown).not.toMatch(/variants|MRP|[[{]/);
});

const removed = (id: number, productId: number, subject: string) =>
  entry(id, 'product.removed', { subject, before: { product_id: productId } });
const restored = (id: number, productId: number) =>
  entry(id, 'product.restored', { subject: 'Milk', after: { product_id: productId } });
const restoreButtons = () =>
  screen.queryAllByRole('button', { name: /^Restore/ }).map((button) => button.getAttribute('aria-label'));

it('restores a removed product, once', async () => {
  const log = [removed(5, 12, 'Milk'), removed(4, 13, 'Curd'), restored(3, 14), removed(2, 14, 'Ghee')];
  const calls = await show({
    [LIST]: () => log,
    'POST /api/products/12/restore': () => {
      log.unshift(restored(6, 12));
      return sampleShopProduct({ id: 12 });
    },
  });
  const button = await screen.findByRole('button', { name: 'Restore Milk' });
  expect(restoreButtons()).toEqual(['Restore Milk', 'Restore Curd']);
  expect(texts()[0]).not.toContain('12');
  await userEvent.click(button);
  await waitFor(() => expect(restoreButtons()).toEqual(['Restore Curd']));
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('says why a product cannot be restored', async () => {
  await show({
    [LIST]: () => [removed(5, 12, 'Milk')],
    'POST /api/products/12/restore': () => errorResponse(409, 'barcode_taken', 'Another product has this barcode.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Milk' }));
  await screen.findByText('Another product has this barcode.');
  expect(restoreButtons()).toEqual(['Restore Milk']);
});

it('loads older ones, and filters by member and type', async () => {
  const page = Array.from({ length: 50 }, (_, nth) => entry(100 - nth, 'shop.paused'));
  await show({
    [LIST]: () => page,
    'GET /api/shops/3/activity?limit=50&after=51': () => [entry(50, 'shop.opened')],
    'GET /api/shops/3/activity?limit=50&by=7': () => [entry(9, 'stock.changed')],
    'GET /api/shops/3/activity?limit=50&by=7&kind=member': () => [],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  await screen.findByText('Shop started taking orders again');
  expect(texts()).toHaveLength(51);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Changed by'), 'Test Owner');
  await screen.findByText('Stock changed');
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Team');
  await screen.findByText('No activity yet.');
});

it('is for admins only', async () => {
  const calls = await show({}, false);
  await screen.findByText('Access denied. Only admins of the shop can view this page.');
  expect(calls.some(({ path }) => path.includes('activity'))).toBe(false);
});

it('retries after a failure', async () => {
  let isThere = false;
  await show({ [LIST]: () => (isThere ? [entry(1, 'shop.paused')] : errorResponse(500, 'internal', 'x')) });
  await screen.findByText('The activity could not be loaded.');
  isThere = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => screen.getByText('Shop paused'));
});

it('restores the former name of a category that still has the name it was given', async () => {
  const renamed = (id: number, from: string, to: string) =>
    entry(id, 'category.renamed', { subject: to, before: { name: from, category_id: 12 }, after: { name: to } });
  const calls = await show({
    [LIST]: () => [
      renamed(5, 'Sweets', 'Mithai'),
      renamed(4, 'Sweet', 'Sweets'),
      entry(3, 'category.merged', { subject: 'Old', before: { name: 'Old', category_id: 13 }, after: { name: 'New' } }),
      entry(2, 'category.renamed', {
        subject: 'Old',
        before: { name: 'Older', category_id: 13 },
        after: { name: 'Old' },
      }),
    ],
    'PATCH /api/categories/12': () => ({ id: 12, name: 'Sweets' }),
  });
  const restore = await screen.findAllByRole('button', { name: /Restore/ });
  expect(restore.map(({ textContent }) => textContent)).toEqual(['Restore “Sweets”']);
  await userEvent.click(restore[0]!);
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ name: 'Sweets', seen: 'Mithai' }),
  );
});
