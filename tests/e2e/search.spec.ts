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
  const [first, second] = await Promise.all(
    [0, 1].map((at) => products(page).getByRole('article').nth(at).boundingBox()),
  );
  expect(second!.y, 'on a phone two products stand side by side').toBe(first!.y);
  expect(first!.height, 'and three pairs on a screen').toBeLessThan(844 / 3);
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
