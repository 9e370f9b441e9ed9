import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search products and shops' });
const products = (page: Page) => page.getByRole('region', { name: 'Products' });

for (const typed of ['milk', 'दूध', 'doodh', 'mlik']) {
  test(`finds milk when ${typed} is typed`, { tag: '@any-width' }, async ({ quietPage: page }) => {
    await page.goto('/');
    await field(page).fill(typed);
    await expect(products(page).getByRole('heading', { name: /milk/i }).first()).toBeVisible();
    await expect(products(page).getByRole('link', { name: 'Malnad Dairy' }).first()).toBeVisible();
  });
}

test('adds products of two shops to their carts, and is there again after Back', async ({ quietPage: page }) => {
  await page.goto('/');
  await expect(field(page)).toBeVisible();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('milk');
  const rowOf = (shop: string) => products(page).getByRole('article').filter({ hasText: shop }).first();
  const picture = await rowOf('Malnad Dairy').locator('img').boundingBox();
  const name = await rowOf('Malnad Dairy').getByRole('heading').boundingBox();
  expect(name!.x, 'the words stand beside the picture').toBeGreaterThan(picture!.x + picture!.width);
  await rowOf('Malnad Dairy').getByRole('button', { name: /^Add/ }).click();
  await field(page).fill('biscit');
  await rowOf('Ganesh Kirana').getByRole('button', { name: /^Add/ }).click();
  await rowOf('Ganesh Kirana').getByRole('link', { name: 'View Cart: Ganesh Kirana' }).click();
  await expect(page).toHaveURL(/#\/ganesh-kirana\/order/);
  await expect(
    page
      .getByRole('main')
      .getByText(/biscuit/i)
      .first(),
  ).toBeVisible();

  await page.goBack();
  await expect(field(page)).toHaveValue('biscit');
  await expect(rowOf('Ganesh Kirana').getByRole('link', { name: 'View Cart: Ganesh Kirana' })).toBeVisible();
  await page.goto('/#/malnad-dairy/order');
  await expect(page.getByRole('main').getByText(/milk/i).first()).toBeVisible();
});
