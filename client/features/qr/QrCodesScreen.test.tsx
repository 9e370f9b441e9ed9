import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { KNOWN_SHOPS } from '@haat/contract/rules/shop';
import { afterEach, expect, it, vi } from 'vitest';
import { activateEnglish, loadPageTexts } from '../../i18n/language.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { stubServer } from '../../test/stub-server.ts';
import { QrCodesScreen } from './QrCodesScreen.tsx';

async function show() {
  stubServer({});
  renderScreen(<QrCodesScreen />, { path: '/qr-codes', at: '/qr-codes' });
  activateEnglish();
  await loadPageTexts();
  return screen.findAllByRole('article');
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows a card for each known shop: its name, which leads there, a code of 180 px, the brand, the word to type', async () => {
  const cards = await show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Haat Shops');
  expect(cards).toHaveLength(12);
  for (const [at, { slug, name }] of KNOWN_SHOPS.entries()) {
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
  await userEvent.click(screen.getByRole('button', { name: 'Share Malnad Dairy' }));
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
