import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../test/render-screen.tsx';
import { errorResponse, stubServer } from '../test/stub-server.ts';
import { sampleProduct, sampleShop } from '../test/samples.ts';
import { Header, LanguageSwitch, MenuButton } from './Header.tsx';
import { Footer } from './Layout.tsx';
import { ProductCard } from '../storefront/shop/ProductCard.tsx';

const stubWidth = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));

// Ten in the morning in India, on a phone.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T04:30:00Z'), toFake: ['Date'] });
  stubWidth(false);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('shows Open Now within the hours, with name, address and hours above the products; the phone after a tap', async () => {
  stubServer({ 'GET /api/shops/nandi-vegetables': () => sampleShop() });
  renderScreen(<Header />, { path: '*', at: '/nandi-vegetables/products' });
  await screen.findByText('Open Now');
  screen.getByText('9:00 AM – 9:30 PM');
  screen.getByRole('link', { name: 'Nandi Vegetables' });
  await userEvent.click(screen.getByRole('button', { name: /30th Cross, Jayanagar/ }));
  const details = within(await screen.findByRole('dialog', { name: 'About Nandi Vegetables' }));
  expect(details.getByRole('link', { name: 'Call 9000000102' })).toHaveProperty('href', 'tel:+919000000102');
});

it('shares the address of the shop from its details', async () => {
  const share = vi.fn(async () => {});
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  stubServer({ 'GET /api/shops/nandi-vegetables': () => sampleShop() });
  renderScreen(<Header />, { path: '*', at: '/nandi-vegetables/products' });
  await userEvent.click(await screen.findByRole('button', { name: /30th Cross, Jayanagar/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Share this shop' }));
  const name = 'Nandi Vegetables';
  const url = `${location.origin}/#/nandi-vegetables/products`;
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: name, text: name, url });
  Reflect.deleteProperty(navigator, 'share');
});

it('shows the name alone on the other screens of a shop, and the rest after a tap', async () => {
  stubServer({ 'GET /api/shops/nandi-vegetables': () => sampleShop() });
  renderScreen(<Header />, { path: '*', at: '/nandi-vegetables/order' });
  await userEvent.click(await screen.findByRole('button', { name: 'Opening hours and contact' }));
  const details = within(await screen.findByRole('dialog', { name: 'About Nandi Vegetables' }));
  details.getByText('Open Now');
  details.getByText('30th Cross, Jayanagar');
  await userEvent.click(details.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Open Now')).toBeNull();
  expect(screen.queryByText('30th Cross, Jayanagar')).toBeNull();
});

it.each(['order', 'products'])('has hours, address and phone in the line of a wide screen: %s', async (path) => {
  stubWidth(true);
  stubServer({ 'GET /api/shops/nandi-vegetables': () => sampleShop() });
  renderScreen(<Header />, { path: '*', at: `/nandi-vegetables/${path}` });
  await screen.findByRole('button', { name: /Open Now.*9:00 AM – 9:30 PM.*30th Cross, Jayanagar/ });
  expect(screen.getByRole('link', { name: 'Call 9000000102' })).toHaveProperty('href', 'tel:+919000000102');
});

it('links to shops, orders, open carts and the login on a wide screen', async () => {
  stubWidth(true);
  const milk = { id: '13-0-0-1', name: 'Milk', price: 27, quantity: 2, image: '', shopId: 3 };
  localStorage.setItem('cart_guest_dairy', JSON.stringify({ [milk.id]: milk }));
  stubServer({});
  renderScreen(<Header />, { path: '*', at: '/dairy/order' });
  const navigation = within(await screen.findByRole('navigation', { name: 'Main navigation' }));
  expect(navigation.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['All shops', '/haat/dashboard'],
    ['Orders', '/dairy/order-history'],
    ['Carts (1)', '/carts'],
    ['Login', '/dairy/login'],
  ]);
});

it('shows Closed outside of the hours, in the time zone of the shop', async () => {
  stubServer({ 'GET /api/shops/nandi-vegetables': () => sampleShop({ open_time: '17:00', close_time: '01:30' }) });
  renderScreen(<Header />, { path: '*', at: '/nandi-vegetables/products' });
  await screen.findByText('Closed');
});

const PLATFORM = {
  'GET /api/shops/haat': () => sampleShop({ slug: 'haat', name: 'Haat', email: 'hello@haat.example' }),
};

it('has the email address of the platform in the header where there is room', async () => {
  stubWidth(true);
  stubServer(PLATFORM);
  renderScreen(<Header />, { path: '*', at: '/haat/dashboard' });
  const link = await screen.findByRole('link', { name: 'Email hello@haat.example' });
  expect(link).toHaveProperty('href', 'mailto:hello@haat.example');
});

it('shows the name alone on the platform’s own screens, and its email address after a tap and in the footer', async () => {
  stubServer(PLATFORM);
  renderScreen(
    <>
      <Header />
      <Footer />
    </>,
    { path: '*', at: '/haat/dashboard' },
  );
  await screen.findByRole('link', { name: 'Email hello@haat.example' });
  screen.getByRole('link', { name: 'Haat' });
  expect(screen.queryByText(/Open|9000000102|Jayanagar/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Opening hours and contact' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Contact' }));
  const details = within(await screen.findByRole('dialog', { name: 'About Haat' }));
  details.getByRole('link', { name: 'Email hello@haat.example' });
  expect(details.queryByText(/Open|Closed/)).toBeNull();
});

