import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activateEnglish, loadPageTexts } from '../../i18n/language.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleShopCard } from '../../test/samples.ts';
import { type StubRoutes, stubServer } from '../../test/stub-server.ts';
import { QrCodesScreen } from './QrCodesScreen.tsx';

const SHOPS = [
  sampleShopCard({ id: 1, slug: 'malnad-dairy', name: 'Malnad Dairy' }),
  sampleShopCard({ id: 2, slug: 'raju-stores', name: null }),
];

async function show(routes: StubRoutes = { 'GET /api/shops': () => SHOPS }) {
  stubServer(routes);
  renderScreen(<QrCodesScreen />, { path: '/qr-codes', at: '/qr-codes' });
  activateEnglish();
  await loadPageTexts();
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows a card for each shop: its name, which leads there, a code of 180 px, the brand, the word to type', async () => {
  await show();
  const cards = await screen.findAllByRole('article');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Haat Shops');
  const shops = [
    ['malnad-dairy', 'Malnad Dairy'],
    ['raju-stores', 'Raju Stores'],
  ] as const;
  expect(cards).toHaveLength(shops.length);
  for (const [at, [slug, name]] of shops.entries()) {
    const card = within(cards[at] as HTMLElement);
    expect(card.getByRole('link', { name }).getAttribute('href')).toBe(`/${slug}/products`);
    const code = card.getByRole('img', { name: `QR code of ${name}` });
    expect([code.getAttribute('width'), code.getAttribute('height')]).toEqual(['180', '180']);
    expect(card.getByText('Haat')).toBeTruthy();
    expect(card.getByText(slug)).toBeTruthy();
  }
});

it('shares the public link of a shop where the device can share', async () => {
  const share = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Share Malnad Dairy' }));
  expect(share).toHaveBeenCalledWith({ title: 'Malnad Dairy', url: `${location.origin}/#/malnad-dairy/products` });
  Reflect.deleteProperty(navigator, 'share');
});

it('prints', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

it('says that there are no shops yet', async () => {
  await show({ 'GET /api/shops': () => [] });
  await screen.findByText('No shops have joined yet. Please come back soon.');
});

it('can be loaded again after a failure', async () => {
  let isDown = true;
  await show({ 'GET /api/shops': () => (isDown ? undefined : SHOPS) });
  await screen.findByText('The shops could not be loaded.');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('article')).toHaveLength(2);
});
