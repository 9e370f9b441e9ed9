import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('greets a vendor and lists what came in, on both dashboards', async ({ quietPage: page }) => {
  await signIn(page, 'mysuru-sweets', 'vendor@mysuru-sweets.example');
  await page.goto('/#/vendor/dashboard');
  await expect(page.getByText('vendor@mysuru-sweets.example').first()).toBeVisible();
  await expect(page.getByText(/New order H\d{6}/).first()).toBeVisible();

  await page.goto('/#/mysuru-sweets/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome to Your Shop Dashboard' })).toBeVisible();
});

test.describe('with sound', () => {
  // After a reload the browser decides whether sound needs a tap first, and warns where it does.
  test.use({ allowedConsoleErrors: /AudioContext was not allowed to start/ });

  test('keeps the sound switch as it was left', async ({ quietPage: page }) => {
    await signIn(page, 'mysuru-sweets', 'vendor@mysuru-sweets.example');
    await page.goto('/#/mysuru-sweets/shop-orders');
    await page.getByRole('button', { name: 'Enable sound' }).click();
    await expect(page.getByRole('button', { name: 'Enable sound' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Enable sound' })).toHaveCount(0);
  });
});

test('denies the back office to a customer', async ({ quietPage: page }) => {
  await signIn(page, 'mysuru-sweets', 'customer@haat.example');
  for (const path of ['/vendor/dashboard', '/mysuru-sweets/shop-orders', '/mysuru-sweets/admin/dashboard']) {
    await page.goto(`/#${path}`);
    await expect(page.getByText('Access denied. Only vendors can view this page.')).toBeVisible();
  }
});
