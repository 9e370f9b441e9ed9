import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleSettings, sampleShop } from '../../test/samples.ts';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../test/stub-server.ts';
import { LazySwitchOffer } from '../../shared/session/lazy-switch-offer.ts';
import { SettingsScreen } from './SettingsScreen.tsx';

const GET = 'GET /api/shops/3/settings';
const PUT = 'PUT /api/shops/3/settings';
const PAUSE = 'PUT /api/shops/3/pause';
const membership = { role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
const settings = sampleSettings();

/** The answers of a server that keeps what it is told. */
function keeping(change: (body: object) => object = (body) => body) {
  let stored = settings;
  return {
    [GET]: () => stored,
    [PAUSE]: ({ body }: { body: unknown }) => {
      const changed = change(body as object);
      stored = { ...stored, ...changed };
      return changed;
    },
  };
}

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

it('starts with the stored settings and saves them with the version that was loaded', async () => {
  const calls = await show({ [PUT]: ({ body }) => ({ ...settings, ...(body as object), updated: 'next' }) });
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save Changes' });
  expect(save.disabled).toBe(true);
  await userEvent.clear(await field('Minimum order value for delivery (₹)'));
  await userEvent.type(await field('Minimum order value for delivery (₹)'), '99.50');
  await userEvent.type(await field('Largest quantity of one item per order'), '12');
  await userEvent.click(screen.getByLabelText('Take orders while the shop is closed'));
  await userEvent.click(save);
  await screen.findByText('Settings saved');
  const [body] = sent(calls) as Record<string, unknown>[];
  const beside = { id: 3, slug: 'dairy', picture: null, paused: false, rush_minutes: 0 };
  const saved = { ...settings, minordervalue: 99.5, max_per_order: 12, accepts_orders_when_closed: false };
  expect({ ...beside, ...body }).toEqual(saved);
  expect(save.disabled).toBe(true);
});

it('asks a shop without a location for it, and says what the reach does', async () => {
  const text = "Set your location so that customers far away can't order delivery.";
  await show({ [GET]: () => ({ ...settings, latitude: null, longitude: null }) });
  await screen.findByText('You deliver up to this far.');
  screen.getByText(text);
  await userEvent.type(await field('Latitude'), '12.9');
  expect(screen.queryByText(text)).toBeNull();
});

it('shows problems at the fields, focuses the first, and sends nothing', async () => {
  const calls = await show();
  await userEvent.clear(await field('Shop name'));
  fireEvent.change(await field('Closes'), { target: { value: '' } });
  await click('Save Changes');
  const alerts = (await screen.findAllByRole('alert')).map(({ textContent }) => textContent);
  expect(alerts).toEqual(['Please enter the shop name.', 'Enter both times, or neither.']);
  expect(document.activeElement).toBe(await field('Shop name'));
  expect(sent(calls)).toEqual([]);
});

it('takes the labels of the scale, tries a printed one, and refuses what also fits packs', async () => {
  const calls = await show({ [PUT]: ({ body }) => ({ ...settings, ...(body as object), updated: 'next' }) });
  const choose = async (label: string, option: string) => userEvent.selectOptions(await field(label), option);
  await userEvent.type(await field('First two digits of the labels'), '89');
  await click('Save Changes');
  await screen.findByText(/other digits begin the barcodes of packs, such as 8901030865278/);
  await userEvent.clear(await field('First two digits of the labels'));
  await userEvent.type(await field('First two digits of the labels'), '21');
  await userEvent.type(await field('Try a printed label'), '2100123003501{Enter}');
  await screen.findByText('This label: item 00123, 350 g');
  await choose('After the number', 'Price in rupees');
  await screen.findByText('This label: item 00123, ₹350.00');
  await choose('Digits of the item’s number', '4');
  await screen.findByText(/^This label: item 0012, /);
  await userEvent.type(await field('Try a printed label'), '9');
  await screen.findByText(/^Not such a label: it must have 13 digits, begin with 21/);
  expect(sent(calls)).toEqual([]);
  await click('Save Changes');
  await waitFor(() => expect(sent(calls)).toMatchObject([{ scale_label: '21IIIIRRRRRRC' }]));
});

it('reports a concurrent edit, and reloads on request', async () => {
  let reads = 0;
  await show({
    [GET]: () => ({ ...settings, name: (reads += 1) > 1 ? 'Their name' : 'Dairy' }),
    [PUT]: () => errorResponse(409, 'edit_conflict', 'whatever'),
  });
  await userEvent.type(await field('Address'), ', left');
  await click('Save Changes');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Someone else changed these settings in the meantime.',
  );
  expect((await field('Address')).value).toBe('4th Main, left');
  await click('Show latest');
  await waitFor(async () => expect((await field('Shop name')).value).toBe('Their name'));
  expect((await field('Address')).value).toBe('4th Main');
});

