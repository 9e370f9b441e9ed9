import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isKnownRoute } from '../app/RedirectingLoginScreen.tsx';
import { renderScreen } from '../test/render-screen.tsx';
import { sampleShop } from '../test/samples.ts';
import { errorResponse, type StubCall, type StubRoutes, stubServer, tokenFor } from '../test/stub-server.ts';
import { LazySwitchOffer } from '../shared/session/lazy-switch-offer.ts';
import { pathAfterLogin, signedInPath } from './login-flow.ts';
import { LoginScreen } from './LoginScreen.tsx';

const token = tokenFor({ sub: '7' });
const SEND = 'POST /api/auth/send-token';
const LOGIN = 'POST /api/auth/login-with-token';

const serve = (routes: StubRoutes = {}) =>
  stubServer({
    [SEND]: () => ({ message: 'sent', resend_after: 30 }),
    [LOGIN]: () => ({ token, refreshToken: 'r', user: { id: 7 } }),
    'GET /api/users/me': () => ({
      id: 7,
      name: null,
      email: 'a@b.in',
      mobile: null,
      login_mobile: null,
      profile_image: null,
    }),
    ...routes,
  });

const show = (at = '/dairy/login') =>
  renderScreen(<LoginScreen isKnownRoute={isKnownRoute} />, { path: '/:shopSlug/login', at });
/** The requests for a code, in order. */
const codeCalls = (calls: StubCall[]) => calls.filter(({ path }) => path.startsWith('/api/auth/'));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

