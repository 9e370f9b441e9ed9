import { expect, test } from './support/test.ts';

const LOST = 'This part of Haat could not be loaded';

// What is not delivered is a complaint in the console, so these pages are not quiet ones.
test('says that a screen did not arrive, and fetches it again when asked', async ({ page }) => {
  await page.route('**/static/js/LoginScreen*', (route) => route.abort());
  await page.goto('/#/nandi-vegetables/login');
  await expect(page.getByRole('heading', { name: LOST })).toBeVisible();
  await page.unroute('**/static/js/LoginScreen*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('gives up on a screen after 120000 ms', async ({ page }) => {
  await page.clock.install();
  await page.route('**/static/js/LoginScreen*', () => {});
  await page.goto('/#/nandi-vegetables/login');
  await expect(page.locator('main [aria-busy]')).toBeVisible();
  await page.clock.fastForward(119_000);
  await expect(page.getByRole('heading', { name: LOST })).toBeHidden();
  await page.clock.fastForward(2000);
  await expect(page.getByRole('heading', { name: LOST })).toBeVisible();
  await expect(page.getByText('(timeout)')).toBeVisible();
});
