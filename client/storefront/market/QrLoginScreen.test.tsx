import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activateEnglish, loadPageTexts } from '../../i18n/language.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleShop } from '../../test/samples.ts';
import { type StubRoutes, stubServer } from '../../test/stub-server.ts';
import { QrLoginScreen } from './QrLoginScreen.tsx';

const found = (slug: string, code = slug): StubRoutes => ({
  [`GET /api/scan?code=${code}`]: () => ({ kind: 'shop', shop: sampleShop({ slug }) }),
});
const ALERT = 'QR scan error. Check camera access.';
const NOT_OURS = /^This is not a Haat shop code/;

async function show(routes: StubRoutes = {}, path = '/qr-login') {
  const calls = stubServer(routes);
  renderScreen(<QrLoginScreen />, { path, at: '/qr-login' });
  activateEnglish();
  await loadPageTexts();
  return calls;
}

async function type(code: string) {
  if (screen.queryByRole('alertdialog')) await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  const field = screen.getByLabelText('Shop code');
  await userEvent.clear(field);
  await userEvent.type(field, `${code.replaceAll(/[{[]/g, '$&$&')}{Enter}`);
}

function giveCamera(getUserMedia: () => Promise<MediaStream>) {
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
});

it.each([
  ['a bare name', 'malnad-dairy'],
  ['a link of this very page', `${location.origin}/#/malnad-dairy/products`],
])('goes to the login of the shop that is named by %s', async (_, code) => {
  await show(found('malnad-dairy'));
  await type(code);
  expect(await screen.findByText('went to /malnad-dairy/login')).toBeTruthy();
});

it('goes by the name that the server knows the shop by', async () => {
  await show(found('malnad-dairy', 'MALNAD-Dairy'));
  await type('MALNAD-Dairy');
  expect(await screen.findByText('went to /malnad-dairy/login')).toBeTruthy();
});

it('takes no other code while the login of the found shop is loading', async () => {
  // At any address: the screen stays, as it does until the script of the login is there.
  const calls = await show({ ...found('malnad-dairy'), ...found('bakery') }, '*');
  await type('malnad-dairy');
  await waitFor(() => expect(calls).toHaveLength(1));
  await screen.findByText('Looking for the shop…');
  await type('bakery');
  await type('8901234567890');
  expect(screen.queryByText('This is a product barcode, not a shop code.')).toBeNull();
  screen.getByText('Looking for the shop…');
  expect(calls.map(({ path }) => path)).toEqual(['/api/scan?code=malnad-dairy']);
});

it.each([
  ['javascript:alert(1)', NOT_OURS],
  ['https://evil.example/#/malnad-dairy/products', NOT_OURS],
  ['//evil.example', NOT_OURS],
  ['8901234567890', 'This is a product barcode, not a shop code.'],
])('refuses %s in words, and asks no server', async (code, words) => {
  const calls = await show();
  await type(code);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(calls).toEqual([]);
});

it.each([
  ['that there is no such shop', () => ({ kind: 'unknown' }), 'Shop Not Found'],
  ['that the server is unreachable', () => Promise.reject(new TypeError('fetch failed')), 'Error fetching shop'],
])('says %s, and stays', async (_, answer, words) => {
  await show({ 'GET /api/scan?code=no-shop': answer });
  await type('no-shop');
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Scan Shop QR to Login' })).toBeTruthy();
});

it.each<[string, () => void, string]>([
  [
    'the page is not secure',
    () => vi.stubGlobal('isSecureContext', false),
    'Camera access is only supported in secure context like https or localhost.',
  ],
  [
    'the browser has none to give',
    () => vi.stubGlobal('isSecureContext', true),
    'Camera streaming not supported by the browser.',
  ],
  [
    'it was refused',
    () => giveCamera(() => Promise.reject(new DOMException('no', 'NotAllowedError'))),
    'This page is not allowed to use the camera. Allow it in the browser settings, or use one of the options below.',
  ],
])('gives the alert, the reason and another way when %s', async (_, prepare, reason) => {
  prepare();
  await show();
  expect((await screen.findByRole('alertdialog')).textContent).toContain(ALERT);
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.getByText(reason)).toBeTruthy();
  expect(screen.getByLabelText('Scan from a picture')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start camera' })).toBeTruthy();
});

it('says once that there is no camera', async () => {
  giveCamera(() => Promise.reject(new DOMException('no', 'NotFoundError')));
  await show();
  expect((await screen.findByRole('alert')).textContent).toBe('No camera found');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByLabelText('Scan from a picture')).toBeTruthy();
});

it('asks for a denied camera again only on Start camera', async () => {
  const getUserMedia = vi.fn(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  giveCamera(getUserMedia);
  await show();
  await screen.findByRole('alertdialog');
  expect(localStorage.getItem('cameraPermission')).toBe('denied');
  cleanup();
  await show();
  expect(await screen.findByText('The camera is off.')).toBeTruthy();
  expect(getUserMedia).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Start camera' }));
  await screen.findByRole('alertdialog');
  expect(getUserMedia).toHaveBeenCalledTimes(2);
});

it('opens the camera of the last time, and another one when that is gone', async () => {
  localStorage.setItem('lastCameraId', 'old');
  const getUserMedia = vi.fn((_: MediaStreamConstraints) =>
    Promise.reject(new DOMException('no', 'OverconstrainedError')),
  );
  giveCamera(getUserMedia as never);
  await show();
  await screen.findByText('No camera found');
  expect(getUserMedia.mock.calls.map(([{ video }]) => video)).toEqual([
    { deviceId: { exact: 'old' } },
    { facingMode: 'environment' },
  ]);
  expect(localStorage.getItem('lastCameraId')).toBeNull();
});

// The last test: a pending camera blocks the following ones.
it('asks for the camera while it waits for it', async () => {
  giveCamera(() => new Promise(() => {}));
  await show();
  expect(screen.getByText('Initializing scanner... please allow camera access')).toBeTruthy();
  expect(screen.queryByText('Scan from a picture')).toBeNull();
});
