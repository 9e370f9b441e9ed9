import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { enterCode } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = '/#/nandi-vegetables/products';
const WORKER = join(import.meta.dirname, '..', '..', 'client', 'dist', 'sw.js');

test.use({ serviceWorkers: 'allow' });
// One after the other: a new version would be offered to the tests beside it, too.
test.describe.configure({ mode: 'default' });

// A lost connection is an error in the console, so these pages are not quiet ones.
test('shows the last shop and the cart offline, and accepts no order there', async ({ page, context }) => {
  await page.goto(SHOP);
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();
  await expect.poll(() => keptPaths(page)).toContain('/api/products');

  await context.setOffline(true);
  const banner = page.getByText('You are offline.');
  await expect(banner).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(banner).toBeVisible();

  await page.getByRole('link', { name: 'View Cart' }).click();
  await expect(page.getByText('place the order when you are back online')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled();

  await context.setOffline(false);
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled();
});

test('shows a product offline: with all its details if it was open before, else as the catalog has it', async ({
  page,
  context,
}) => {
  await page.goto('/#/ganesh-kirana/products');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await page.getByRole('link', { name: 'Basmati rice', exact: true }).click();
  await expect(page.getByText('Demo Foods')).toBeVisible();
  await expect.poll(() => keptPaths(page)).toContainEqual(expect.stringMatching(/^\/api\/products\/\d+$/));

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Basmati rice' })).toBeVisible();
  await expect(page.getByText('Demo Foods')).toBeVisible();

  await page.getByRole('link', { name: /All products of/ }).click();
  await page.getByRole('link', { name: 'Sona masoori rice', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sona masoori rice', level: 1 })).toBeVisible();
  await expect(page.getByText('Not available offline')).toBeVisible();
});

test('shows the last orders offline, and when they were loaded, until the customer logs out', async ({
  page,
  context,
}) => {
  await page.goto(SHOP);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/#/nandi-vegetables/login');
  await enterCode(page, 'customer@haat.example');
  await page.goto('/#/nandi-vegetables/order-history');
  const orders = page.getByRole('article');
  await expect(orders.first()).toBeVisible();
  const title = await orders.first().getByRole('heading').textContent();
  // The code of the screen comes from the offline copy from now on.
  await page.reload();
  await expect(orders.first()).toBeVisible();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/You are offline\. (This order was|These \d+ orders were) loaded on /)).toBeVisible();
  await expect(orders.first().getByRole('heading')).toHaveText(title ?? '');

  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('lastOrders'))).toBeNull();
  await context.setOffline(false);
});

test('opens the login and the static pages offline, in our own font', async ({ page, context }) => {
  await page.goto(SHOP);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.goto('/#/nandi-vegetables/login');
  await page.reload();
  // Whether the shop can send messages to mobile numbers is not known offline.
  await expect(page.getByLabel(/^Email/)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-own-font');
  await page.goto('/#/help');
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();
});

test('can be installed', async ({ page }) => {
  await page.goto(SHOP);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const browser = await page.context().newCDPSession(page);
  const { url, errors, data } = await browser.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []]);
  const manifest = JSON.parse(data ?? '{}') as { name: string; display: string; icons: { src: string }[] };
  expect([manifest.name, manifest.display]).toEqual(['Haat: the shops around you', 'standalone']);
  for (const { src } of manifest.icons) {
    const icon = await page.request.get(new URL(src, url).href);
    expect([icon.status(), icon.headers()['content-type']], src).toEqual([200, 'image/png']);
  }
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // Playwright's contexts are incognito windows, from which no browser installs an app.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('caches no response of an authenticated request', async ({ page }) => {
  await page.goto(SHOP);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/#/nandi-vegetables/login');
  await enterCode(page, 'customer@haat.example');
  await page.goto('/#/nandi-vegetables/order-history');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => keptPaths(page)).toContain('/api/shops/nandi-vegetables');
  const reads = (await keptPaths(page)).filter((path) => path.includes('/api/'));
  expect(reads.filter((path) => !/^\/api\/(shops|products|navigation)/.test(path))).toEqual([]);
});

test.describe('while a new version waits', () => {
  test('loads it, with the cart, when the user chooses to update', async ({ page }) => {
    await withNewVersion(page, async () => {
      await page.getByRole('button', { name: 'Update now' }).click();
      await expect(newVersion(page)).toBeHidden();
      await expectCart(page);
      expect(await isWaiting(page)).toBe(false);
    });
  });

  test('loads it, with the cart, when the user reloads the page', async ({ page }) => {
    await withNewVersion(page, async () => {
      await page.reload();
      await expectCart(page);
      await expect(newVersion(page)).toBeHidden();
      expect(await isWaiting(page)).toBe(false);
    });
  });

  test('opens a second tab in the version of the first, which can still open its screens', async ({
    page,
    context,
  }) => {
    await withNewVersion(page, async () => {
      const second = await context.newPage();
      await second.goto('/#/ganesh-kirana/products');
      await expect(second.getByRole('article').first()).toBeVisible();
      await expect(newVersion(second)).toBeVisible();
      await second.reload();
      await expect(second.getByRole('article').first()).toBeVisible();
      await page.getByRole('link', { name: 'View Cart' }).click();
      await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
      expect(await isWaiting(page)).toBe(true);
    });
  });

  test('follows a link to another shop', async ({ page }) => {
    await withNewVersion(page, async () => {
      await page.goto('about:blank');
      await page.goto('/#/ganesh-kirana/products');
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.goto(SHOP);
      await expectCart(page);
    });
  });
});

const newVersion = (page: Page) => page.getByText('A new version of Haat is ready.');
const isWaiting = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

async function expectCart(page: Page): Promise<void> {
  await expect(page).toHaveURL(SHOP);
  await expect(page.getByText('1 item', { exact: true })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** Opens a shop, puts one thing into the cart, and has the browser find a newer version of the worker. */
async function withNewVersion(page: Page, act: () => Promise<void>): Promise<void> {
  await page.goto(SHOP);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();
  const before = readFileSync(WORKER);
  try {
    appendFileSync(WORKER, '\n// newer');
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect(newVersion(page)).toBeVisible();
    await act();
  } finally {
    writeFileSync(WORKER, before);
  }
}

async function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
}
