import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activateLanguage } from '../../../i18n/language.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sampleProduct, sampleProductPage, sampleShop } from '../../../test/samples.ts';
import { errorResponse, type StubRoutes, stubServer } from '../../../test/stub-server.ts';
import { ProductPageScreen } from './ProductPageScreen.tsx';

const READ = 'GET /api/products/12';
const CATALOG = 'GET /api/products?shopId=7';

function show(routes: StubRoutes = {}, at = '/nandi-vegetables/products/12') {
  const calls = stubServer({
    'GET /api/shops/nandi-vegetables': () => sampleShop(),
    [READ]: () => sampleProductPage(),
    ...routes,
  });
  renderScreen(<ProductPageScreen />, { path: '/:shopSlug/products/:id', at, hasToasts: true });
  return calls;
}

const heading = () => screen.findByRole('heading', { level: 1 });
const offline = () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => localStorage.clear());
afterEach(async () => {
  cleanup();
  await activateLanguage('en');
  vi.unstubAllGlobals();
});

it('shows name, description, and every variant with its price, its stock and its own button', async () => {
  show({ [READ]: () => sampleProductPage({ description: 'Picked at dawn.\nRipe.' }) });
  expect((await heading()).textContent).toBe('Tomato, local');
  expect(document.title).toBe('Tomato, local · Haat');
  screen.getByText(/Picked at dawn/);
  const [small, middle, large] = within(screen.getByRole('region', { name: 'Prices' })).getAllByRole('listitem');
  expect(small?.textContent).toContain('₹28.00₹56.00/kg');
  within(small!).getByText('In stock');
  expect(middle?.textContent).toContain('MRP ₹60.00Save ₹6');
  within(middle!).getByText('Only 2 left');
  within(large!).getByText('Sold out');
  await userEvent.click(screen.getByRole('button', { name: 'Add Tomato, local, 1 kg' }));
  expect(Object.keys(JSON.parse(localStorage.getItem('cart_guest_nandi-vegetables') ?? '{}') as object)).toEqual([
    '12-0-0-4',
  ]);
});

it('declares what the shop has given, and nothing else', async () => {
  const details = {
    maker_role: 'packer' as const,
    maker_name: 'Test Farms',
    maker_address: '1 Test Road',
    country_of_origin: 'India',
    fssai_licence: '10000000000000',
  };
  show({ [READ]: () => sampleProductPage({ details }) });
  await screen.findByText('Packed by');
  const declared = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(declared).toEqual(['500 g, 1 kg, 5 kg', '1 kg: ₹60.00', 'Test Farms, 1 Test Road', 'India', '10000000000000']);
  expect(screen.queryByText('Best before')).toBeNull();
});

it('names the product in Hindi on a Hindi screen, and in the other language below', async () => {
  show({ [READ]: () => sampleProductPage({ details: { hindi_name: 'टमाटर' } }) });
  expect((await heading()).textContent).toBe('Tomato, local');
  expect((await screen.findByText('टमाटर')).lang).toBe('hi');
  await act(() => activateLanguage('hi'));
  expect((await heading()).textContent).toBe('टमाटर');
  expect(screen.getByText('Tomato, local').lang).toBe('en');
});

describe('the pictures', () => {
  const pictures = ['/uploads/a-large-320.webp', '/uploads/b-320.webp'];

  it('are chosen by dots and arrow keys', async () => {
    Element.prototype.scrollTo = () => {};
    show({ [READ]: () => sampleProductPage({ image: pictures[0]!, pictures }) });
    const stage = await screen.findByRole('group', { name: 'Tomato, local, picture 1 of 2' });
    const [large, small] = within(stage).getAllByRole<HTMLImageElement>('img');
    expect([large?.srcset.includes('960w'), small?.srcset.includes('960w')]).toEqual([true, false]);
    await userEvent.click(screen.getByRole('button', { name: 'Tomato, local, picture 2 of 2' }));
    screen.getByRole('group', { name: 'Tomato, local, picture 2 of 2' });
    stage.focus();
    await userEvent.keyboard('{ArrowLeft}');
    screen.getByRole('group', { name: 'Tomato, local, picture 1 of 2' });
  });

  it('have no dots when there is one', async () => {
    show({ [READ]: () => sampleProductPage({ image: '/uploads/b-320.webp' }) });
    await heading();
    screen.getByRole('img', { name: 'Tomato, local' });
    expect(screen.queryByRole('button', { name: /picture/ })).toBeNull();
  });
});

describe('a product that is not there', () => {
  it.each([
    ['that the server does not know', {}, '/nandi-vegetables/products/13'],
    ['of another shop', { [READ]: () => sampleProductPage({ shopId: 8 }) }, '/nandi-vegetables/products/12'],
    ['whose address has no number', {}, '/nandi-vegetables/products/abc'],
  ])('%s leads back to the shop', async (_, routes, at) => {
    show(routes, at);
    expect((await heading()).textContent).toBe('Product not found');
    await userEvent.click(screen.getByRole('link', { name: 'Show all products' }));
    await screen.findByText('went to /nandi-vegetables/products');
  });
});

it('is shown as the catalog has it while its details cannot be loaded', async () => {
  let isOnline = false;
  show({
    [READ]: () => (isOnline ? sampleProductPage({ details: { best_before: '2 days' } }) : offline()),
    [CATALOG]: () => [sampleProduct()],
  });
  expect((await heading()).textContent).toBe('Tomato, local');
  screen.getByText('The product information could not be loaded.');
  isOnline = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('2 days');
});

it('can be loaded again when nothing of it is there', async () => {
  let isUp = false;
  show({ [READ]: () => (isUp ? sampleProductPage() : errorResponse(500, 'internal', 'x')), [CATALOG]: offline });
  await screen.findByText('The product could not be loaded.');
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await heading()).textContent).toBe('Tomato, local');
});

it('says who sells it, whether that shop is open, and how much it sells at once', async () => {
  const shop = sampleShop({ paused: true, max_per_order: 3 });
  show({ 'GET /api/shops/nandi-vegetables': () => shop });
  await screen.findByText('At most 3 of one item per order.');
  screen.getByRole('link', { name: 'Nandi Vegetables' });
  screen.getByText('Not taking orders');
});

it('shares its address: with the sheet of the device, by WhatsApp, or as a copy', async () => {
  const user = userEvent.setup();
  show();
  await heading();
  const url = `${location.origin}/#/nandi-vegetables/products/12`;
  const whatsapp = screen.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href');
  expect(decodeURIComponent(whatsapp ?? '')).toBe(
    `https://wa.me/?text=Tomato, local, ₹28.00 at Nandi Vegetables ${url}`,
  );
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByText('Copied to the clipboard.');
  expect(await navigator.clipboard.readText()).toBe(url);
  const shared: unknown[] = [];
  vi.stubGlobal('navigator', Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) }));
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(shared).toEqual([{ title: 'Tomato, local', text: 'Tomato, local, ₹28.00 at Nandi Vegetables', url }]);
});
