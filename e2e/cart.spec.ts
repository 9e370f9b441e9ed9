import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

const SHELF = '/#/nandi-vegetables/products';

test('is filled, counted and emptied with the keyboard alone, and brought back', async ({ quietPage: page }) => {
  await page.goto(SHELF);
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: /^Add/ }).focus();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('button', { name: /^One more/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card.locator('output')).toHaveText('2');
  await page.getByRole('link', { name: 'View Cart' }).focus();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible();
  await page.getByRole('button', { name: 'Empty cart' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/products$/);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'View Cart' })).toBeVisible();
});

test('tells what changed at the shop before the order can be placed', async ({ quietPage: page }) => {
  await page.goto(SHELF);
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();
  // As a cart of last week: its price was another one, and one of its products is sold no longer.
  await page.evaluate(() => {
    const key = 'cart_guest_nandi-vegetables';
    const cart = JSON.parse(localStorage.getItem(key) ?? '{}');
    const [line] = Object.values(cart) as { price: number; id: string }[];
    if (line) line.price += 5;
    localStorage.setItem(
      key,
      JSON.stringify({ ...cart, '999999-0-0-0': { ...line, id: '999999-0-0-0', name: 'Old Jam' } }),
    );
  });
  await page.goto('/#/nandi-vegetables/order');
  await page.reload();
  await expect(page.getByText('Old Jam: no longer sold')).toBeVisible();
  await expect(page.getByText(/: now only ₹/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Update my cart' }).click();
  await expect(page.getByText('Old Jam')).toHaveCount(0);
});
