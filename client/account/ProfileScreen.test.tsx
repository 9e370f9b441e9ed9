import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadPageTexts } from '../i18n/language.ts';
import { renderScreen } from '../test/render-screen.tsx';
import { sampleShop } from '../test/samples.ts';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../test/stub-server.ts';
import { useSessionSend } from '../shared/session/SessionProvider.tsx';
import { ProfileScreen } from './ProfileScreen.tsx';

const SAVE = 'POST /api/users/update-profile';
const CONFIRM = 'POST /api/users/confirm-email';
const me = {
  id: 7,
  name: 'Test Customer',
  email: 'a@b.in',
  mobile: '9000000001',
  login_mobile: null,
  profile_image: null,
};
const waiting = { ...me, pending_email: 'new@b.in', resend_after: 30 };
const token = tokenFor({ sub: '7', shop_slug: 'dairy' });

const LISTS: StubRoutes = { 'GET /api/users/me/sessions': () => [], 'GET /api/users/me/consents': () => [] };

type Place = { at?: string; state?: unknown; user?: object };

async function show(routes: StubRoutes = {}, { at = '/dairy/profile', state, user = me }: Place = {}) {
  localStorage.setItem('authToken', token);
  localStorage.setItem('refreshToken', 'r');
  const calls = stubServer({ ...LISTS, ...MESSAGES, 'GET /api/users/me': () => user, [SAVE]: () => me, ...routes });
  const path = at === '/profile' ? '/profile' : '/:shopSlug/profile';
  renderScreen(<ProfileScreen />, { path, at, state });
  await act(loadPageTexts);
  await screen.findByLabelText('Name');
  return calls;
}

const MESSAGES: StubRoutes = {
  'GET /api/users/message-preferences': () => ({
    new_orders: { push: true },
    order_status: { push: true, mail: false },
    order_ends: { push: true, mail: true },
    refunds: { push: true },
  }),
};

const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const retype = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  if (text) await userEvent.type(field(label), text);
};
const picture = (type = 'image/png') => new File(['bytes'], 'me.png', { type });
const sentTo = (calls: { path: string; body: unknown }[], path: string) =>
  calls.filter((call) => call.path === path).map(({ body }) => body);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('starts with the stored profile, saves the changes, reloads the user and opens the products', async () => {
  const calls = await show();
  expect(['Name', 'Email', 'Mobile'].map((label) => field(label).value)).toEqual([
    'Test Customer',
    'a@b.in',
    '9000000001',
  ]);
  await retype('Name', ' Another Name ');
  await retype('Mobile', '');
  await click('Save Changes');
  expect(await screen.findByText('went to /dairy/products')).toBeTruthy();
  expect(sentTo(calls, '/api/users/update-profile')).toEqual([{ name: 'Another Name', email: 'a@b.in', mobile: '' }]);
  await waitFor(() => expect(sentTo(calls, '/api/users/me')).toHaveLength(2));
});

it('shows an email address that was confirmed meanwhile, and keeps what was typed', async () => {
  let email = 'a@b.in';
  localStorage.setItem('authToken', token);
  stubServer({ ...LISTS, 'GET /api/users/me': () => ({ ...me, email }) });
  renderScreen(<ProfileAndReload />, { path: '/:shopSlug/profile', at: '/dairy/profile' });
  await act(loadPageTexts);
  await screen.findByLabelText('Name');
  await retype('Name', 'Another Name');
  email = 'new@b.in';
  await click('Reload the profile');
  await waitFor(() => expect(field('Email').value).toBe('new@b.in'));
  expect(field('Name').value).toBe('Another Name');
});

function ProfileAndReload() {
  const send = useSessionSend();
  return (
    <>
      <ProfileScreen />
      <button type="button" onClick={() => send({ type: 'profile.changed' })}>
        Reload the profile
      </button>
    </>
  );
}

it('accepts a pasted mobile number in other formats', async () => {
  const calls = await show();
  expect(field('Mobile').type).toBe('tel');
  await userEvent.click(field('Mobile'));
  await userEvent.paste('91 9876543210');
  expect(field('Mobile').value).toBe('9876543210');
  await click('Save Changes');
  await screen.findByText(/^went to/);
  expect(sentTo(calls, '/api/users/update-profile')).toMatchObject([{ mobile: '9876543210' }]);
});

