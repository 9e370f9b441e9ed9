import { expect, test } from './support/test.ts';

test('keeps a guest cart for each shop, through a reload', { tag: '@any-width' }, async ({ quietPage: page }) => {
  await page.goto('/#/nandi-vegetables/products');
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();
  await expect(page.getByRole('link', { name: 'View Cart' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'View Cart' })).toBeVisible();
  await page.goto('/#/ayyangar-bakery/products');
  await expect(page.getByRole('heading', { name: 'Explore Fresh Picks' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Cart' })).toHaveCount(0);
});

test('shows the shops nearby once the location is known, nearest first', { tag: '@any-width' }, async ({ newUser }) => {
  const { page, context } = await newUser();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 12.925, longitude: 77.593 });
  await page.goto('/');
  await expect(page.getByText('Shops near you').or(page.getByText(/km/).first()).first()).toBeVisible();
});

test(
  'sends a guest to the login of a guarded screen, and an unknown path to the start',
  { tag: '@any-width' },
  async ({ quietPage: page }) => {
    for (const path of ['/ganesh-kirana/shop-orders', '/ganesh-kirana/order-summary']) {
      await page.goto(`/#${path}`);
      await expect(page).toHaveURL(`/#/ganesh-kirana/login?redirect=${encodeURIComponent(path)}`);
    }
    await page.goto('/#/nowhere/at/all/really');
    await expect(page).toHaveURL(/#\/haat\/dashboard$/);
  },
);

test('says that a shop is not there, and leads to the start', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/#/no-such-shop/products');
  await expect(page.getByText('Shop not found', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/#\/haat\/dashboard$/);
});

test('marks the category that is being looked at, and the first one back at the top', async ({ quietPage: page }) => {
  await page.goto('/#/ganesh-kirana/products');
  const rail = page.getByRole('navigation', { name: 'Categories' });
  await expect(rail.getByRole('button', { name: 'Bakery' })).toHaveAttribute('aria-current', 'true');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(rail.getByRole('button', { name: 'Staples' })).toHaveAttribute('aria-current', 'true');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(rail.getByRole('button', { name: 'Bakery' })).toHaveAttribute('aria-current', 'true');
});