it('names an unknown shop by its slug, and shows that it was not found', async () => {
  stubServer({});
  renderScreen(<Header />, { path: '*', at: '/raju-stores/products' });
  await screen.findByText('Shop Not Found');
  screen.getByRole('link', { name: 'Raju Stores' });
});

it('shows that a shop cannot be loaded, and still its name', async () => {
  stubServer({ 'GET /api/shops/raju-stores': () => errorResponse(500, 'internal', '') });
  renderScreen(<Header />, { path: '*', at: '/raju-stores/products' });
  await screen.findByText('Error fetching shop');
  screen.getByRole('link', { name: 'Raju Stores' });
});

it('shows Closed without hours while a shop takes no orders', async () => {
  stubServer({ 'GET /api/shops/nandi-vegetables': () => sampleShop({ paused: true }) });
  renderScreen(<Header />, { path: '*', at: '/nandi-vegetables/products' });
  await screen.findByText('Closed');
  screen.getByText('Not taking orders');
  expect(screen.queryByText('9:00 AM – 9:30 PM')).toBeNull();
});

it('shows the slogan of the platform, also before the shop has loaded', () => {
  stubServer({});
  renderScreen(<Header />, { path: '*', at: '/nandi-vegetables/products' });
  screen.getByText('Powered by Haat');
});

it('requests no shop where the path begins with dashboard', () => {
  const asked = stubServer({});
  renderScreen(<Header />, { path: '*', at: '/dashboard' });
  expect(asked).toEqual([]);
});

vi.mock('./Menu.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
afterEach(cleanup);

// A part that fails to load must not break the screen.
it('shows that the menu could not be loaded, and leaves the screen as it is', async () => {
  stubServer({});
  renderScreen(
    <>
      <MenuButton shopSlug="dairy" />
      <input aria-label="Email" />
    </>,
    { path: '*', at: '/dairy/login', hasToasts: true },
  );
  await userEvent.type(screen.getByLabelText('Email'), 'a@b.in');
  const button = screen.getByRole('button', { name: 'Open menu' });
  await userEvent.click(button);
  expect(await screen.findByText('This page could not be loaded')).toBeTruthy();
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@b.in');
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('shows the screens in Hindi, the catalog’s names too, and remembers it; what a shop wrote stays', async () => {
  stubServer({});
  renderScreen(
    <>
      <LanguageSwitch />
      <ProductCard product={sampleProduct()} />
    </>,
    { path: '*', at: '/nandi-vegetables/products' },
  );
  const toHindi = screen.getByRole('button', { name: 'हिन्दी' });
  expect(toHindi.lang).toBe('hi');
  await userEvent.click(toHindi);

  await screen.findByRole('option', { name: '500 ग्राम' });
  expect(document.documentElement.lang).toBe('hi');
  expect(localStorage.getItem('language')).toBe('hi');
  expect(screen.getByRole('heading', { name: 'Tomato, local' }).lang).toBe('en');

  await userEvent.click(screen.getByRole('button', { name: 'English' }));
  await screen.findByRole('option', { name: '500 g' });
  expect(document.documentElement.lang).toBe('en');
  expect(screen.getByRole('heading', { name: 'Tomato, local' }).lang).toBe('');
});
