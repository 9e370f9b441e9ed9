import { listProducts, type ProductView } from '@haat/contract/catalog/products.calls';
import { useQueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callQuery } from '../../lib/call-query.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleProduct, sampleShop } from '../../test/samples.ts';
import { stubServer } from '../../test/stub-server.ts';
import { ProductsScreen } from './ProductsScreen.tsx';

const CARDS = 500;

/** The test DOM has no layout: intersections are triggered by hand. */
const observed = new Map<Element, IntersectionObserverCallback>();
const intersect = (target: Element, isIntersecting: boolean) =>
  observed.get(target)?.([{ target, isIntersecting } as never], {} as never);
/** An element is observed after it is shown. */
async function scroll(element: Element, isIntersecting = true): Promise<void> {
  await waitFor(() => expect(observed.has(element)).toBe(true));
  act(() => intersect(element, isIntersecting));
}
/** Brings all that is observed near, with what appears then, until there are so many cards. */
async function showAll(cards: number): Promise<void> {
  await waitFor(() => {
    act(() => [...observed.keys()].forEach((element) => intersect(element, true)));
    expect(document.querySelectorAll('article')).toHaveLength(cards);
  });
}

const things = (count: number) =>
  Array.from({ length: count }, (_, at) => sampleProduct({ id: at + 1, name: `Thing ${at + 1}` }));

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly intersect: IntersectionObserverCallback;
      constructor(intersect: IntersectionObserverCallback) {
        this.intersect = intersect;
      }
      observe(element: Element) {
        observed.set(element, this.intersect);
      }
      unobserve(element: Element) {
        observed.delete(element);
      }
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Visited({ products }: { products: ProductView[] }) {
  useQueryClient().setQueryData(callQuery(listProducts, { query: { shopId: 7 } }).queryKey, products);
  return <ProductsScreen />;
}

function visit(products: ProductView[]): void {
  stubServer({
    'GET /api/shops/nandi-vegetables': () => sampleShop(),
    // The data on the screen came with an earlier visit.
    'GET /api/products?shopId=7': () => new Promise(() => {}),
  });
  renderScreen(<Visited products={products} />, { path: '/:shopSlug/products', at: '/nandi-vegetables/products' });
}

it('draws none of five hundred cards again, but for the buttons of one, when a piece goes into the cart', async () => {
  let drawn = 0;
  const products = Array.from({ length: CARDS }, (_, at) => {
    const { variants, ...rest } = sampleProduct({ id: at + 1, name: `Thing ${at + 1}` });
    // A card reads its variants each time that it is drawn.
    return Object.defineProperty({ ...rest } as ProductView, 'variants', {
      enumerable: true,
      get: () => {
        drawn += 1;
        return variants;
      },
    });
  });
  visit(products);
  await screen.findByText('Thing 1');
  await showAll(CARDS);
  const add = screen.getByLabelText('Add Thing 250');
  // The cards, then the popup of the cart, which comes once the page is idle, until nothing is drawn any more.
  let before = 0;
  const isStill = () => {
    [before, drawn] = [drawn, 0];
    expect(before).toBe(0);
  };
  await vi.waitFor(() => expect(drawn).toBeGreaterThanOrEqual(2 * CARDS), 5000);
  await vi.waitFor(isStill, { timeout: 10_000, interval: 250 });
  fireEvent.click(add);
  await screen.findAllByLabelText('One more Thing 250');
  expect(drawn).toBe(0);
}, 30_000);

it('draws sixty cards at once, as many shops have no more', async () => {
  visit(things(60));
  await screen.findByLabelText('Add Thing 60');
  expect(screen.getAllByRole('article')).toHaveLength(60);
});

it('draws of a larger catalog what comes near the window, and takes away the parts that are far again', async () => {
  visit(things(130));
  await screen.findByLabelText('Add Thing 1');
  const titles = () => screen.getAllByRole('heading', { level: 3 }).length;
  const cards = () => screen.getAllByRole('article').length;
  await waitFor(() => expect([titles(), cards()]).toEqual([60, 12]));

  await scroll(screen.getByText('Thing 50').closest('li')!);
  screen.getByRole('button', { name: 'Add Thing 50' });
  expect([titles(), cards()]).toEqual([60, 13]);

  const [first, , last] = document.querySelectorAll('section ul');
  await scroll(last!);
  expect([titles(), cards()]).toEqual([70, 13]);
  await scroll(first!, false);
  expect(titles()).toBe(10);
  expect(screen.queryByText('Thing 1')).toBeNull();
});
