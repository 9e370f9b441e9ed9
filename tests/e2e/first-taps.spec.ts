import type { Page } from '@playwright/test';
import { WITHOUT_APP } from './support/open-contexts.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const CATALOG = '/#/nandi-vegetables/products';
const MERGE = '**/static/js/merge-guest-cart.*';

const card = (page: Page, at = 0) => page.getByRole('article').nth(at);
const add = (page: Page, at = 0) => card(page, at).getByRole('button', { name: /^Add/ }).tap();
const oneMore = (page: Page, at = 0) =>
  card(page, at)
    .getByRole('button', { name: /^One more/ })
    .tap();
const oneLess = (page: Page, at = 0) =>
  card(page, at)
    .getByRole('button', { name: /^One less/ })
    .tap();
const quantity = (page: Page, at = 0) => card(page, at).locator('output');
const inBar = (page: Page, items: string) => page.getByText(items, { exact: true });
const popup = (page: Page) => page.getByRole('region', { name: 'Your cart' });

async function reload(page: Page): Promise<void> {
  await page.goto(WITHOUT_APP);
  await page.goto(CATALOG);
}

test('counts each tap once, from the first one on, and keeps them for the next visit', async ({ quietPage: page }) => {
  await page.goto(CATALOG);
  await add(page);
  await oneMore(page);
  await add(page, 1);
  await oneMore(page);
  await expect(quantity(page)).toHaveText('3');
  await expect(quantity(page, 1)).toHaveText('1');
  await expect(inBar(page, '4 items')).toBeVisible();

  await page.waitForLoadState('networkidle');
  await add(page, 2);
  await expect(popup(page)).toBeVisible();
  await oneMore(page);
  await expect(quantity(page)).toHaveText('4');
  await expect(inBar(page, '6 items')).toBeVisible();
  await reload(page);
  await expect(quantity(page)).toHaveText('4');
  await expect(inBar(page, '6 items')).toBeVisible();
});

test('takes a removed line back', async ({ quietPage: page }) => {
  await page.goto(CATALOG);
  await add(page);
  await oneMore(page);
  await add(page, 1);
  await oneLess(page, 1);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(quantity(page)).toHaveText('2');
  await expect(quantity(page, 1)).toHaveText('1');
});

test('shows a guest as soon as another tab has logged out', async ({ newUser }) => {
  const { page, context } = await newUser();
  await signIn(page, 'nandi-vegetables', 'first-taps@haat.example');
  await page.goto(CATALOG);
  await expect(page.getByText('Welcome, first-taps!')).toBeVisible();
  const late = await context.newPage();
  await late.goto(CATALOG);
  await add(late);
  await expect(inBar(page, '1 item')).toBeVisible();

  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('button', { name: 'Logout' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).tap();
  await expect(late.getByText('Welcome!', { exact: true })).toBeVisible();
  await expect(inBar(late, '1 item')).toBeHidden();

  expect(await late.evaluate(() => Object.keys(localStorage).filter((key) => /^cart_|Token$/.test(key)))).toEqual([]);
});

test('merges the cart of a guest who is logged in by now, with what is added meanwhile', async ({ newUser }) => {
  const { page } = await newUser();
  await page.goto(CATALOG);
  await add(page);
  await expect(inBar(page, '1 item')).toBeVisible();
  const key = 'cart_guest_nandi-vegetables';
  const guestCart = await page.evaluate((name) => localStorage.getItem(name) ?? '', key);
  await page.goto(WITHOUT_APP);
  await signIn(page, 'nandi-vegetables', 'first-taps-merge@haat.example');
  await page.evaluate(([name = '', value = '']) => localStorage.setItem(name, value), [key, guestCart]);

  const merge = Promise.withResolvers<void>();
  await page.route(MERGE, (route) => merge.promise.then(() => route.continue()));
  await page.goto(CATALOG);
  await expect(page.getByText('Welcome, first-taps-merge!')).toBeVisible();
  await add(page);
  merge.resolve();
  await expect(quantity(page)).toHaveText('2');
  await reload(page);
  await expect(quantity(page)).toHaveText('2');
});
