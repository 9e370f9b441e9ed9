import type { AddressView } from '@haat/contract/api/addresses.schema';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { refusal, stubServer, tokenFor, type StubCall, type StubRoutes } from '../../test/stub-server.ts';
import { DeliveryAddress } from './DeliveryAddress.tsx';

const home: AddressView = {
  id: 1,
  name: 'Asha',
  street: '4th Main',
  city: 'Bengaluru',
  zip: '560011',
  phone: '9876543210',
};
const work: AddressView = { ...home, id: 2, street: 'MG Road' };
const SAVE = 'POST /api/address';
const INVALID = 'Please fill all fields correctly. Phone must be 10 digits starting with 6-9.';

function show(addresses: AddressView[], routes: StubRoutes = {}) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const calls = stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'Asha', email: 'a@b.in', mobile: null, profile_image: null }),
    'GET /api/address': () => addresses,
    [SAVE]: ({ body }: StubCall) => ({ id: 3, ...(body as object) }),
    ...routes,
  });
  renderScreen(<DeliveryAddress />, { path: '/:shopSlug/products', at: '/dairy/products' });
  return () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const fill = async (fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
  }
};
const complete = {
  Name: ' Asha ',
  'House, street and area': '4th Main',
  'PIN code': '560011',
  City: 'Bengaluru',
  Phone: '9876543210',
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('adds a first address, trimmed, and delivers there', async () => {
  const sent = show([]);
  await click('Add Address');
  await fill(complete);
  await click('Save Address');
  expect(await screen.findByText('Asha, 4th Main, Bengaluru 560011')).toBeTruthy();
  expect(sent()).toEqual([{ name: 'Asha', street: '4th Main', city: 'Bengaluru', zip: '560011', phone: '9876543210' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['a phone that is none', { Phone: '5876543210' }, 'Phone'],
  ['a blank city', { City: '   ' }, 'City'],
])('refuses %s, marks it, and sends nothing', async (_, wrong, label) => {
  const sent = show([]);
  await click('Add Address');
  await fill({ ...complete, ...wrong });
  await click('Save Address');
  expect((await screen.findByRole('alert')).textContent).toBe(INVALID);
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(sent()).toEqual([]);
});

it.each<[string, () => unknown, string]>([
  ['a refusal', () => refusal(500, 'internal', ''), 'There was an error saving your address. Please try again.'],
  ['a broken line', () => Promise.reject(new TypeError('x')), 'Error saving your address. Please try again.'],
])('tells of %s and keeps what was typed', async (_, save, text) => {
  show([], { [SAVE]: save });
  await click('Add Address');
  await fill(complete);
  await click('Save Address');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Bengaluru');
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
  await click(/Edit address of Asha/);
  await fill({ City: 'Mysuru' });
  await click('Save Address');
  expect(sent()).toEqual([{ ...home, city: 'Mysuru' }]);
});

it('asks a guest to log in, and leads back afterwards', async () => {
  stubServer({});
  renderScreen(<DeliveryAddress />, { path: '/:shopSlug/products', at: '/dairy/products' });
  await click('Add Address');
  expect(screen.getByText('Please log in to save address.')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Login' }));
  expect(await screen.findByText('went to /dairy/login?redirect=%2Fdairy%2Fproducts')).toBeTruthy();
});
