import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleShop } from '../../test/samples.ts';
import { stubServer } from '../../test/stub-server.ts';
import { PosterScreen } from './PosterScreen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('has the name, the code of the shop’s products and the address, and is printed', async () => {
  stubServer({
    'GET /api/shops/dairy': () => sampleShop({ id: 3, slug: 'dairy', name: 'Dairy', address: '4th Main' }),
  });
  vi.stubGlobal('print', vi.fn());
  renderScreen(<PosterScreen />, { path: '/:shopSlug/poster', at: '/dairy/poster' });
  await screen.findByRole('article', { name: 'Dairy' });
  for (const text of ['Scan to order', '4th Main']) screen.getByText(text);
  screen.getByText(/\/#\/dairy\/products$/);
  expect(document.querySelector('svg[role=img] title, svg title')?.textContent).toContain('Dairy');
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(window.print).toHaveBeenCalledOnce();
});
