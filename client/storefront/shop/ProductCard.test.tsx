import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleProduct, sampleShop } from '../../test/samples.ts';
import { stubServer } from '../../test/stub-server.ts';
import { ProductCard } from './ProductCard.tsx';

const PATH = '/nandi-vegetables/products';
const storedCart = () => JSON.parse(localStorage.getItem('cart_guest_nandi-vegetables') ?? '{}') as unknown;

beforeEach(() => void stubServer({}));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('begins with the first variant', () => {
  renderScreen(<ProductCard product={sampleProduct()} />, { path: '*', at: PATH });
  expect(screen.getByRole('combobox', { name: 'Pack of Tomato, local' })).toHaveProperty('value', '3');
  screen.getByText('₹28.00');
});

it('takes price, printed price and stock from the chosen variant', async () => {
  renderScreen(<ProductCard product={sampleProduct()} />, { path: '*', at: PATH });
  await userEvent.selectOptions(screen.getByRole('combobox'), '1 kg');
  screen.getByText('₹54.00');
  screen.getByText('MRP ₹60.00');
  screen.getByText('Save ₹6');
});

it('says what a kilogram costs, unless it is a kilogram', async () => {
  renderScreen(<ProductCard product={sampleProduct()} />, { path: '*', at: PATH });
  screen.getByText('₹56.00/kg');
  await userEvent.selectOptions(screen.getByRole('combobox'), '1 kg');
  expect(screen.queryByText(/\/kg/)).toBeNull();
});

it('turns Add into a stepper that stops at the stock', async () => {
  renderScreen(<ProductCard product={sampleProduct()} />, { path: '*', at: PATH });
  await userEvent.selectOptions(screen.getByRole('combobox'), '1 kg');
  await userEvent.click(screen.getByRole('button', { name: 'Add Tomato, local' }));
  expect(screen.queryByRole('button', { name: 'Add Tomato, local' })).toBeNull();

  const more = screen.getByRole('button', { name: 'One more Tomato, local' });
  await userEvent.click(more);
  expect(more.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(more);
  screen.getByText('Only 2 left');
  expect(document.activeElement).toBe(more);
  expect(storedCart()).toEqual({
    '12-0-0-4': {
      id: '12-0-0-4',
      name: 'Tomato, local',
      price: 54,
      quantity: 2,
      image: '',
      shopId: 7,
      unit: '1 kg',
      unit_id: 4,
      unit_type: '1 kg',
    },
  });
});

it('stops at what the shop sells of it in one order', async () => {
  stubServer({ 'GET /api/shops/nandi-vegetables': () => sampleShop({ max_per_order: 3 }) });
  renderScreen(<ProductCard product={sampleProduct()} />, { path: '*', at: PATH });
  await userEvent.click(screen.getByRole('button', { name: 'Add Tomato, local' }));
  const more = screen.getByRole('button', { name: 'One more Tomato, local' });
  await userEvent.click(more);
  await userEvent.click(more);
  await screen.findByText('At most 3 per order');
  expect(more.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(more);
  expect(storedCart()).toMatchObject({ '12-0-0-3': { quantity: 3 } });
});

it('offers Add again once the last piece was taken out', async () => {
  renderScreen(<ProductCard product={sampleProduct()} />, { path: '*', at: PATH });
  await userEvent.click(screen.getByRole('button', { name: 'Add Tomato, local' }));
  await userEvent.click(screen.getByRole('button', { name: 'One less Tomato, local' }));
  screen.getByRole('button', { name: 'Add Tomato, local' });
  expect(storedCart()).toEqual({});
});

it('shows a sold-out variant, and no way to add it', async () => {
  renderScreen(<ProductCard product={sampleProduct()} />, { path: '*', at: PATH });
  await userEvent.selectOptions(screen.getByRole('combobox'), '5 kg');
  screen.getByText('Sold out');
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
});

it('asks for nothing where there is nothing to choose', () => {
  const product = sampleProduct();
  renderScreen(<ProductCard product={{ ...product, variants: product.variants.slice(0, 1) }} />, {
    path: '*',
    at: PATH,
  });
  expect(screen.queryByRole('combobox')).toBeNull();
  screen.getByText('500 g');
});

it('keeps the focus of the keyboard when Add and the stepper take each other’s place', async () => {
  renderScreen(<ProductCard product={sampleProduct()} />, { path: '*', at: PATH });
  screen.getByRole('button', { name: 'Add Tomato, local' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'One more Tomato, local' }));
  screen.getByRole('button', { name: 'One less Tomato, local' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Tomato, local' }));
});

it('shows the initial of a product without a picture', () => {
  const { container } = renderScreen(<ProductCard product={sampleProduct()} />, { path: '*', at: PATH });
  expect(container.querySelector('[data-initial]')?.textContent).toBe('T');
  expect(container.querySelector('img')).toBeNull();
});

it('asks for the smallest picture where the user saves data', () => {
  const product = sampleProduct({ image: '/uploads/tomato-320.webp' });
  const show = () => renderScreen(<ProductCard product={product} />, { path: '*', at: PATH }).container;
  const sizes = show().querySelector('img')?.sizes;
  cleanup();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-data: reduce)' }));
  const saving = show().querySelector('img')?.sizes;
  vi.unstubAllGlobals();
  expect([sizes?.includes('44vw'), saving]).toEqual([true, '80px']);
});