async function askForCode() {
  await userEvent.type(screen.getByLabelText('Email'), 'a@b.in');
  await userEvent.click(button('Send OTP'));
  return screen.findByLabelText<HTMLInputElement>('OTP');
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('logs in with an emailed code, keeps the tokens, and opens the order', async () => {
  const calls = serve();
  show();
  expect(button('Send OTP').disabled).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  const field = await askForCode();
  expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric']);
  expect(button('Login').disabled).toBe(true);
  await userEvent.type(field, '012345');
  await userEvent.click(button('Login'));

  await screen.findByText('went to /dairy/order');
  expect(localStorage.getItem('authToken')).toBe(token);
  expect(localStorage.getItem('refreshToken')).toBe('r');
  await waitFor(() => expect(localStorage.getItem('userId')).toBe('7'));
  expect(codeCalls(calls).map(({ body }) => body)).toEqual([
    { email: 'a@b.in', shop_slug: 'dairy', language: 'en' },
    { email: 'a@b.in', token: '012345', shop_slug: 'dairy' },
  ]);
});

it('goes where it was asked to lead', async () => {
  serve();
  show('/dairy/login?redirect=/dairy/order-history');
  await userEvent.type(await askForCode(), '012345');
  await userEvent.click(button('Login'));
  expect(await screen.findByText('went to /dairy/order-history')).toBeTruthy();
});

it('redirects a customer who is logged in at once', async () => {
  localStorage.setItem('authToken', token);
  const calls = serve();
  await LazySwitchOffer.preload();
  show();
  expect(await screen.findByText('went to /dairy/products')).toBeTruthy();
  expect(new Set(calls.map(({ path }) => path))).toEqual(new Set(['/api/users/me', '/api/auth/shops']));
});

it('shows what the server says of a wrong code, beside the field', async () => {
  serve({ [LOGIN]: () => errorResponse(401, 'otp_invalid', 'Invalid OTP') });
  show();
  await userEvent.type(await askForCode(), '000000');
  await userEvent.click(button('Login'));
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid OTP');
  expect(localStorage.getItem('authToken')).toBeNull();
});

it('leads back into the field after every wrong code, with the code selected to be typed over', async () => {
  serve({ [LOGIN]: () => errorResponse(401, 'otp_invalid', 'Invalid OTP') });
  show();
  const field = await askForCode();
  for (const code of ['000000', '111111']) {
    await userEvent.type(field, code, { initialSelectionStart: 0, initialSelectionEnd: 6 });
    await userEvent.click(button('Login'));
    await screen.findByRole('alert');
    expect(document.activeElement).toBe(field);
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual([code, 0, 6]);
  }
});

it('shows an invalid email address at the field, and sends nothing', async () => {
  const calls = serve();
  show();
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  expect(field.form?.noValidate).toBe(true);
  await userEvent.type(field, 'a@b');
  expect(button('Send OTP').disabled).toBe(false);
  await userEvent.click(button('Send OTP'));
  const problem = screen.getByRole('alert');
  expect(problem.textContent).toBe('Please enter an email address.');
  expect([field.getAttribute('aria-describedby'), field.getAttribute('aria-invalid')]).toEqual([problem.id, 'true']);
  expect(document.activeElement).toBe(field);
  expect(codeCalls(calls)).toEqual([]);
  await userEvent.type(field, '.in{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await screen.findByLabelText('OTP')).toBeTruthy();
});

it('says Network error without a connection', async () => {
  serve({ [SEND]: () => Promise.reject(new TypeError('fetch failed')) });
  show();
  await userEvent.type(screen.getByLabelText('Email'), 'a@b.in');
  await userEvent.click(button('Send OTP'));
  expect((await screen.findByRole('alert')).textContent).toBe('Network error');
});

it('counts down to Resend, and keeps the address when it is corrected', async () => {
  serve();
  show();
  await askForCode();
  expect(button('Resend in 30 seconds').disabled).toBe(true);
  await userEvent.click(button('Change email'));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@b.in');
});

it('still asks for the code after a reload, with the countdown, and logs in with it', async () => {
  const calls = serve();
  show();
  await askForCode();
  cleanup();
  show();
  const field = await screen.findByLabelText('OTP');
  expect(screen.getByText(/a@b\.in/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Resend in \d+ seconds$/ }).disabled).toBe(true);
  await userEvent.type(field, '012345{Enter}');
  await screen.findByText('went to /dairy/order');
  expect(calls.find(({ path }) => path.endsWith('login-with-token'))?.body).toMatchObject({ email: 'a@b.in' });
  expect(sessionStorage.length).toBe(0);
});

it('keeps the typed email while the user reads the policies, and removes it at the login', async () => {
  serve();
  show();
  await userEvent.type(screen.getByLabelText('Email'), 'a@b');
  cleanup();
  show();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@b');
  await userEvent.type(screen.getByLabelText('Email'), '.in{Enter}');
  await userEvent.type(await screen.findByLabelText('OTP'), '012345{Enter}');
  await screen.findByText('went to /dairy/order');
  expect(sessionStorage.length).toBe(0);
});

it('asks for the email again at another shop, and after the address was corrected', async () => {
  serve();
  show();
  await askForCode();
  cleanup();
  show('/fish/login');
  expect(screen.getByLabelText('Email')).toBeTruthy();
  cleanup();
  show();
  await userEvent.click(button('Change email'));
  cleanup();
  show();
  expect(screen.getByLabelText('Email')).toBeTruthy();
});

it('leads back to the first step with Resend', async () => {
  serve({ [SEND]: () => ({ message: 'sent', resend_after: 0 }) });
  show();
  await askForCode();
  await waitFor(() => expect(button('Resend').disabled).toBe(false));
  await userEvent.click(button('Resend'));
  expect(button('Send OTP').disabled).toBe(false);
});

it('shows the consent text on demand, and confirms it', async () => {
  serve();
  show();
  await userEvent.click(button('View Terms and Conditions'));
  expect(screen.getByRole('heading', { name: 'Consent & Communication' })).toBeTruthy();
  await userEvent.click(button('I Agree & Continue'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

const dairy = { shopSlug: 'dairy', isMainShop: false, memberOf: undefined, redirect: null, isKnownRoute };
const main = { shopSlug: 'haat', isMainShop: true, memberOf: undefined, redirect: null, isKnownRoute };

it('leads to the order of a shop, or to the dashboard of the platform', () => {
  expect(pathAfterLogin(dairy)).toBe('/dairy/order');
  expect(pathAfterLogin(main)).toBe('/haat/dashboard');
});

it('leads who is logged in already to the products, or to the dashboard', () => {
  expect(signedInPath(dairy)).toBe('/dairy/products');
  expect(signedInPath(main)).toBe('/haat/dashboard');
});

it('leads a member to the orders of their shop, at the login of the platform as well', () => {
  expect(pathAfterLogin({ ...main, memberOf: 'dairy' })).toBe('/dairy/shop-orders');
  for (const path of [pathAfterLogin, signedInPath]) {
    expect(path({ ...dairy, memberOf: 'dairy' })).toBe('/dairy/shop-orders');
    expect(path({ ...dairy, memberOf: 'dairy', redirect: '/order' })).toBe('/dairy/order');
  }
  expect(pathAfterLogin({ ...dairy, memberOf: 'bakery' })).toBe('/dairy/order');
});

it.each([
  ['/dairy/order', '/dairy/order'],
  ['/order-history', '/dairy/order-history'],
  ['/order?from=cart', '/dairy/order?from=cart'],
  ['/vendor/dashboard', '/vendor/dashboard'],
  ['/admin/dashboard', '/dairy/admin/dashboard'],
  ['/dairyland/order', '/dairyland/order'],
])('leads to the requested %s', (redirect, place) => {
  expect(pathAfterLogin({ ...dairy, redirect })).toBe(place);
  expect(signedInPath({ ...dairy, redirect })).toBe(place);
});

it.each([
  '',
  '/',
  'order',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/.//evil.example',
  '/..//evil.example/order',
  '%2f%2fevil.example',
  '/%2f%2fevil.example',
  '/%2fevil.example/order',
  '/%252f%252fevil.example/order',
  '/\t/evil.example',
  '/\n/evil.example/order',
  ' //evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//order',
  'data:text/html,x',
  '/javascript:alert(1)/order',
  '/dairyland/unknown',
  '/dairy/login?redirect=/dairy/login',
  '/login',
])('leads to the order for %j', (redirect) => expect(pathAfterLogin({ ...dairy, redirect })).toBe('/dairy/order'));

const MARKS = ['/', '\\', '\t', '\n', '.', '..', ':', '@', '#', '?', '%2f', '%5c', '%252f', '%09', '%00', '%', ' '];
const WORDS = ['evil.example', 'https:', 'javascript:', 'dairy', 'order', 'vendor', 'dashboard', 'ä', 'login'];

it('leads only to screens of the app, for any input', () => {
  const pieces = fc.array(fc.constantFrom(...MARKS, ...WORDS), { maxLength: 12 });
  const origin = 'https://haat.example';
  fc.assert(
    fc.property(pieces, (each) => {
      const place = pathAfterLogin({ ...dairy, redirect: each.join('') });
      expect(isKnownRoute(place)).toBe(true);
      // As the address of the hash, and as one that a page without a hash would make of it.
      expect(new URL(`#${place}`, origin).origin).toBe(origin);
      expect(new URL(place, origin).origin).toBe(origin);
    }),
    { numRuns: 5000 },
  );
});

const withMobile = { 'GET /api/shops/dairy': () => sampleShop({ slug: 'dairy', mobile_login: true }) };

it('sends the code to a mobile number, however it is written, where the platform can send messages', async () => {
  const calls = serve(withMobile);
  show();
  const field = await screen.findByLabelText<HTMLInputElement>('Email or mobile number');
  expect([field.type, field.autocomplete]).toEqual(['text', 'username']);
  await userEvent.type(field, '+91 98765-43210');
  await userEvent.click(button('Send OTP'));
  const code = await screen.findByLabelText('OTP');
  screen.getByText('Enter the code we sent to +91 98765 43210. It is valid for five minutes.');
  button('Change number');
  await userEvent.type(code, '012345');
  await userEvent.click(button('Login'));
  await screen.findByText('went to /dairy/order');
  const sent = codeCalls(calls).map(({ body }) => body);
  expect(sent).toEqual([
    { mobile: '9876543210', shop_slug: 'dairy', language: 'en' },
    { mobile: '9876543210', token: '012345', shop_slug: 'dairy' },
  ]);
});

it.each(['98765', '5876543210', 'asha@'])('accepts neither as an email nor as a number: %s', async (text) => {
  const calls = serve(withMobile);
  show();
  await userEvent.type(await screen.findByLabelText('Email or mobile number'), text);
  await userEvent.click(button('Send OTP'));
  expect(screen.getByRole('alert').textContent).toBe('Please enter an email address or a 10-digit mobile number.');
  expect(codeCalls(calls)).toEqual([]);
});

it('accepts no mobile number where no message can be sent', async () => {
  const calls = serve();
  show();
  await userEvent.type(screen.getByLabelText('Email'), '9876543210');
  await userEvent.click(button('Send OTP'));
  expect(screen.getByRole('alert').textContent).toBe('Please enter an email address.');
  expect(codeCalls(calls)).toEqual([]);
});

const given = { version: '2026-11-24', purposes: ['account', 'orders'], at: '2026-11-24T10:00:00.000Z' };

it('records after the login that the guest agreed to the consent text', async () => {
  const calls = serve({ 'GET /api/users/me/consents': () => [], 'POST /api/users/me/consents': () => given });
  show();
  await userEvent.click(button('View Terms and Conditions'));
  await userEvent.click(button('I Agree & Continue'));
  await userEvent.click(button('OK'));
  await userEvent.type(await askForCode(), '012345');
  await userEvent.click(button('Login'));
  await waitFor(() =>
    expect(calls.find(({ method, path }) => `${method} ${path}` === 'POST /api/users/me/consents')?.body).toEqual({
      purposes: ['account', 'orders'],
    }),
  );
  await waitFor(() => expect(sessionStorage.getItem('agreedVersion')).toBeNull());
});
