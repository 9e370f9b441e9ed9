import type { Page } from '@playwright/test';
import { addToCart } from './support/actions.ts';
import { BROKEN, delayCalls, failCalls, REFUSED, type Responder, SESSION_ENDED } from './support/failed-calls.ts';
import {
  openFresh,
  expectReadableTexts,
  FAILED_REQUEST,
  memoryOf,
  restoreStorage,
  waitFor,
} from './support/failure-screens.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'malnad-dairy';
const SHOP_CALL = `**/api/shops/${SHOP}`;
const START = /#\/haat\/dashboard$/;
const RENEWAL = '**/api/auth/{refresh-token,logout}';

test.use({ allowedConsoleErrors: FAILED_REQUEST });

type Answers = Record<string, Responder>;
type Read = { path: string; call: string; message: string; visible: (page: Page) => Promise<unknown> };

const article = (page: Page) => page.getByRole('main').getByRole('article').first().waitFor();

const CATALOG: Read = {
  path: `/${SHOP}/products`,
  call: '**/api/products?*',
  message: 'Error fetching shop',
  visible: article,
};
const HISTORY: Read = {
  path: `/${SHOP}/order-history`,
  call: '**/api/orders/user?*',
  message: 'Failed to load order history. Please try again later.',
  visible: article,
};
const ADDRESSES: Read = {
  path: `/${SHOP}/address`,
  call: '**/api/address',
  message: 'Your addresses could not be loaded.',
  visible: (page) => page.getByRole('button', { name: 'Edit Address' }).waitFor(),
};
const PROFILE: Read = {
  path: `/${SHOP}/profile`,
  call: '**/api/users/me',
  message: 'Your profile could not be loaded.',
  visible: (page) => page.getByLabel('Name', { exact: true }).waitFor(),
};
const SUMMARY: Read = {
  path: `/${SHOP}/order-summary`,
  call: '**/api/orders/user?*',
  message: 'Your order was placed, but its details could not be loaded.',
  visible: (page) => page.getByRole('list', { name: 'Order progress' }).waitFor(),
};
const NOTIFICATIONS: Read = {
  path: '/mysuru-sweets/admin/dashboard',
  call: '**/api/notifications',
  message: 'Failed to load notifications',
  visible: (page) => page.getByRole('main').getByText('Loading notifications...').waitFor({ state: 'detached' }),
};

/**
 * One failure of each kind: nothing arrives, a valid answer of another shape, and a refusal. How an answer is judged is
 * the same for all reads (client/lib/api.ts), so the other failures are tested with the catalog alone.
 */
const EACH_KIND: Answers = {
  'no answer': BROKEN['no answer'],
  'an object of nothing': BROKEN['an object of nothing'],
  'a list of nothing': BROKEN['a list of nothing'],
  'out of order': REFUSED['out of order'],
};

/** Every failure shows the same text, whether it is the first or follows another one, and trying again is one tap. */
async function recoverFromFailures(page: Page, { path, call, message, visible }: Read, answers: Answers = EACH_KIND) {
  const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try again' });
  for (const [nr, [name, answer]] of Object.entries(answers).entries()) {
    const what = `${call}: ${name}`;
    let answered = 0;
    let answeredBefore = 0;
    // The message of the previous failure stays during a retry, so the answers are counted: it ended when no more arrive.
    const hasEnded = () => {
      const isOver = answered > 0 && answered === answeredBefore;
      answeredBefore = answered;
      return isOver;
    };
    const restore = await failCalls(page, call, async (route) => {
      await answer(route);
      answered += 1;
    });
    await (nr === 0 ? openFresh(page, path) : tryAgain.click());
    await test.step(what, () => waitFor(page, message, hasEnded));
    await expectReadableTexts(page, what);
    await restore();
  }
  // A screen with live updates may load again automatically before the tap.
  await Promise.race([tryAgain.click(), visible(page)]);
  await visible(page);
  await expect(page.getByText(message)).toHaveCount(0);
}

