import { expectAccessible } from './support/accessibility.ts';
import { enterCode } from './support/sign-in.ts';
import { stopClock } from './support/stop-clock.ts';
import { expect, test } from './support/test.ts';

const CATALOG = '/#/nandi-vegetables/products';

test('shows the cart for 1350 ms, and not while the pointer is on it', async ({ quietPage: page }) => {
  await page.clock.install();
  await page.goto(CATALOG);
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  await stopClock(page);
  await cards.first().getByRole('button', { name: /^Add/ }).click();
  await page.mouse.move(1, 1);
  const popup = page.getByRole('region', { name: 'Your cart' });
  // Its code may have to load first.
  await expect(popup).toBeVisible();
  await page.clock.runFor(1349);
  await expect(popup).toBeVisible();
  await expect(popup.locator('img').first()).toHaveCSS('width', '50px');
  await page.clock.runFor(1);
  await expect(popup).toBeHidden();

  await cards.nth(1).getByRole('button', { name: /^Add/ }).click();
  await popup.hover();
  await page.clock.runFor(5000);
  await expect(popup).toBeVisible();
  await popup.getByRole('button', { name: 'Proceed to Order' }).click();
  await expect(page).toHaveURL(/#\/nandi-vegetables\/order$/);
});

test('is the lines above the cart bar on a phone, the newest first, in two fifths of the height', async ({
  quietPage: page,
  viewport,
}) => {
  test.skip((viewport?.width ?? 0) >= 720, 'There is room for the whole cart.');
  await page.clock.install();
  await page.goto(CATALOG);
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  await stopClock(page);
  await cards.first().getByRole('button', { name: /^Add/ }).tap();
  const popup = page.getByRole('region', { name: 'Your cart' });
  const first = await popup.getByRole('listitem').textContent();
  await cards.nth(1).getByRole('button', { name: /^Add/ }).tap();
  await expect(popup.getByRole('listitem')).toHaveCount(2);
  await expect(popup.getByRole('listitem').last()).toHaveText(first ?? '');
  const [box, bar] = [await popup.boundingBox(), await page.getByRole('link', { name: 'View Cart' }).boundingBox()];
  expect(box?.height).toBeLessThanOrEqual(0.4 * 844);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  // Under a finger it stays as it is.
  await popup
    .getByRole('button', { name: /^One more/ })
    .first()
    .tap();
  await expect(popup.getByText('×', { exact: true })).toBeVisible();
  expect((await popup.boundingBox())?.height).toBe(box?.height);
});

test('is filled, counted and emptied with the keyboard alone, and brought back', async ({ quietPage: page }) => {
  await page.goto(CATALOG);
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: /^Add/ }).focus();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('button', { name: /^One more/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card.locator('output')).toHaveText('2');
  await page.getByRole('link', { name: 'View Cart' }).focus();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear cart' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/products$/);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'View Cart' })).toBeVisible();
});

test('waits in the list of open carts, also in another tab', { tag: '@any-width' }, async ({ newUser }) => {
  const { page, context } = await newUser();
  await page.goto(CATALOG);
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();
  const other = await context.newPage();
  await other.goto('/#/carts');
  await expect(other.getByRole('heading', { name: 'Nandi Vegetables' })).toBeVisible();

  await other.getByRole('button', { name: /^Remove your cart/ }).click();
  await expect(page.getByRole('link', { name: 'View Cart' })).toBeHidden();
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'View Cart' })).toBeVisible();
});

test('merges the guest cart once at login, with two tabs open', { tag: '@any-width' }, async ({ newUser }) => {
  const { page, context } = await newUser();
  await page.goto(CATALOG);
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();
  const other = await context.newPage();
  await other.goto(CATALOG);
  await page.goto('/#/nandi-vegetables/login');
  await enterCode(page, `cart-${test.info().project.name}-${test.info().retry}@haat.example`);
  await expect(page).toHaveURL(/#\/nandi-vegetables\/order$/);
  await page.reload();
  await expect(page.locator('output')).toHaveText('1');
  await expect(other.getByRole('article').first().locator('output')).toHaveText('1');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cart_guest')))).toEqual(
    [],
  );
});

test(
  'shows what changed at the shop before the order can be placed',
  { tag: '@any-width' },
  async ({ quietPage: page }) => {
    await page.goto(CATALOG);
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
    await page.getByRole('button', { name: 'Accept changes' }).click();
    await expect(page.getByText('Old Jam')).toHaveCount(0);
  },
);