it('shows and uploads the chosen picture, and rejects other files', async () => {
  const calls = await show();
  const chooser = screen.getByLabelText<HTMLInputElement>('Profile Image');
  expect(chooser.accept).toBe('image/*');
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(chooser, picture('text/html'));
  expect(screen.getByRole('alert').textContent).toBe('Please choose an image file.');
  await user.upload(chooser, picture());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.querySelector('img')?.src).toMatch(/^blob:/);
  await click('Save Changes');
  await screen.findByText(/^went to/);
  const [sent] = sentTo(calls, '/api/users/update-profile') as { profileImage: File }[];
  expect([sent?.profileImage.name, sent?.profileImage.type]).toEqual(['me.png', 'image/png']);
});

it.each([
  ['Name', '', 'Please enter your name.'],
  ['Email', 'a@b', 'Please enter an email address.'],
  ['Email', '', 'Please enter an email address.'],
  ['Mobile', '5000000001', 'Mobile must be 10 digits starting with 6-9.'],
])('says by the field %s that it is wrong as "%s", goes there, and sends nothing', async (label, text, said) => {
  const calls = await show();
  await retype(label, text);
  await click('Save Changes');
  expect(screen.getByRole('alert').textContent).toBe(said);
  expect(document.activeElement).toBe(field(label));
  expect(sentTo(calls, '/api/users/update-profile')).toEqual([]);
});

it.each<[string, () => unknown, string]>([
  [
    'the server’s words',
    () => errorResponse(413, 'payload_too_large', 'The picture must not be larger than 5 MB.'),
    'The picture must not be larger than 5 MB.',
  ],
  ['words of its own', () => errorResponse(500, 'internal', ''), 'Failed to update profile'],
  ['Network error', () => Promise.reject(new TypeError('x')), 'Network error'],
])('shows a failure in %s, and keeps the values', async (_, save, said) => {
  await show({ [SAVE]: save });
  await retype('Name', 'Another Name');
  await userEvent.upload(screen.getByLabelText<HTMLInputElement>('Profile Image'), picture());
  await click('Save Changes');
  expect((await screen.findByRole('alert')).textContent).toBe(said);
  expect(field('Name').value).toBe('Another Name');
  screen.getByText('me.png');
});

it('keeps the submitted values when the session ended, until they are saved', async () => {
  const ended = () => errorResponse(401, 'unauthenticated', 'Please log in again.');
  await show({ [SAVE]: ended, 'POST /api/auth/refresh-token': ended });
  await retype('Name', 'Another Name');
  await click('Save Changes');
  await screen.findByText('Please log in to view and change your profile.');
  cleanup();
  await show();
  expect(field('Name').value).toBe('Another Name');
  await click('Save Changes');
  await screen.findByText(/^went to/);
  expect(sessionStorage.length).toBe(0);
});

it('asks for the code of a new address, and stores the token of its confirmation', async () => {
  const fresh = tokenFor({ sub: '7', email: 'new@b.in' });
  const calls = await show({ [SAVE]: () => waiting, [CONFIRM]: () => ({ token: fresh, email: 'new@b.in' }) });
  await retype('Email', 'new@b.in');
  await click('Save Changes');
  const code = await screen.findByLabelText<HTMLInputElement>('OTP');
  expect([code.autocomplete, code.inputMode, document.activeElement]).toEqual(['one-time-code', 'numeric', code]);
  screen.getByText(/new@b\.in/);
  await userEvent.type(code, '012 345');
  await click('Confirm email');
  expect(await screen.findByText('went to /dairy/products')).toBeTruthy();
  expect(sentTo(calls, '/api/users/confirm-email')).toEqual([{ code: '012345' }]);
  expect([localStorage.getItem('authToken'), localStorage.getItem('refreshToken')]).toEqual([fresh, 'r']);
});

