import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleShop } from '../../test/samples.ts';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { DeliveryLine } from './DeliveryLine.tsx';

const shop = sampleShop({ latitude: 12.925, longitude: 77.593, reach_km: 5 });
const home = {
  id: 1,
  name: 'Test Customer',
  street: '4th Main',
  city: 'Bengaluru',
  zip: '560011',
  phone: '9876543210',
  label: null,
  latitude: 12.937,
  longitude: 77.586,
  accuracy_metres: 3000,
};
const delhi = { ...home, latitude: 28.623, longitude: 77.213 };
const nowhere = { ...home, latitude: null, longitude: null, accuracy_metres: null };

const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>();

/** `permission`: what the browser answers about the location, which is then that of the shop. */
function show({
  addresses,
  permission = 'prompt',
  of = shop,
}: {
  addresses?: object[];
  permission?: string;
  of?: typeof shop;
}) {
  if (addresses) localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  getCurrentPosition.mockImplementation((found) =>
    found({ coords: { latitude: 12.926, longitude: 77.593, accuracy: 10 } } as GeolocationPosition),
  );
  const device = {
    geolocation: { value: { getCurrentPosition } },
    permissions: { value: { query: async () => ({ state: permission }) } },
  };
  vi.stubGlobal('navigator', Object.create(navigator, device));
  stubServer({ 'GET /api/address': () => addresses });
  renderScreen(<DeliveryLine shop={of} />, { path: '/:shopSlug/products', at: '/nandi-vegetables/products' });
}

beforeEach(() => {
  localStorage.clear();
  getCurrentPosition.mockReset();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['Delivers to you', home],
  ['Too far for delivery: pick up', delhi],
  ['Check your PIN code', nowhere],
])('says “%s” by the chosen address, without the location', async (text, address) => {
  show({ addresses: [address], permission: 'granted' });
  await screen.findByText(text);
  expect(getCurrentPosition).not.toHaveBeenCalled();
});

it('goes by a location that was allowed before while there is no address', async () => {
  show({ permission: 'granted' });
  await screen.findByText('Delivers to where you are');
});

it.each([undefined, []])(
  'asks for an address where nothing is known, and never for the location: %j',
  async (addresses) => {
    show({ ...(addresses && { addresses }) });
    const link = await screen.findByRole('link', { name: 'Check delivery' });
    expect(link.getAttribute('href')).toBe('/nandi-vegetables/address');
    expect(getCurrentPosition).not.toHaveBeenCalled();
  },
);

it('does not judge the address for a shop without a location', async () => {
  show({ addresses: [delhi], of: sampleShop() });
  await screen.findByText('Deliver to');
  expect(screen.queryByRole('status')).toBeNull();
});
