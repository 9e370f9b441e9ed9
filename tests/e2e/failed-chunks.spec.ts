import { waitFor } from './support/failure-screens.ts';
import { expect, test } from './support/test.ts';

const LOST = 'This page could not be loaded';

// A file that is not delivered causes an error in the console, so these tests do not use `quietPage`.
test('reports that a screen could not be loaded, and retries on a tap', async ({ page }) => {
  await page.route('**/static/js/*LoginScreen*', (route) => route.abort());
  await page.goto('/#/nandi-vegetables/login');
  await expect(page.getByRole('heading', { name: LOST })).toBeVisible();
  await page.unroute('**/static/js/*LoginScreen*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Email or mobile number')).toBeVisible();
});

test('says that the app itself could not be loaded, and loads the page again when asked', async ({ page }) => {
  await page.route('**/static/js/index.*', (route) => route.abort());
  await page.goto('/#/nandi-vegetables/products');
  await expect(page.getByRole('alert')).toContainText('Haat could not be loaded');
  await page.unroute('**/static/js/index.*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page).toHaveURL(/#\/nandi-vegetables\/products$/);
});

test('gives up on a screen after 120000 ms', async ({ page }) => {
  await page.clock.install();
  await page.route('**/static/js/*LoginScreen*', () => {});
  await page.goto('/#/nandi-vegetables/login');
  await expect(page.locator('main [aria-busy]')).toBeVisible();
  await page.clock.fastForward(119_000);
  await expect(page.getByRole('heading', { name: LOST })).toBeHidden();
  // On a busy machine the wait begins after the placeholder is on the screen.
  await waitFor(page, LOST);
  await page.getByText('Details').click();
  await expect(page.getByText('(timeout)')).toBeVisible();
});

test('keeps the screen where the menu cannot be loaded, says so, and fetches it at the next tap', async ({ page }) => {
  const died: string[] = [];
  page.on('pageerror', (error) => died.push(String(error)));
  await page.route('**/static/js/Menu.*', (route) => route.abort());
  await page.goto('/#/nandi-vegetables/login');
  await page.getByLabel('Email or mobile number').fill('typed@haat.example');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByText(LOST)).toBeVisible();
  await expect(page.getByLabel('Email or mobile number')).toHaveValue('typed@haat.example');
  await page.unroute('**/static/js/Menu.*');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  expect(died).toEqual([]);
});

test('loses no screen for a toast that cannot be fetched', async ({ page }) => {
  const died: string[] = [];
  page.on('pageerror', (error) => died.push(String(error)));
  await page.route(/static\/js\/(ToastStack|unstyled)\./, (route) => route.abort());
  await page.goto('/#/nandi-vegetables/login');
  await page
    .getByLabel('Email or mobile number')
    .fill(`no-toasts-${test.info().project.name}-${test.info().retry}@haat.example`);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByLabel('OTP')).toBeVisible();
  expect(died).toEqual([]);
});