it('fills in the position of the device, and reports a failure', async () => {
  const getCurrentPosition = vi
    .fn()
    .mockImplementationOnce((done) => done({ coords: { latitude: 12.925_123_4, longitude: 77.593 } }))
    .mockImplementationOnce((_, fail) => fail({ message: 'denied' }));
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  await show();
  await click("Use this device's location");
  expect([(await field('Latitude')).value, (await field('Longitude')).value]).toEqual(['12.92512', '77.59300']);
  await click("Use this device's location");
  expect((await screen.findByRole('alert')).textContent).toContain('The location of this device is not available.');
});

it('pauses in one tap, also for vendors, who cannot edit the rest', async () => {
  const calls = await show(keeping(), { claims: {} });
  await screen.findByText('The shop is taking orders');
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  expect(screen.queryByLabelText('Shop name')).toBeNull();
  screen.getByText('₹200.00');
  screen.getByText('No limit');
  await click('Pause until I resume');
  await screen.findByText('The shop is paused');
  await click('Resume orders');
  await screen.findByText('The shop is taking orders');
  expect(sent(calls)).toEqual([{ paused: true }, { paused: false }]);
});

it('pauses for some minutes, and says until when', async () => {
  const until = new Date(Date.now() + 15 * 60_000).toISOString();
  const calls = await show(
    keeping(() => ({ paused: true, paused_until: until })),
    { claims: {} },
  );
  await screen.findByText('The shop is taking orders');
  await click('Pause for 15 minutes');
  await screen.findByText('The shop is paused');
  await screen.findByText(/^Orders are paused until \d+:\d\d [AP]M\.$/);
  expect(sent(calls)).toEqual([{ paused: true, minutes: 15 }]);
});

it('takes orders again when the time of a pause is over', async () => {
  const over = { ...settings, paused: true, paused_until: new Date(Date.now() - 1000).toISOString() };
  await show({ [GET]: () => over }, { claims: {} });
  await screen.findByText('The shop is taking orders');
});

it('says that the shop has no name', async () => {
  await show({ [GET]: () => ({ ...settings, name: null }) }, { claims: {} });
  expect((await screen.findByText('Shop name')).nextElementSibling?.textContent).toBe('–');
});

it('asks before unsaved changes are lost', async () => {
  await show();
  await userEvent.type(await field('Address'), ', 2nd floor');
  await userEvent.click(screen.getByRole('link', { name: 'Open poster' }));
  const guard = async () => within(await screen.findByRole('alertdialog', { name: /unsaved changes/ }));
  await userEvent.click((await guard()).getByRole('button', { name: 'Cancel' }));
  expect((await field('Address')).value).toBe('4th Main, 2nd floor');
  await userEvent.click(screen.getByRole('link', { name: 'Open poster' }));
  await userEvent.click((await guard()).getByRole('button', { name: 'Leave without saving' }));
  expect(await screen.findByText('went to /dairy/poster')).toBeTruthy();
});

it('uploads a picture once it is chosen, and rejects other files', async () => {
  const picture = '/uploads/x-560.jpeg';
  let stored: string | null = null;
  const calls = await show({
    [GET]: () => ({ ...settings, picture: stored }),
    'PUT /api/shops/3/picture': () => ({ picture: (stored = picture) }),
    'DELETE /api/shops/3/picture': () => ({ picture: (stored = null) }),
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

it('redirects members to their own shop, and others to the landing page', async () => {
  await LazySwitchOffer.preload();
  await show({}, { at: '/bakery/admin/settings' });
  await field('Shop name');
  cleanup();
  await show({}, { claims: { role: undefined } });
  await screen.findByText('went to /haat/dashboard');
});

it('opens every shop to the operator', async () => {
  await show(
    {
      'GET /api/shops/bakery': () => sampleShop({ id: 9, slug: 'bakery' }),
      'GET /api/shops/9/settings': () => ({ ...settings, id: 9, name: 'Bakery' }),
    },
    { claims: { role: undefined, operator: true }, at: '/bakery/admin/settings' },
  );
  expect((await field('Shop name')).value).toBe('Bakery');
});
