import type { Page } from '@playwright/test';
import { openNewShop } from './support/open-shop.ts';
import { expect, test } from './support/test.ts';

test('no screen requests a picture that a shop does not have', { tag: '@any-width' }, async ({ quietPage: page }) => {
  const { slug } = await openNewShop(page, [{ name: 'Curd', price: 30, stock: 5 }]);
  const { requested, failed } = watchPictures(page);

  await page.goto('/#/haat/dashboard');
  await expect(page.getByRole('region', { name: 'All shops' }).getByRole('link').first()).toBeVisible();
  await page.goto(`/#/${slug}/products`);
  await expect(page.getByRole('heading', { name: 'Curd', exact: true })).toBeVisible();
  await expect(page.locator('header img').first()).toHaveAttribute('src', '/images/shops/logo.png');
  await page.goto(`/#/${slug}/shop-orders`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`/#/${slug}/admin/settings`);
  await expect(page.getByRole('heading', { name: 'Shop picture' })).toBeVisible();
  await page.goto('/#/carts');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  expect(requested.filter((path) => path.includes(slug))).toEqual([]);
  expect(requested).toContain('/images/shops/logo.png');
  expect(failed).toEqual([]);
});

/** The paths of the pictures of shops that the page requests, and all responses of the server that failed. */
function watchPictures(page: Page): { requested: string[]; failed: string[] } {
  const requested: string[] = [];
  const failed: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/images/shops/')) requested.push(pathname);
    if (response.status() >= 400) failed.push(`${response.status()} ${pathname}`);
  });
  return { requested, failed };
}
