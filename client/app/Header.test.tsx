import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { refusal, stubServer } from '../test/stub-server.ts';
import { aShop } from '../test/samples.ts';
import { Header } from './Header.tsx';

// Ten in the morning in India.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-21T04:30:00Z'), toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('says Open Now within the hours, with name, address, hours and a phone to tap', async () => {
  stubServer({ 'GET /api/shops/nandi-vegetables': () => aShop() });
  renderScreen(<Header />, { path: '*', at: '/nandi-vegetables/products' });
  await screen.findByText('Open Now');
  screen.getByText('9:00 AM – 9:30 PM');
  screen.getByText('30th Cross, Jayanagar');
  screen.getByRole('link', { name: 'Nandi Vegetables' });
  expect(screen.getByRole('link', { name: 'Call 9000000102' })).toHaveProperty('href', 'tel:+919000000102');
});

it('says Closed outside of them, in the shop’s own zone', async () => {
  stubServer({ 'GET /api/shops/nandi-vegetables': () => aShop({ open_time: '17:00', close_time: '01:30' }) });
  renderScreen(<Header />, { path: '*', at: '/nandi-vegetables/products' });
  await screen.findByText('Closed');
});

it('shows an email instead of a phone for the platform’s own shop', async () => {
  stubServer({ 'GET /api/shops/haat': () => aShop({ slug: 'haat', name: 'Haat', email: 'hello@haat.example' }) });
  renderScreen(<Header />, { path: '*', at: '/haat/dashboard' });
  await screen.findByRole('link', { name: 'Write to hello@haat.example' });
  expect(screen.queryByText('9000000102')).toBeNull();
});

it('names a shop that it knows nothing of by its slug, and says that it was not found', async () => {
  stubServer({});
  renderScreen(<Header />, { path: '*', at: '/raju-stores/products' });
  await screen.findByText('Shop Not Found');
  screen.getByRole('link', { name: 'Raju Stores' });
});

// Spec section 8, shop.
it('says that a shop cannot be read now, and still where one is', async () => {
  stubServer({ 'GET /api/shops/raju-stores': () => refusal(500, 'internal', '') });
  renderScreen(<Header />, { path: '*', at: '/raju-stores/products' });
  await screen.findByText('Error fetching shop');
  screen.getByRole('link', { name: 'Raju Stores' });
});

it('says Closed, and no hours, while a shop takes no orders', async () => {
  stubServer({ 'GET /api/shops/nandi-vegetables': () => aShop({ paused: true }) });
  renderScreen(<Header />, { path: '*', at: '/nandi-vegetables/products' });
  await screen.findByText('Closed');
  screen.getByText('No orders at the moment');
  expect(screen.queryByText('9:00 AM – 9:30 PM')).toBeNull();
});

it('bears the line of the platform, also before anything is known of the shop', () => {
  stubServer({});
  renderScreen(<Header />, { path: '*', at: '/nandi-vegetables/products' });
  screen.getByText('Powered by Haat');
});

it('asks for no shop where the path begins with dashboard', () => {
  const asked = stubServer({});
  renderScreen(<Header />, { path: '*', at: '/dashboard' });
  expect(asked).toEqual([]);
});