it('stays logged in after a wrong code, shows the error, and sends another one', async () => {
  const calls = await show({
    [SAVE]: () => ({ ...waiting, resend_after: 0 }),
    [CONFIRM]: () => errorResponse(401, 'otp_invalid', 'Invalid OTP'),
    'POST /api/users/send-email-code': () => ({ resend_after: 30 }),
  });
  await retype('Email', 'new@b.in');
  await click('Save Changes');
  await userEvent.type(await screen.findByLabelText('OTP'), '000000');
  await click('Confirm email');
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid OTP');
  expect(document.activeElement).toBe(field('OTP'));
  await click('Resend');
  expect((await screen.findByRole('button', { name: 'Resend in 30 seconds' })).hasAttribute('disabled')).toBe(true);
  expect(sentTo(calls, '/api/users/send-email-code')).toHaveLength(1);
  await click('Change email');
  expect(field('Email').value).toBe('new@b.in');
});

it('shows that an address is not confirmed yet, and accepts its code later', async () => {
  await show({ [CONFIRM]: () => ({ token, email: 'new@b.in' }) }, { user: { ...me, pending_email: 'new@b.in' } });
  await click('Enter the code');
  await userEvent.type(screen.getByLabelText('OTP'), '123456');
  await click('Confirm email');
  expect(await screen.findByText('went to /dairy/products')).toBeTruthy();
});

it.each([
  ['the shop that the visitor came from', '/profile', { shopSlug: 'bakery' }, '/bakery/products'],
  ['the shop of the session', '/profile', undefined, '/dairy/products'],
  ['the shop of the session rather than the platform', '/profile', { shopSlug: 'haat' }, '/dairy/products'],
  ['the shop of its path', '/sweets/profile', { shopSlug: 'bakery' }, '/sweets/products'],
])('leads back to %s', async (_, at, state, back) => {
  await show({}, { at, state });
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  expect(await screen.findByText(`went to ${back}`)).toBeTruthy();
});

it('returns to the platform where no shop is known', async () => {
  await show({}, { at: '/haat/profile' });
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  await retype('Name', 'Another Name');
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Back' }).getAttribute('href')).toBe('/haat/dashboard');
});

