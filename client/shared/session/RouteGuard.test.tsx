import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { Route, Routes, useLocation } from 'react-router-dom';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleShop } from '../../test/samples.ts';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import { BACK_OFFICE_ROUTES } from '../../app/back-office-routes.ts';
import { Layout } from '../../app/Layout.tsx';
import { LazySwitchOffer } from './lazy-switch-offer.ts';
import { RouteGuard, useGuardedShop, type AccessRule } from './RouteGuard.tsx';

const DENIED = 'Access denied. Only vendors can view this page.';

function Login() {
  return <p>{`login ${useLocation().search}`}</p>;
}

function renderGuarded() {
  return renderScreen(
    <Routes>
      <Route path="/haat/login" element={<Login />} />
      <Route
        path="/guarded"
        element={
          <RouteGuard admission={{ session: true }}>
            <p>guarded screen</p>
          </RouteGuard>
        }
      />
    </Routes>,
    { path: '*', at: '/guarded' },
  );
}

function renderForVendors() {
  return renderScreen(
    <RouteGuard admission={admissionOf('/vendor/dashboard')}>
      <p>vendor screen</p>
    </RouteGuard>,
    { path: '/vendor', at: '/vendor' },
  );
}

const me = { id: 5, name: 'Test Customer', email: 'customer@haat.example', mobile: null, profile_image: null };

beforeAll(async () => void (await LazySwitchOffer.preload()));

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('sends a visitor without a token to the login, which leads back', () => {
  stubServer({});
  renderGuarded();
  screen.getByText('login ?redirect=%2Fguarded');
});

it('admits a user with a valid token', async () => {
  stubServer({ 'GET /api/users/me': () => me });
  localStorage.setItem('authToken', tokenFor({ sub: '5' }));
  renderGuarded();
  await screen.findByText('guarded screen');
});

it('admits a user whose expired token could be refreshed', async () => {
  const fresh = tokenFor({ sub: '5' });
  stubServer({
    'GET /api/users/me': () => me,
    'POST /api/auth/refresh-token': () => ({ token: fresh, refreshToken: 'second' }),
  });
  localStorage.setItem('authToken', tokenFor({ sub: '5', exp: 1 }));
  localStorage.setItem('refreshToken', 'first');
  renderGuarded();
  await screen.findByText('guarded screen');
  expect([localStorage.getItem('authToken'), localStorage.getItem('refreshToken')]).toEqual([fresh, 'second']);
});

it('sends a user to the login when the refresh is refused, and removes the tokens', async () => {
  const refused = () => errorResponse(401, 'unauthenticated', 'Please log in again.');
  stubServer({ 'POST /api/auth/refresh-token': refused });
  localStorage.setItem('authToken', tokenFor({ sub: '5', exp: 1 }));
  localStorage.setItem('refreshToken', 'first');
  renderGuarded();
  await screen.findByText('login ?redirect=%2Fguarded');
  expect(localStorage.getItem('authToken')).toBeNull();
});

it('shows a vendor screen to a vendor', async () => {
  stubServer({ 'GET /api/users/me': () => ({ ...me, role: 'vendor', shop_id: 7, shop_slug: 'nandi-vegetables' }) });
  localStorage.setItem('authToken', tokenFor({ sub: '5', role: 'vendor', shop_id: 7 }));
  renderForVendors();
  await screen.findByText('vendor screen');
});

it('sends a guest at a vendor screen to the login', async () => {
  stubServer({});
  renderForVendors();
  await screen.findByText('went to /haat/login?redirect=%2Fvendor');
});

it('sends a customer at a vendor screen to the landing page, with the reason', async () => {
  stubServer({ 'GET /api/users/me': () => me });
  localStorage.setItem('authToken', tokenFor({ sub: '5' }));
  renderScreen(
    <Routes>
      <Route element={<Layout />}>
        <Route path="/haat/dashboard" element={<p>landing page</p>} />
        <Route
          path="/vendor"
          element={
            <RouteGuard admission={admissionOf('/vendor/dashboard')}>
              <p>vendor screen</p>
            </RouteGuard>
          }
        />
      </Route>
    </Routes>,
    { path: '*', at: '/vendor' },
  );
  await screen.findByText('landing page');
  expect(screen.getByRole('alert').textContent).toBe(DENIED);
  expect(screen.queryByText('vendor screen')).toBeNull();
});

it('ends a session that the server does not accept, and says so on the start page', async () => {
  stubServer({ 'GET /api/users/me': () => me });
  localStorage.setItem('authToken', tokenFor({ sub: '5' }));
  renderScreen(
    <Routes>
      <Route element={<Layout />}>
        <Route path="/" element={<p>start page</p>} />
        <Route
          path="/guarded"
          element={
            <RouteGuard isRefused>
              <p>guarded screen</p>
            </RouteGuard>
          }
        />
      </Route>
    </Routes>,
    { path: '*', at: '/guarded' },
  );
  await screen.findByText('start page');
  expect(screen.getByRole('alert').textContent).toBe('You were logged out. Please log in again.');
  expect(localStorage.getItem('authToken')).toBeNull();
});

it('refuses in place while the role is known by the token alone', async () => {
  stubServer({ 'GET /api/users/me': () => new Promise(() => {}) });
  localStorage.setItem('authToken', tokenFor({ sub: '5' }));
  renderForVendors();
  await screen.findByText(DENIED);
  expect(screen.queryByText('vendor screen')).toBeNull();
});

it.each(['/team', '/activity'])('sends a customer at %s to the landing page', async (path) => {
  renderForShop(admissionOf(path), {});
  await screen.findByText('went to /haat/dashboard');
});

