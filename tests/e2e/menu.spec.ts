import type { Page } from '@playwright/test';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'mysuru-sweets';
const START = `/#/${SHOP}/products`;

const PEOPLE = [
  { who: 'a guest', email: undefined, first: ['Login'] },
  {
    who: 'a customer',
    email: 'customer@haat.example',
    first: ['Edit Profile', 'Order History', 'Favourites', 'Notifications', 'Open carts', 'Logout'],
  },
  {
    who: 'a vendor',
    email: `vendor@${SHOP}.example`,
    first: [
      'Edit Profile',
      'Order History',
      'Favourites',
      'Notifications',
      'Open carts',
      'Logout',
      'Dashboard',
      'Shop Orders',
    ],
  },
];

async function openByKeyboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

/** A number may follow: other tests have this customer notified. */
const startingWith = (name: string) => new RegExp(`^${name}`);

for (const { who, email, first } of PEOPLE) {
  test(`is worked by the keyboard of ${who}`, { tag: '@keyboard' }, async ({ quietPage: page }) => {
    if (email) await signIn(page, SHOP, email);
    await page.goto(START);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await openByKeyboard(page);

    const menu = page.getByRole('dialog', { name: 'Menu' });
    // A vendor's part of the menu is loaded when it opens.
    for (const name of first) await expect(menu.getByText(startingWith(name)).first()).toBeVisible();
    await menu.getByRole('button', { name: 'Close menu' }).focus();
    for (const name of first) {
      await page.keyboard.press('Tab');
      await expect.poll(() => focused(page)).toMatch(startingWith(name));
    }

    const summary = menu.locator('summary').first();
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect(menu.getByRole('listitem').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(menu.getByRole('listitem')).toHaveCount(0);

    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  });
}

test('is closed by Back, which stays on the page', { tag: '@any-width' }, async ({ quietPage: page }) => {
  await page.goto(START);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await openByKeyboard(page);
  // The menu shows a moment before Back leads out of it: a test on a busy machine can be quicker than that, a user cannot.
  await expect.poll(entries).toBeGreaterThan(before);
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/products$`));
});

test('logs out by keyboard, on the server too', { tag: '@keyboard' }, async ({ quietPage: page }) => {
  await signIn(page, SHOP, `leaving-${test.info().project.name}-${test.info().retry}@haat.example`);
  await page.goto(START);
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();
  await expect(page.getByRole('link', { name: 'View Cart' })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  await openByKeyboard(page);
  await page.getByRole('button', { name: 'Logout' }).focus();
  await page.keyboard.press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Are you sure you want to log out?' });
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/login$`));
  const left = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /^(auth|refresh|user|cart_)/.test(key)),
  );
  expect(left).toEqual([]);
  const me = () => page.request.get('/api/users/me', { headers: { authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await me()).status()).toBe(401);
});
