import { KNOWN_SHOPS } from '@haat/contract/rules/shop';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { stubServer, type StubRoutes } from '../../test/stub-server.ts';
import { sampleShop } from '../../test/samples.ts';
import { DashboardScreen } from './DashboardScreen.tsx';

type Answer = { coords: { latitude: number; longitude: number } };
type Locate = (found: (answer: Answer) => void, failed: (error: Error) => void) => void;

const NEARBY = 'GET /api/shops?lat=12.9251&lng=77.5930';
const here: Answer = { coords: { latitude: 12.92512, longitude: 77.593 } };

let locate: Locate;

beforeEach(() => {
  const geolocation = { getCurrentPosition: (...callbacks: Parameters<Locate>) => locate(...callbacks) };
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('navigator', Object.create(navigator, { geolocation: { value: geolocation } }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const cards = () => within(screen.getByRole('region', { name: 'Shops' })).getAllByRole('link');
const findShops = () => userEvent.click(screen.getByRole('button', { name: 'Find shops near me' }));
const open = () => renderScreen(<DashboardScreen />, { path: '*', at: '/haat/dashboard' });

it('lists the twelve known shops until some were found', () => {
  stubServer({});
  open();
  screen.getByText('No nearby shops found.');
  expect(cards().map((card) => card.getAttribute('href'))).toEqual(KNOWN_SHOPS.map(({ slug }) => `/${slug}/products`));
  expect(cards()[1]?.textContent).toContain('🥬');
});

it('asks where the visitor is only after a tap, and shows the shops that are there', async () => {
  const calls = stubServer({ [NEARBY]: () => [sampleShop({ slug: 'raju-stores', name: null })] });
  locate = (found) => found(here);
  open();
  expect(calls.filter(({ path }) => path.startsWith('/api/shops'))).toEqual([]);

  await findShops();
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(cards()[0]?.textContent).toContain('Raju Stores');
  expect(cards()[0]?.textContent).toContain('Click to explore the products');
  screen.getByText('Enable location access for shops near you.');
});

it('keeps a shop that takes no orders for now in the list, and says so', async () => {
  const shops = [
    sampleShop({ id: 1, slug: 'paused-stores', paused: true }),
    sampleShop({ id: 2, slug: 'other-stores' }),
  ];
  stubServer({ [NEARBY]: () => shops });
  locate = (found) => found(here);
  open();
  await findShops();
  await waitFor(() => expect(cards()).toHaveLength(2));
  expect(cards()[0]?.textContent).toContain('Not taking orders');
  expect(cards()[0]?.textContent).not.toContain('Open Now');
  expect(cards()[1]?.textContent).not.toContain('Not taking orders');
});

const nowhere: Locate = (_, failed) => failed(new Error('denied'));
const nearby: Locate = (found) => found(here);

it.each<[string, StubRoutes, Locate, RegExp]>([
  ['location is denied', {}, nowhere, /^Your location is not available/],
  ['the answer is no list', { [NEARBY]: () => ({ shops: [] }) }, nearby, /could not be loaded/],
  ['there is no shop', { [NEARBY]: () => [] }, nearby, /^No shops near you yet/],
  ['the shops cannot be read', {}, nearby, /could not be loaded/],
])('keeps the known shops when %s, and says so', async (_, answers, doLocate, said) => {
  stubServer(answers);
  locate = doLocate;
  open();
  await findShops();
  await screen.findByText(said);
  screen.getByText('No nearby shops found.');
  screen.getByRole('button', { name: 'Find shops near me' });
  expect(cards()).toHaveLength(12);
});

it('keeps the other shops within reach below those that were found', async () => {
  stubServer({ [NEARBY]: () => [sampleShop({ slug: 'nandi-vegetables' })] });
  locate = nearby;
  open();
  await findShops();
  await waitFor(() => expect(cards()).toHaveLength(1));
  const rows = within(screen.getByRole('region', { name: 'All shops' })).getAllByRole('link');
  expect(rows).toHaveLength(12);
  expect(rows[0]?.getAttribute('href')).toBe('/nandi-vegetables/products');
});

it('shows the number of visits once it is known', async () => {
  stubServer({ 'POST /api/analytics/visit': () => ({}), 'GET /api/analytics/visit-count': () => ({ count: 104_821 }) });
  open();
  await screen.findByText('1,04,821 visits so far');
});

it('searches products and shops in place of the list', async () => {
  const found = { ...sampleShop({ slug: 'malnad-dairy', name: 'Malnad Dairy' }), open_now: true };
  const calls = stubServer({ 'GET /api/search?q=dairy': () => ({ products: [], shops: [found] }) });
  open();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search products and shops' }), 'dairy');
  const list = screen.getByRole('region', { name: 'All shops' });
  await waitFor(() => expect(within(list).getAllByRole('link')).toHaveLength(1));
  expect(within(list).getByRole('link').getAttribute('href')).toBe('/malnad-dairy/products');
  expect(calls.filter(({ path }) => path.startsWith('/api/search'))).toHaveLength(1);
});

it('says when a shop that is closed opens', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z'), toFake: ['Date'] });
  const late = { open_time: '09:00', close_time: '21:30' };
  stubServer({
    [NEARBY]: () => [sampleShop(late), sampleShop({ id: 8, slug: 'always', open_time: null, close_time: null })],
  });
  locate = (found) => found(here);
  open();
  await findShops();
  await waitFor(() => expect(cards()).toHaveLength(2));
  expect(cards()[0]?.textContent).toContain('ClosedOpens 9:00 AM');
  expect(cards()[1]?.textContent).not.toContain('Opens');
  vi.useRealTimers();
});

it('keeps the known shops where the browser knows no location', async () => {
  stubServer({});
  vi.stubGlobal('navigator', Object.create(navigator));
  open();
  await findShops();
  await screen.findByRole('button', { name: 'Find shops near me' });
  expect(cards()).toHaveLength(12);
});

it('offers the app, with its version and date', () => {
  stubServer({});
  open();
  const install = screen.getByRole('link', { name: 'Install Android App' });
  expect(install.getAttribute('href')).toMatch(/^https:\/\/play\.google\.com\/store\//);
  screen.getByText(/v1\.0.*2025-08-14/);
});
