import type { ProductView } from '@haat/contract/api/products.schema';
import { useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { aProduct, aShop } from '../../test/samples.ts';
import { stubServer } from '../../test/stub-server.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { ProductsScreen } from './ProductsScreen.tsx';

const CARDS = 500;

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Visited({ products }: { products: ProductView[] }) {
  useQueryClient().setQueryData(QUERY_KEYS.products(7), products);
  return <ProductsScreen />;
}

it('draws none of five hundred cards again, but for the buttons of one, when a piece goes into the cart', async () => {
  let drawn = 0;
  const products = Array.from({ length: CARDS }, (_, at) => {
    const { variants, ...rest } = aProduct({ id: at + 1, name: `Thing ${at + 1}` });
    // A card reads its variants each time that it is drawn.
    return Object.defineProperty({ ...rest } as ProductView, 'variants', {
      enumerable: true,
      get: () => {
        drawn += 1;
        return variants;
      },
    });
  });
  stubServer({
    'GET /api/shops/nandi-vegetables': () => aShop(),
    // What is on the screen came with an earlier visit.
    'GET /api/products?shopId=7': () => new Promise(() => {}),
  });
  renderScreen(<Visited products={products} />, { path: '/:shopSlug/products', at: '/nandi-vegetables/products' });
  const add = await screen.findByLabelText('Add Thing 250');
  expect(document.querySelectorAll('article')).toHaveLength(CARDS);
  expect(drawn).toBeGreaterThanOrEqual(CARDS);
  drawn = 0;
  fireEvent.click(add);
  await screen.findAllByLabelText('One more Thing 250');
  expect(drawn).toBe(0);
}, 30_000);
