import type { AddressView } from '@haat/contract/accounts/users.calls';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, type StubCall, type StubRoutes, stubServer, tokenFor } from '../../test/stub-server.ts';
import { DeliveryAddress } from './DeliveryAddress.tsx';

const PLACE = { latitude: 12.937, longitude: 77.586, accuracy_metres: 3000 };

const home: AddressView = {
  id: 1,
  name: 'Test Customer',
  street: '4th Main',
  city: 'Bengaluru',
  zip: '560011',
  phone: '9876543210',
  label: null,
  ...PLACE,
};
const work: AddressView = { ...home, id: 2, street: 'MG Road' };
const SAVE = 'POST /api/address';
const PIN_CODES = {
  'GET /api/pin-codes/560011': () => ({ ...PLACE, pin: '560011', city: 'Bengaluru', state: 'Karnataka' }),
  'GET /api/pin-codes/570001': () => ({ ...PLACE, pin: '570001', city: 'Mysuru', state: 'Karnataka' }),
};
const savedAs = (body: unknown) => ({ label: null, ...PLACE, ...(body as object), id: 3 });
const INVALID = 'Please fill all fields correctly. Phone must be 10 digits starting with 6-9.';

function show(addresses: AddressView[], routes: StubRoutes = {}) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const calls = stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'Test Customer', email: 'a@b.in', mobile: null, profile_image: null }),
    'GET /api/address': () => addresses,
    ...PIN_CODES,
    [SAVE]: ({ body }: StubCall) => savedAs(body),
    ...routes,
  });
  renderScreen(<DeliveryAddress />, { path: '/:shopSlug/products', at: '/dairy/products' });
  return () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const fill = async (fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.clear(await screen.findByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
  }
};
const complete = {
  Name: ' Test Customer ',
  'House, street and area': '4th Main',
  'PIN code': '560011',
  City: 'Bengaluru',
  Phone: '9876543210',
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('adds a first address, trimmed, and delivers there', async () => {
  const sent = show([]);
  await click('Add Address');
  await fill(complete);
  await click('Save Address');
  expect(await screen.findByText('Test Customer, 4th Main, Bengaluru 560011')).toBeTruthy();
  expect(sent()).toEqual([
    { name: 'Test Customer', street: '4th Main', city: 'Bengaluru', zip: '560011', phone: '9876543210' },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('saves an address once, however often its button is pressed', async () => {
  let answer = () => {};
  const saved = new Promise<void>((resolve) => (answer = resolve));
  const sent = show([], { [SAVE]: async ({ body }: StubCall) => saved.then(() => savedAs(body)) });
  await click('Add Address');
  await fill(complete);
  const button = screen.getByRole('button', { name: 'Save Address' });
  fireEvent.click(button);
  fireEvent.click(button);
  answer();
  await screen.findByText('Test Customer, 4th Main, Bengaluru 560011');
  expect(sent()).toHaveLength(1);
});

it.each([
  ['a phone that is none', { Phone: '5876543210' }, 'Phone'],
  ['a blank city', { City: '   ' }, 'City'],
  ['a PIN code of five digits', { 'PIN code': '56001' }, 'PIN code'],
])('refuses %s, marks it, and sends nothing', async (_, wrong, label) => {
  const sent = show([]);
  await click('Add Address');
  await fill({ ...complete, ...wrong });
  await click('Save Address');
  expect((await screen.findByRole('alert')).textContent).toBe(INVALID);
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText(label).getAttribute('aria-describedby')).toContain('problem');
  expect(document.activeElement).toBe(screen.getByLabelText(label));
  expect(sent()).toEqual([]);
  await fill(complete);
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each<[string, () => unknown, string]>([
  ['a refusal', () => errorResponse(500, 'internal', ''), 'There was an error saving your address. Please try again.'],
  ['a broken line', () => Promise.reject(new TypeError('x')), 'Error saving your address. Please try again.'],
])('shows %s and keeps the values', async (_, save, text) => {
  show([], { [SAVE]: save });
  await click('Add Address');
  await fill(complete);
  await click('Save Address');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Bengaluru');
});

it('shows the text of the server when only the server rejects the input', async () => {
  show([], { [SAVE]: () => errorResponse(400, 'invalid_input', 'zip: too long') });
  await click('Add Address');
  await fill(complete);
  await click('Save Address');
  expect((await screen.findByRole('alert')).textContent).toBe('zip: too long');
});

it('asks whose session ended meanwhile to log in, and keeps what was typed', async () => {
  show([], { [SAVE]: () => errorResponse(401, 'unauthenticated', 'x') });
  await click('Add Address');
  await fill(complete);
  await click('Save Address');
  expect(await screen.findByText('Please log in to save address.')).toBeTruthy();
  expect(sessionStorage.getItem('addressDraft_7_new')).toContain('4th Main');
});

// Only a renewed token without a user leads here.
it('asks to log in again when the session has no user, and sends nothing', async () => {
  localStorage.setItem('refreshToken', 'r');
  localStorage.setItem('authToken', tokenFor({ sub: '7', exp: 1 }));
  const calls = stubServer({
    'POST /api/auth/refresh-token': () => ({ token: 'without-user', refreshToken: 'r2' }),
    'GET /api/users/me': () => errorResponse(500, 'internal', ''),
    'GET /api/address': () => [],
    ...PIN_CODES,
  });
  renderScreen(<DeliveryAddress />, { path: '/:shopSlug/products', at: '/dairy/products' });
  await screen.findByText('No delivery address yet.');
  await click('Add Address');
  await fill(complete);
  await click('Save Address');
  expect((await screen.findByRole('alert')).textContent).toBe('User ID missing. Please log in again.');
  expect(calls.filter(({ path, method }) => method === 'POST' && path === '/api/address')).toEqual([]);
});

it('fills in the city of a PIN code, and leaves alone what was typed', async () => {
  show([]);
  await click('Add Address');
  const city = () => screen.getByLabelText<HTMLInputElement>('City').value;
  await fill({ 'PIN code': '560011' });
  await waitFor(() => expect(city()).toBe('Bengaluru'));
  await fill({ 'PIN code': '570001' });
  await waitFor(() => expect(city()).toBe('Mysuru'));
  await fill({ City: 'Hunsur', 'PIN code': '560011' });
  expect(city()).toBe('Hunsur');
});

it.each(['+91 98765 43210', '098765-43210', '91 9876543210'])(
  'takes "%s" pasted as a phone number',
  async (written) => {
    const sent = show([]);
    await click('Add Address');
    await fill({ ...complete, Phone: ' ' });
    const phone = screen.getByLabelText<HTMLInputElement>('Phone');
    expect(phone.inputMode).toBe('tel');
    await userEvent.paste(written);
    expect(phone.value).toBe('9876543210');
    await click('Save Address');
    await waitFor(() => expect(sent()).toMatchObject([{ phone: '9876543210' }]));
  },
);

it.each(['98765 43210', '91 98765 43210', '+91 98765 43210', '098765 43210', '0091 98765-43210', '९८७६५ ४३२१०'])(
  'reads "%s" typed key by key as one phone number',
  async (typed) => {
    show([]);
    await click('Add Address');
    await fill({ Phone: typed });
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('9876543210');
  },
);

it('refuses a phone number with a digit too many instead of cutting it', async () => {
  const sent = show([]);
  await click('Add Address');
  await fill({ ...complete, Phone: '98765 432101' });
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('98765432101');
  await click('Save Address');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Please fill all fields correctly/);
  expect(sent()).toEqual([]);
});

it('begins in the first empty field, and Enter saves', async () => {
  const sent = show([]);
  await screen.findByText('No delivery address yet.');
  await click('Add Address');
  const street = await screen.findByLabelText('House, street and area');
  expect(document.activeElement).toBe(street);
  await fill(complete);
  await userEvent.type(screen.getByLabelText('Phone'), '{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('fills in name and phone when the profile arrives later, and leaves alone what was typed', async () => {
  const profile = Promise.withResolvers<object>();
  show([], { 'GET /api/users/me': () => profile.promise });
  await click('Add Address');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
  await fill({ Phone: '9000000009' });
  const user = { id: 7, name: 'Test Customer', email: 'a@b.in', mobile: '9876543210', profile_image: null };
  profile.resolve(user);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Test Customer'));
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('9000000009');
});

it('says nothing of a missing address while the addresses are loading', async () => {
  const loaded = Promise.withResolvers<AddressView[]>();
  show([], { 'GET /api/address': () => loaded.promise });
  await screen.findByText('Deliver to');
  expect(screen.queryByText('No delivery address yet.')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  loaded.resolve([home]);
  await screen.findByText(/4th Main/);
  await screen.findByRole('button', { name: 'Edit Address' });
});

it('keeps what was typed when the popup is closed, until it is saved', async () => {
  show([]);
  await click('Add Address');
  await fill({ City: 'Hubballi' });
  await click('Close');
  await click('Add Address');
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Hubballi');
  await fill(complete);
  await click('Save Address');
  await screen.findByText('Test Customer, 4th Main, Bengaluru 560011');
  expect(sessionStorage.length).toBe(0);
});

it('does not show addresses that failed to load as an empty list', async () => {
  let isBroken = true;
  show([], { 'GET /api/address': () => (isBroken ? errorResponse(500, 'internal', 'x') : [home]) });
  await screen.findByText('Your addresses could not be loaded.');
  expect(screen.queryByRole('button', { name: 'Add Address' })).toBeNull();
  isBroken = false;
  await click('Try again');
  expect(await screen.findByText(/4th Main/)).toBeTruthy();
  await click('Edit Address');
  expect(await screen.findByRole('radio', { name: /4th Main/ })).toBeTruthy();
});

it('chooses another address, and remembers it', async () => {
  show([home, work]);
  expect(await screen.findByText(/4th Main/)).toBeTruthy();
  await click('Edit Address');
  await userEvent.click(screen.getByRole('radio', { name: /MG Road/ }));
  await click('Deliver here');
  expect(await screen.findByText(/MG Road/)).toBeTruthy();
  expect(localStorage.getItem('address_7')).toBe('2');
});

it('changes an address under its id', async () => {
  const sent = show([home]);
  await screen.findByText(/4th Main/);
  await click('Edit Address');
  await click(/Edit address of Test Customer/);
  await fill({ City: 'Mysuru' });
  await click('Save Address');
  const { id, name, street, zip, phone } = home;
  expect(sent()).toEqual([{ id, name, street, zip, phone, city: 'Mysuru' }]);
});

it('asks for the location where a PIN code is not known, and saves without one, too', async () => {
  const sent = show([]);
  await click('Add Address');
  await fill({ ...complete, 'PIN code': '999999' });
  await screen.findByText(/^We do not know this PIN code/);
  screen.getByText('Use it at this address: only then can shops tell whether they deliver to you.');
  await click('Save Address');
  await waitFor(() => expect(sent()).toMatchObject([{ zip: '999999' }]));
});

it('leaves it to the server whether a PIN code exists that could not be looked up', async () => {
  const sent = show([], { 'GET /api/pin-codes/560011': () => errorResponse(500, 'internal', 'x') });
  await click('Add Address');
  await fill(complete);
  await click('Save Address');
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('takes a PIN code with a blank in it', async () => {
  const sent = show([]);
  await click('Add Address');
  await fill({ ...complete, 'PIN code': '560 011' });
  await click('Save Address');
  await waitFor(() => expect(sent()).toMatchObject([{ zip: '560011' }]));
});

it('stores a label', async () => {
  const sent = show([]);
  await click('Add Address');
  await fill(complete);
  await click('Other');
  await fill({ 'Your own label': ' Mother ' });
  await click('Save Address');
  await waitFor(() => expect(sent()).toMatchObject([{ label: 'Mother' }]));
  expect(await screen.findByText('Mother, 4th Main, Bengaluru 560011')).toBeTruthy();
});

function locateAt(coords: { latitude: number; longitude: number; accuracy: number } | undefined) {
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed) =>
    coords
      ? found({ coords } as GeolocationPosition)
      : failed?.({ code: 1, message: 'denied' } as GeolocationPositionError);
  vi.stubGlobal('navigator', Object.create(navigator, { geolocation: { value: { getCurrentPosition } } }));
}

it('stores the location after a tap, and not once it is removed', async () => {
  locateAt({ latitude: 12.9301, longitude: 77.5902, accuracy: 20 });
  const sent = show([home]);
  await screen.findByText(/4th Main/);
  await click('Edit Address');
  await click(/Edit address of Test Customer/);
  await click('Use my location');
  await screen.findByText('Exact location set');
  await click('Remove location');
  await click('Use my location');
  await click('Save Address');
  await waitFor(() => expect(sent()).toMatchObject([{ id: 1, latitude: 12.9301, longitude: 77.5902 }]));
});

it.each([
  ['far from the PIN code', { latitude: 28.6, longitude: 77.2, accuracy: 20 }, /far from this PIN code/],
  ['not exact', { latitude: 12.93, longitude: 77.59, accuracy: 5000 }, /not exact enough/],
  ['denied', undefined, /not available/],
])('does not store a location that is %s', async (_, coords, text) => {
  locateAt(coords);
  const sent = show([]);
  await click('Add Address');
  await fill(complete);
  await click('Use my location');
  if (coords?.accuracy === 20) await click('Save Address');
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  expect(sent()).toEqual([]);
});

it('deletes an address at once, and saves it again when that is undone', async () => {
  const sent = show([home, { ...work, label: 'Work' }], {
    'DELETE /api/address/1': () => new Response(null, { status: 204 }),
  });
  await screen.findByText(/4th Main/);
  await click('Edit Address');
  await click('Delete address of Test Customer, 4th Main');
  expect(screen.queryByRole('radio', { name: /4th Main/ })).toBeNull();
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(document.activeElement).toBe(undo);
  await userEvent.click(undo);
  expect(await screen.findByRole('radio', { name: /4th Main/ })).toBeTruthy();
  const { name, street, city, zip, phone } = home;
  expect(sent()).toEqual([{ name, street, city, zip, phone, label: null }]);
});

it('can undo the deletion of the only address', async () => {
  show([home], { 'DELETE /api/address/1': () => new Response(null, { status: 204 }) });
  await screen.findByText(/4th Main/);
  await click('Edit Address');
  await click('Delete address of Test Customer, 4th Main');
  await screen.findByLabelText('PIN code');
  await click('Undo');
  expect(await screen.findByRole('radio', { name: /4th Main/ })).toBeTruthy();
});

it('shows an address again that could not be deleted', async () => {
  show([home], { 'DELETE /api/address/1': () => errorResponse(500, 'internal', 'x') });
  await screen.findByText(/4th Main/);
  await click('Edit Address');
  await click('Delete address of Test Customer, 4th Main');
  expect(await screen.findByText('The address could not be deleted. Please try again.')).toBeTruthy();
  expect(await screen.findByRole('radio', { name: /4th Main/ })).toBeTruthy();
});

it('asks a guest to log in, and leads back afterwards', async () => {
  stubServer({});
  renderScreen(<DeliveryAddress />, { path: '/:shopSlug/products', at: '/dairy/products' });
  await click('Add Address');
  expect(screen.getByText('Please log in to save address.')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Login' }));
  expect(await screen.findByText('went to /dairy/login?redirect=%2Fdairy%2Fproducts')).toBeTruthy();
});