it('shows that the profile cannot be loaded, and retries on a tap', async () => {
  localStorage.setItem('authToken', token);
  let isBroken = true;
  stubServer({
    ...LISTS,
    ...MESSAGES,
    'GET /api/users/me': () => (isBroken ? errorResponse(500, 'internal', '') : me),
  });
  renderScreen(<ProfileScreen />, { path: '/:shopSlug/profile', at: '/dairy/profile' });
  await act(loadPageTexts);
  expect((await screen.findByRole('alert')).textContent).toContain('Your profile could not be loaded.');
  isBroken = false;
  await click('Try again');
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Test Customer');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks a guest to log in, and returns afterwards', async () => {
  stubServer({});
  renderScreen(<ProfileScreen />, { path: '/:shopSlug/profile', at: '/dairy/profile' });
  await act(loadPageTexts);
  screen.getByText('Please log in to view and change your profile.');
  await userEvent.click(screen.getByRole('link', { name: 'Login' }));
  expect(await screen.findByText('went to /dairy/login?redirect=%2Fdairy%2Fprofile')).toBeTruthy();
});

it('drops the error of a field once it is changed', async () => {
  await show();
  await retype('Mobile', '5000000001');
  await click('Save Changes');
  expect(screen.getByRole('alert').textContent).toBe('Mobile must be 10 digits starting with 6-9.');
  await retype('Mobile', '9000000002');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks before unsaved changes are left behind', async () => {
  await show();
  await retype('Name', 'Another Name');
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(field('Name').value).toBe('Another Name');
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await screen.findByText('went to /dairy/products');
});

it('needs no email address of an account that logs in with a mobile number', async () => {
  const calls = await show({}, { user: { ...me, email: null, login_mobile: '9000000001' } });
  await retype('Name', 'Asha');
  await click('Save Changes');
  await screen.findByText('went to /dairy/products');
  expect(sentTo(calls, '/api/users/update-profile')).toEqual([{ name: 'Asha', email: '', mobile: '9000000001' }]);
});

it('lists the devices, marks this one, and logs out another', async () => {
  const session = { shop_slug: 'dairy', signed_in_at: '2026-11-01T10:00:00.000Z', used_at: '2026-11-02T10:00:00.000Z' };
  const here = { ...session, id: 'one', device: 'Chrome on Android', current: true };
  const calls = await show({
    'GET /api/users/me/sessions': () => [here, { ...session, id: 'two', device: null, current: false }],
    'DELETE /api/users/me/sessions/two': () => new Response(null, { status: 204 }),
  });
  await screen.findByText('This device');
  screen.getByText('Chrome · Android');
  await click('Log out Unknown device');
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/users/me/sessions/two')).toBe(true));
  screen.getByRole('button', { name: 'Log out all other devices' });
});

it('shows the consent with its date, and withdraws what is optional', async () => {
  const given = { version: '2026-11-24', purposes: ['account', 'offers', 'orders'], at: '2026-11-24T10:00:00.000Z' };
  const calls = await show({
    'GET /api/users/me/consents': () => [given],
    'POST /api/users/me/consents': () => ({ ...given, purposes: ['account', 'orders'] }),
  });
  await screen.findByText(/You agreed to the consent text \(version 2026-11-24\) on .*2026/);
  await userEvent.click(screen.getByRole('switch', { name: /Offers/ }));
  await waitFor(() =>
    expect(sentTo(calls, '/api/users/me/consents')).toContainEqual({ purposes: ['account', 'orders'] }),
  );
});

it('deletes the account with the code, after a question, and says why it cannot', async () => {
  const calls = await show({
    'POST /api/users/send-deletion-code': () => ({ resend_after: 30, email: 'a@b.in' }),
    'POST /api/users/delete-account': ({ body }) =>
      (body as { code: string }).code === '012345'
        ? new Response(null, { status: 204 })
        : errorResponse(409, 'account_in_use', 'Your order H000001 is still open.'),
  });
  const personal = ['pendingOrder_7_dairy', 'orderSummary', 'cart_7_dairy'];
  for (const key of personal) localStorage.setItem(key, '{}');
  sessionStorage.setItem('checkoutDraft_dairy', '{}');
  await click('Delete account');
  await click('Send code');
  await screen.findByText('To delete your account, enter the code we sent to a@b.in. It is valid for five minutes.');
  await userEvent.type(screen.getByLabelText('OTP'), '000000');
  await click('Delete account');
  await screen.findByText('Your order H000001 is still open.');
  await userEvent.clear(screen.getByLabelText('OTP'));
  await userEvent.type(screen.getByLabelText('OTP'), '012345');
  await click('Delete account');
  await screen.findByText('went to /');
  await waitFor(() => expect(localStorage.getItem('authToken')).toBeNull());
  expect(sentTo(calls, '/api/users/delete-account')).toEqual([{ code: '000000' }, { code: '012345' }]);
  await waitFor(() => expect(personal.map((key) => localStorage.getItem(key))).toEqual([null, null, null]));
  expect(sessionStorage.getItem('checkoutDraft_dairy')).toBeNull();
});

it('confirms a mobile number with its code', async () => {
  const calls = await show({
    'GET /api/shops/dairy': () => sampleShop({ slug: 'dairy', mobile_login: true }),
    'POST /api/users/send-mobile-code': () => ({ resend_after: 30 }),
    'POST /api/users/confirm-mobile': () => ({ mobile: '9000000001' }),
  });
  // Not typed again: it is in the profile above.
  await screen.findByText(/^Confirm .*90000 ?00001 to log in with it/);
  expect(screen.queryByLabelText('Mobile number to log in with')).toBeNull();
  await click('Send OTP');
  await userEvent.type(await screen.findByLabelText('OTP'), '012345');
  const readPreferences = () => calls.filter(({ path }) => path === '/api/users/message-preferences').length;
  const before = readPreferences();
  await click('Confirm number');
  await waitFor(() => expect(sentTo(calls, '/api/users/confirm-mobile')).toEqual([{ code: '012345' }]));
  await screen.findByText(/^Confirm .*90000 ?00001/);
  await waitFor(() => expect(readPreferences()).toBeGreaterThan(before));
});
