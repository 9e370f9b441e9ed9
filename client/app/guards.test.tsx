import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Route, Routes } from 'react-router-dom';
import { renderScreen } from '../test/render-screen.tsx';
import { refusal, stubServer, tokenFor } from '../test/stub-server.ts';
import { RequireSession } from './RequireSession.tsx';
import { RequireVendor } from './RequireVendor.tsx';

const DENIED = 'Access denied. Only vendors can view this page.';

function renderGuarded() {
  return renderScreen(
    <Routes>
      <Route path="/" element={<p>start</p>} />
      <Route element={<RequireSession />}>
        <Route path="/guarded" element={<p>guarded screen</p>} />
      </Route>
    </Routes>,
    { path: '*', at: '/guarded' },
  );
}

function renderForVendors() {
  return renderScreen(
    <RequireVendor>
      <p>vendor screen</p>
    </RequireVendor>,
    { path: '/vendor', at: '/vendor' },
  );
}

const me = { id: 5, name: 'Test Customer', email: 'customer@haat.example', mobile: null, profile_image: null };

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('sends a visitor without a token to the start', () => {
  stubServer({});
  renderGuarded();
  screen.getByText('start');
});

it('lets in whoever has a valid token', async () => {
  stubServer({ 'GET /api/users/me': () => me });
  localStorage.setItem('authToken', tokenFor({ sub: '5' }));
  renderGuarded();
  await screen.findByText('guarded screen');
});

it('lets in whoever could refresh an expired token', async () => {
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

it('sends whoever could not to the start, and forgets the tokens', async () => {
  const refused = () => refusal(401, 'unauthenticated', 'Please log in again.');
  stubServer({ 'POST /api/auth/refresh-token': refused });
  localStorage.setItem('authToken', tokenFor({ sub: '5', exp: 1 }));
  localStorage.setItem('refreshToken', 'first');
  renderGuarded();
  await screen.findByText('start');
  expect(localStorage.getItem('authToken')).toBeNull();
});

it('shows a vendor screen to a vendor', async () => {
  stubServer({ 'GET /api/users/me': () => ({ ...me, role: 'vendor', shop_id: 7, shop_slug: 'nandi-vegetables' }) });
  localStorage.setItem('authToken', tokenFor({ sub: '5', role: 'vendor', shop_id: 7 }));
  renderForVendors();
  await screen.findByText('vendor screen');
});

it.each([
  ['a guest', undefined],
  ['a customer', tokenFor({ sub: '5' })],
])('denies a vendor screen to %s', async (_, token) => {
  stubServer({ 'GET /api/users/me': () => me });
  if (token) localStorage.setItem('authToken', token);
  renderForVendors();
  await screen.findByText(DENIED);
  expect(screen.queryByText('vendor screen')).toBeNull();
});
