import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleProduct, sampleShop } from '../../test/samples.ts';
import { stubServer } from '../../test/stub-server.ts';
import { ProductsScreen } from './ProductsScreen.tsx';

const WITHIN = { timeout: 15_000 };

const watching = vi.hoisted(() => ({ shopIds: [] as number[], signal: () => {}, stopped: 0 }));
vi.mock('../../lib/catalog-updates.ts', () => ({
  watchCatalog: (shopId: number, onChange: () => void) => {
    watching.shopIds.push(shopId);
    watching.signal = onChange;
    return () => (watching.stopped += 1);
  },
}));

const inPacks = (stock: number) =>
  sampleProduct({
    variants: sampleProduct()
      .variants.slice(0, 1)
      .map((v) => ({ ...v, stock })),
  });
let stock = 1;
let paused = false;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  stubServer({
    'GET /api/shops/nandi-vegetables': () => sampleShop({ paused, open_time: '00:00', close_time: '00:00' }),
    'GET /api/products?shopId=7': () => [inPacks(stock)],
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('watches the catalog of the shop on the screen, greys out what is sold, and says that the shop pauses', async () => {
  const { unmount } = renderScreen(<ProductsScreen />, {
    path: '/:shopSlug/products',
    at: '/nandi-vegetables/products',
  });
  await screen.findByRole('button', { name: 'Add Tomato, local' });
  await vi.waitFor(() => expect(watching.shopIds).toEqual([7]), WITHIN);

  stock = 0;
  paused = true;
  act(() => watching.signal());
  await screen.findByText('Sold out');
  expect(screen.queryByRole('button', { name: 'Add Tomato, local' })).toBeNull();
  await screen.findByText(/paused|not taking/i);

  unmount();
  expect(watching.stopped).toBe(1);
});

it('keeps the keyboard on the card whose last piece is sold meanwhile, and takes it from nowhere else', async () => {
  [stock, paused, watching.shopIds] = [1, false, []];
  renderScreen(<ProductsScreen />, { path: '/:shopSlug/products', at: '/nandi-vegetables/products' });
  const add = await screen.findByRole('button', { name: 'Add Tomato, local' });
  await vi.waitFor(() => expect(watching.shopIds).toContain(7), WITHIN);
  const become = async (left: number) => {
    stock = left;
    act(() => watching.signal());
    return left > 0 ? screen.findByRole('button', { name: 'Add Tomato, local' }) : screen.findByText('Sold out');
  };
  act(() => add.focus());
  const soldOut = await become(0);
  expect(document.activeElement).toBe(soldOut);
  const onSaleAgain = await become(1);
  expect(document.activeElement).toBe(onSaleAgain);

  const search = screen.getByRole('searchbox');
  act(() => search.focus());
  await become(0);
  expect(document.activeElement).toBe(search);
});