function ShopScreen() {
  const { shopId, slug, canManage } = useGuardedShop();
  return <p>{`${slug} ${shopId} ${canManage ? 'manages' : 'sees'}`}</p>;
}

const admissionOf = (path: string) => BACK_OFFICE_ROUTES.find((route) => route.path.endsWith(path))?.admission ?? {};

function renderForShop(admission: AccessRule, claims: object, at = '/dairy/screen') {
  stubServer({
    'GET /api/users/me': () => ({ ...me, ...claims }),
    'GET /api/shops/dairy': () => sampleShop({ id: 3, slug: 'dairy' }),
  });
  localStorage.setItem('authToken', tokenFor({ sub: '5', ...claims }));
  renderScreen(
    <RouteGuard admission={admission} title="Team">
      <ShopScreen />
    </RouteGuard>,
    { path: '/:shopSlug/screen', at },
  );
}

const member = { role: 'vendor', shop_id: 3, shop_slug: 'dairy' };

it.each([
  ['a member', member, 'dairy 3 sees'],
  ['an admin', { ...member, shop_admin: true }, 'dairy 3 manages'],
  ['the operator', { operator: true }, 'dairy 3 manages'],
])('gives a screen for staff the shop of %s', async (_, claims, shop) => {
  renderForShop(admissionOf('/team'), claims);
  expect(await screen.findByText(shop)).toBeTruthy();
});

it.each([
  ['a member', '/activity', member, 'Access denied. Only admins of the shop can view this page.'],
  ['an admin', '/operator/shops', { ...member, shop_admin: true }, /^Access denied. Only the operator/],
  ['a vendor without a shop', '/add-product', { role: 'vendor' }, /^Shop ID missing/],
])('refuses %s the screen %s', async (_, path, claims, text) => {
  renderForShop(admissionOf(path), claims);
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  expect(screen.queryByText(/dairy 3/)).toBeNull();
});

it('waits for the profile when the token has no address of the shop', async () => {
  const profile = Promise.withResolvers<object>();
  stubServer({ 'GET /api/users/me': () => profile.promise });
  localStorage.setItem('authToken', tokenFor({ sub: '5', role: 'vendor', shop_id: 3 }));
  renderScreen(
    <RouteGuard admission={admissionOf('/team')} title="Team">
      <ShopScreen />
    </RouteGuard>,
    { path: '/:shopSlug/screen', at: '/dairy/screen' },
  );
  await screen.findByRole('heading', { name: 'Team' });
  expect(screen.queryByText(/ 3 sees$/)).toBeNull();
  profile.resolve({ ...me, ...member });
  await screen.findByText('dairy 3 sees');
});

it.each(['/team', '/add-product'])('redirects a member at %s of another shop to the own one', async (path) => {
  renderForShop(admissionOf(path), { ...member, shop_slug: 'bakery' });
  // The own address is the same route in the app.
  expect(await screen.findByText('bakery 3 sees')).toBeTruthy();
});

const SHOPS = [
  { id: 8, slug: 'bakery', name: 'Bakery', role: 'vendor', suspended: false, current: true },
  { id: 3, slug: 'dairy', name: 'Dairy', role: 'admin', suspended: false, current: false },
];
const atBakery = { role: 'vendor', shop_id: 8, shop_slug: 'bakery' } as const;

it.each([
  ['the session of another shop', atBakery, 'You are logged in to Bakery. This page belongs to Dairy.'],
  ['the session of a customer', {}, 'This page belongs to Dairy, where you work.'],
])('offers a member with %s to switch, and goes on to the screen', async (_, claims, text) => {
  const switched = { ...member, shop_admin: true };
  const token = tokenFor({ sub: '5', ...switched });
  let now: object = claims;
  const calls = stubServer({
    'GET /api/users/me': () => ({ ...me, ...now }),
    'GET /api/auth/shops': () => SHOPS,
    'POST /api/auth/shop': () => {
      now = switched;
      return { token };
    },
  });
  localStorage.setItem('authToken', tokenFor({ sub: '5', ...claims }));
  localStorage.setItem('refreshToken', 'first');
  renderScreen(
    <RouteGuard admission={admissionOf('/settings')} title="Settings">
      <ShopScreen />
    </RouteGuard>,
    { path: '/:shopSlug/screen', at: '/dairy/screen' },
  );
  await screen.findByText(text);
  await userEvent.click(screen.getByRole('button', { name: 'Switch to Dairy' }));
  await screen.findByText('dairy 3 manages');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ shop_slug: 'dairy' });
  await waitFor(() => expect(localStorage.getItem('authToken')).toBe(token));
  expect(localStorage.getItem('refreshToken')).toBe('first');
});

it('stays at the shop of the session when the switch is refused, and says why', async () => {
  stubServer({
    'GET /api/users/me': () => ({ ...me, ...atBakery }),
    'GET /api/auth/shops': () => SHOPS,
    'POST /api/auth/shop': () => errorResponse(403, 'forbidden', 'You do not have access to this shop.'),
  });
  localStorage.setItem('authToken', tokenFor({ sub: '5', ...atBakery }));
  renderScreen(
    <RouteGuard admission={admissionOf('/shop-orders')} title="Orders">
      <p>orders</p>
    </RouteGuard>,
    { path: '/:shopSlug/screen', at: '/dairy/screen' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Switch to Dairy' }));
  expect((await screen.findByRole('alert')).textContent).toBe('You do not have access to this shop.');
  expect(screen.getByRole('link', { name: 'Stay at Bakery' })).toBeTruthy();
  expect(screen.queryByText('orders')).toBeNull();
});
