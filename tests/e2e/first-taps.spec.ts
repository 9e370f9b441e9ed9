import type { BrowserContext, Page } from '@playwright/test';
import { WITHOUT_APP } from './support/open-contexts.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const CATALOG = '/#/nandi-vegetables/products';
const MACHINES = '**/static/js/machines.*';

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
/** Comes with the machines. */
const popup = (page: Page) => page.getByRole('region', { name: 'Your cart' });

/** Keeps the machines from arriving, for as long as a slow connection may take, until they are let through. */
async function holdMachines(on: Page | BrowserContext): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await on.route(MACHINES, (route) => held.promise.then(() => route.continue()));
  return held.resolve;
}

async function reload(page: Page): Promise<void> {
  await page.goto(WITHOUT_APP);
  await page.goto(CATALOG);
}

test('shows the taps before the machines have arrived, at once, and counts them once', async ({ quietPage: page }) => {
  const letThrough = await holdMachines(page);
  await page.goto(CATALOG);
  await add(page);
  await oneMore(page);
  await add(page, 1);
  await oneMore(page);
  await expect(quantity(page)).toHaveText('3');
  await expect(quantity(page, 1)).toHaveText('1');
  await expect(inBar(page, '4 items')).toBeVisible();
  await expect(popup(page)).toBeHidden();

  letThrough();
  await page.waitForLoadState('networkidle');
  await expect(inBar(page, '4 items')).toBeVisible();
  await add(page, 2);
  await expect(popup(page)).toBeVisible();
  await oneMore(page);
  await expect(quantity(page)).toHaveText('4');
  await expect(inBar(page, '6 items')).toBeVisible();
  await reload(page);
  await expect(quantity(page)).toHaveText('4');
  await expect(inBar(page, '6 items')).toBeVisible();
});

test('keeps the taps of a visit that ends before the machines arrive', async ({ quietPage: page }) => {
  await holdMachines(page);
  await page.goto(CATALOG);
  await add(page);
  await oneMore(page);
  await expect(inBar(page, '2 items')).toBeVisible();
  await reload(page);
  await expect(quantity(page)).toHaveText('2');
});

// A file that is not delivered causes an error in the console, so this test does not use `quietPage`.
test('loses nothing if the machines load only at the second attempt', async ({ page }) => {
  const died: string[] = [];
  page.on('pageerror', (error) => died.push(String(error)));
  await page.route(MACHINES, (route) => route.abort());
  await page.goto(CATALOG);
  await add(page);
  await oneMore(page);
  await add(page, 1);
  await oneLess(page, 1);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(quantity(page)).toHaveText('2');
  await expect(quantity(page, 1)).toHaveText('1');

  await page.unroute(MACHINES);
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await page.waitForLoadState('networkidle');
  await add(page, 2);
  await expect(popup(page)).toBeVisible();
  await expect(inBar(page, '4 items')).toBeVisible();
  await reload(page);
  await expect(quantity(page)).toHaveText('2');
  await expect(inBar(page, '4 items')).toBeVisible();
  expect(died).toEqual([]);
});

test('shows a guest as soon as another tab has logged out, also before the machines have arrived', async ({
  newUser,
}) => {
  const { page, context } = await newUser();
  await signIn(page, 'nandi-vegetables', 'first-taps@haat.example');
  await page.goto(CATALOG);
  await expect(page.getByText('Welcome, first-taps!')).toBeVisible();
  const late = await context.newPage();
  const letThrough = await holdMachines(late);
  await late.goto(CATALOG);
  await add(late);
  await expect(inBar(page, '1 item')).toBeVisible();

  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('button', { name: 'Logout' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).tap();
  await expect(late.getByText('Welcome!', { exact: true })).toBeVisible();
  await expect(inBar(late, '1 item')).toBeHidden();

  letThrough();
  await late.waitForLoadState('networkidle');
  await expect(late.getByText('Welcome!', { exact: true })).toBeVisible();
  expect(await late.evaluate(() => Object.keys(localStorage).filter((key) => /^cart_|Token$/.test(key)))).toEqual([]);
});

test('merges the cart of a guest who is logged in by the time the machines arrive', async ({ newUser }) => {
  const { page } = await newUser();
  await page.goto(CATALOG);
  await add(page);
  await expect(inBar(page, '1 item')).toBeVisible();
  const key = 'cart_guest_nandi-vegetables';
  const guestCart = await page.evaluate((name) => localStorage.getItem(name) ?? '', key);
  await page.goto(WITHOUT_APP);
  await signIn(page, 'nandi-vegetables', 'first-taps-merge@haat.example');
  await page.evaluate(([name = '', value = '']) => localStorage.setItem(name, value), [key, guestCart]);

  const letThrough = await holdMachines(page);
  await page.goto(CATALOG);
  await expect(page.getByText('Welcome, first-taps-merge!')).toBeVisible();
  await add(page);
  letThrough();
  await expect(quantity(page)).toHaveText('2');
  await reload(page);
  await expect(quantity(page)).toHaveText('2');
});

test('searches for the shops nearby as soon as the machines are there', async ({ newUser }) => {
  const { page, context } = await newUser();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 12.9251, longitude: 77.593 });
  const letThrough = await holdMachines(page);
  await page.goto('/#/haat/dashboard');
  await expect(page.getByText('Finding shops…')).toBeVisible();
  letThrough();
  await expect(page.getByRole('region', { name: 'Shops near you' })).toBeVisible();
});