/** A refused session ends at the start page, or at the login that leads back, without a stored token. */
async function expectSignOut(page: Page, { path, call }: Read, end = START) {
  const stored = await memoryOf(page);
  for (const [name, answer] of Object.entries(SESSION_ENDED)) {
    const restores = [await failCalls(page, call, answer), await failCalls(page, RENEWAL, answer)];
    await openFresh(page, path);
    await expect(page, name).toHaveURL(end);
    if (end === START) await expect(page.getByText('You were logged out. Please log in again.'), name).toBeVisible();
    await expectReadableTexts(page, name);
    await expect.poll(() => memoryOf(page), { message: name }).not.toHaveProperty('authToken');
    for (const restore of restores) await restore();
    await restoreStorage(page, stored);
  }
}

test('a catalog that cannot be read', async ({ quietPage: page }) => {
  await page.clock.install();
  await recoverFromFailures(page, CATALOG, { ...BROKEN, ...REFUSED });
  await recoverFromFailures(page, { ...CATALOG, call: SHOP_CALL });

  const slow = await delayCalls(page, CATALOG.call);
  await openFresh(page, CATALOG.path);
  await expect(page.locator('main [aria-busy=true]')).toBeVisible();
  await slow.release();
  await article(page);
  await expectReadableTexts(page, 'a slow catalog');

  const restore = await failCalls(page, SHOP_CALL, REFUSED.missing);
  await openFresh(page, CATALOG.path);
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Shop not found');
  await restore();
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(START);
});

test('a shop that cannot be loaded does not block an order', async ({ quietPage: page }) => {
  await page.clock.install();
  await page.goto(`/#/${SHOP}/products`);
  await addToCart(page, 'ghee');
  for (const [name, answer] of Object.entries(EACH_KIND)) {
    const restore = await failCalls(page, SHOP_CALL, answer);
    await openFresh(page, `/${SHOP}/order`);
    await waitFor(page, 'Place Order');
    // It is asked for once more, and not waited for again.
    await page.clock.fastForward(10_000);
    await expect(page.getByRole('button', { name: 'Place Order' }), name).toBeEnabled();
    await expectReadableTexts(page, name);
    await restore();
  }
});

test('a dashboard whose calls all fail', async ({ newUser }) => {
  const { page, context } = await newUser();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 12.97, longitude: 77.59 });
  for (const [name, answer] of Object.entries({ ...EACH_KIND, ...SESSION_ENDED })) {
    const restore = await failCalls(page, '**/api/**', answer);
    await openFresh(page, '/haat/dashboard');
    await expect(page.getByText('The shops could not be loaded.'), name).toBeVisible();
    await expectReadableTexts(page, name);
    await restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').locator('section li a[href$="/products"]').first(), name).toBeVisible();
    await page.evaluate(() => localStorage.removeItem('shops'));
  }
});

test('a history that cannot be read', async ({ quietPage: page }) => {
  await page.clock.install();
  await signIn(page, SHOP, 'customer@haat.example');
  await recoverFromFailures(page, HISTORY);
  const slow = await delayCalls(page, HISTORY.call);
  await openFresh(page, HISTORY.path);
  await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
  await slow.release();
  await article(page);
  await expectSignOut(page, HISTORY);
});

test('addresses that cannot be read', async ({ quietPage: page }) => {
  await page.clock.install();
  await signIn(page, SHOP, 'customer@haat.example');
  await recoverFromFailures(page, ADDRESSES);
});

test('a profile and the summary of an order that cannot be read', async ({ quietPage: page }) => {
  await page.clock.install();
  await signIn(page, SHOP, 'customer@haat.example');
  await recoverFromFailures(page, PROFILE);
  await expectSignOut(page, { ...PROFILE, path: '/profile' }, /#\/haat\/(dashboard|login\?redirect=%2Fprofile)$/);
  await recoverFromFailures(page, SUMMARY);
});

test('notifications that cannot be read', async ({ quietPage: page }) => {
  await page.clock.install();
  await signIn(page, 'mysuru-sweets', 'vendor@mysuru-sweets.example');
  await recoverFromFailures(page, NOTIFICATIONS);
  // The login of the shop stands over its screen.
  await expectSignOut(page, NOTIFICATIONS, /#\/mysuru-sweets\/admin\/dashboard$/);
});
