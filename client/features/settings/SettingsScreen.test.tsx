import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { refusal, stubServer, tokenFor, type StubRoutes } from '../../test/stub-server.ts';
import { SettingsScreen } from './SettingsScreen.tsx';

const GET = 'GET /api/shops/3/settings';
const PUT = 'PUT /api/shops/3/settings';
const PAUSE = 'PUT /api/shops/3/pause';
const membership = { role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
const settings = {
  id: 3,
  slug: 'dairy',
  name: 'Dairy',
  address: '4th Main',
  phone: '9000000001',
  open_time: '09:00',
  close_time: '21:00',
  minordervalue: 200,
  accepts_orders_when_closed: true,
  latitude: 12.9,
  longitude: 77.6,
  reach_km: 5,
  picture: null,
  paused: false,
  updated: '2026-11-21T10:00:00.000Z',
};

type Who = { claims?: object; at?: string };

async function show(
  routes: StubRoutes = {},
  { claims = { shop_admin: true }, at = '/dairy/admin/settings' }: Who = {},
) {
  const session = { ...membership, ...claims };
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...session }));
  const me = { id: 7, name: 'Test Vendor', email: 'a@b.in', mobile: null, profile_image: null, ...session };
  const calls = stubServer({ 'GET /api/users/me': () => me, [GET]: () => settings, ...routes });
  renderScreen(<SettingsScreen />, { path: '/:shopSlug/admin/settings', at, hasToasts: true });
  await screen.findAllByRole('heading');
  return calls;
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (calls: { method: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('begins with what is known and saves it with the version it was read at', async () => {
  const calls = await show({ [PUT]: ({ body }) => ({ ...settings, ...(body as object), updated: 'next' }) });
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save Changes' });
  expect(save.disabled).toBe(true);
  await userEvent.clear(await field('Minimum order value for delivery (₹)'));
  await userEvent.type(await field('Minimum order value for delivery (₹)'), '99.50');
  await userEvent.click(screen.getByLabelText('Take orders while the shop is closed'));
  await userEvent.click(save);
  await screen.findByText('Settings saved');
  const [body] = sent(calls) as Record<string, unknown>[];
  const beside = { id: 3, slug: 'dairy', picture: null, paused: false };
  const saved = { ...settings, minordervalue: 99.5, accepts_orders_when_closed: false };
  expect({ ...beside, ...body }).toEqual(saved);
  expect(save.disabled).toBe(true);
});

it('says by the field what is wrong, goes there, and sends nothing', async () => {
  const calls = await show();
  await userEvent.clear(await field('Name of the shop'));
  fireEvent.change(await field('Closes'), { target: { value: '' } });
  await click('Save Changes');
  const alerts = (await screen.findAllByRole('alert')).map(({ textContent }) => textContent);
  expect(alerts).toEqual(['Please enter the name of the shop.', 'Enter both times, or neither.']);
  expect(document.activeElement).toBe(await field('Name of the shop'));
  expect(sent(calls)).toEqual([]);
});

it('tells of somebody else’s changes, and shows them when asked', async () => {
  let reads = 0;
  await show({
    [GET]: () => ({ ...settings, name: (reads += 1) > 1 ? 'Their name' : 'Dairy' }),
    [PUT]: () => refusal(409, 'edit_conflict', 'whatever'),
  });
  await userEvent.type(await field('Address'), ', left');
  await click('Save Changes');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Somebody else has changed these settings meanwhile.',
  );
  expect((await field('Address')).value).toBe('4th Main, left');
  await click('Show the newest');
  await waitFor(async () => expect((await field('Name of the shop')).value).toBe('Their name'));
  expect((await field('Address')).value).toBe('4th Main');
});

it('takes the position of the device, and says when there is none', async () => {
  const getCurrentPosition = vi
    .fn()
    .mockImplementationOnce((done) => done({ coords: { latitude: 12.925_123_4, longitude: 77.593 } }))
    .mockImplementationOnce((_, fail) => fail({ message: 'denied' }));
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  await show();
  await click("Use this device's position");
  expect([(await field('Latitude')).value, (await field('Longitude')).value]).toEqual(['12.92512', '77.59300']);
  await click("Use this device's position");
  expect((await screen.findByRole('alert')).textContent).toContain('The position of this device is not known.');
});

it('pauses in one tap, for vendors too, who see the rest and change nothing', async () => {
  const calls = await show({ [PAUSE]: ({ body }) => body }, { claims: {} });
  await screen.findByText('The shop takes orders');
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  expect(screen.queryByLabelText('Name of the shop')).toBeNull();
  screen.getByText('₹200.00');
  await click('Pause for now');
  await screen.findByText('The shop is paused');
  await click('Take orders again');
  await screen.findByText('The shop takes orders');
  expect(sent(calls)).toEqual([{ paused: true }, { paused: false }]);
});

it('asks before what was typed is lost', async () => {
  await show();
  await userEvent.type(await field('Address'), ', 2nd floor');
  await userEvent.click(screen.getByRole('link', { name: 'Open poster' }));
  const asked = () => within(screen.getByRole('alertdialog', { name: /is not saved/ }));
  await userEvent.click(asked().getByRole('button', { name: 'Cancel' }));
  expect((await field('Address')).value).toBe('4th Main, 2nd floor');
  await userEvent.click(screen.getByRole('link', { name: 'Open poster' }));
  await userEvent.click(asked().getByRole('button', { name: 'Leave without saving' }));
  expect(await screen.findByText('went to /dairy/poster')).toBeTruthy();
});

it('sends a picture once it is chosen, and takes no other file', async () => {
  const picture = '/uploads/x-560.jpeg';
  const calls = await show({
    'PUT /api/shops/3/picture': () => ({ picture }),
    'DELETE /api/shops/3/picture': () => ({ picture: null }),
  });
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]') ?? (await field('Choose picture'));
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(chooser, new File(['x'], 'x.html', { type: 'text/html' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Please choose an image file.');
  await user.upload(chooser, new File(['bytes'], 'front.png', { type: 'image/png' }));
  await waitFor(() => expect(document.querySelector(`img[src="${picture}"]`)).not.toBeNull());
  expect((sent(calls)[0] as { picture: File }).picture.name).toBe('front.png');
  await click('Remove picture');
  await waitFor(() => expect(document.querySelector(`img[src="${picture}"]`)).toBeNull());
});

it('leads members to their own shop, and tells others that it is not for them', async () => {
  await show({}, { at: '/bakery/admin/settings' });
  await field('Name of the shop');
  cleanup();
  await show({}, { claims: { role: undefined } });
  await screen.findByText('Access denied. Only vendors can view this page.');
});

it('opens every shop to the operator', async () => {
  await show(
    {
      'GET /api/shops/bakery': () => ({ id: 9, slug: 'bakery' }),
      'GET /api/shops/9/settings': () => ({ ...settings, id: 9, name: 'Bakery' }),
    },
    { claims: { role: undefined, operator: true }, at: '/bakery/admin/settings' },
  );
  expect((await field('Name of the shop')).value).toBe('Bakery');
});
