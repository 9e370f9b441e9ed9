import type { Page } from '@playwright/test';
import { addToCart, chooseTakeaway } from './support/actions.ts';
import { openFresh, expectReadableTexts } from './support/failure-screens.ts';
import { enterCode, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'malnad-dairy';
const SCREENS = [`/${SHOP}/products`, `/${SHOP}/order-summary`, '/carts'];

// A damaged refresh token is shown to the server, which refuses it.
const EXPECTED = /^Error (loading cart from|saving cart to) localStorage|with a status of 40[01]/;

test.use({ allowedConsoleErrors: EXPECTED });

const STORAGES = {
  'that is forbidden': () =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Forbidden', 'SecurityError');
      },
    }),
  'that is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  },
};

for (const [name, spoilStorage] of Object.entries(STORAGES)) {
  test(`a storage ${name} leaves a cart as long as the page`, async ({ quietPage: page }) => {
    await page.addInitScript(spoilStorage);
    await openFresh(page, `/${SHOP}/products`);
    await addToCart(page, 'ghee');
    await expect(page.getByText('This browser cannot save your cart.')).toBeVisible();
    await page.getByRole('link', { name: 'View Cart' }).click();
    await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
    await standEverywhere(page, name);
  });
}

test('a forbidden storage does not block a login or an order', async ({ quietPage: page }) => {
  await page.addInitScript(STORAGES['that is forbidden']);
  await openFresh(page, `/${SHOP}/products`);
  await addToCart(page, 'ghee');
  await page.getByRole('link', { name: 'View Cart' }).click();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await enterCode(page, `no-storage-${Date.now()}@haat.example`);
  await chooseTakeaway(page);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page).toHaveURL(/order-summary$/);
  await expect(page.getByRole('list', { name: 'Order progress' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to Products' }).click();
  await addToCart(page, 'paneer');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Order placed' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('link', { name: 'View Cart' })).toBeVisible();
});

const JUNK = ['', '{', '[]', '{"1":null}', `x.${btoa('{"sub":"x"}')}.y`];

test('ignores invalid stored data', async ({ quietPage: page }) => {
  await page.goto('/');
  for (const junk of JUNK) {
    await page.evaluate(
      ([text, shop]) => {
        const keys = ['authToken', 'refreshToken', 'userId', 'orderSummary', 'language', `cart_guest_${shop}`];
        for (const key of keys) localStorage.setItem(key, text);
      },
      [junk, SHOP] as const,
    );
    await standEverywhere(page, junk);
  }
});

const HALVES = ['{', '{"1":null}', '{"orderId":4,"orderNumber":"H000004"}'];

test('ignores invalid stored data of a logged-in user', async ({ quietPage: page }) => {
  await signIn(page, SHOP, 'newcomer@haat.example');
  await page.goto('/');
  const id = await page.evaluate(() => localStorage.getItem('userId') ?? '');
  expect(id).toMatch(/^\d+$/);
  const keys = ['orderSummary', `cart_${id}_${SHOP}`, `address_${id}`];
  for (const junk of HALVES) {
    await page.evaluate(
      ([text, names]) => {
        for (const name of names) localStorage.setItem(name, text);
      },
      [junk, keys] as const,
    );
    await openFresh(page, `/${SHOP}/order-summary`);
    await expect(page.getByText('There is no order to show.'), junk).toBeVisible();
    await openFresh(page, '/carts');
    await expect(page.getByText('You have no open carts.'), junk).toBeVisible();
  }
});

test('a location that is denied leaves all shops', async ({ newUser }) => {
  const { page, context } = await newUser();
  await context.clearPermissions();
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (_, deny) =>
      deny?.({ code: 1, message: 'denied', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });
  });
  await openFresh(page, '/haat/dashboard');
  await page.getByRole('main').getByRole('button', { name: 'Find shops near me' }).first().click();
  await expect.poll(() => page.getByRole('main').locator('a[href$="/products"]').count()).toBeGreaterThanOrEqual(12);
  await expectReadableTexts(page, 'denied');
});

async function standEverywhere(page: Page, what: string): Promise<void> {
  for (const [index, path] of SCREENS.entries()) {
    if (index === 0) await openFresh(page, path);
    else await page.goto(`/#${path}`);
    await expect(page.getByRole('heading', { level: 1 }), `${what} at ${path}`).toBeVisible();
    await expectReadableTexts(page, `${what} at ${path}`);
  }
}
