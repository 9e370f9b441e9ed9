import type { Page } from '@playwright/test';
import { addToCart } from './support/acts.ts';
import { BROKEN, hold, REFUSED, SHUT_OUT, spoil, type Answer } from './support/bad-answers.ts';
import { arrive, expectPlainWords, FAILED_REQUEST, memoryOf, remember, waitFor } from './support/bad-luck.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'malnad-dairy';
const SHOP_CALL = `**/api/shops/${SHOP}`;
const START = /#\/haat\/dashboard$/;
const RENEWAL = '**/api/auth/{refresh-token,logout}';

test.use({ mayComplain: FAILED_REQUEST });

type Answers = Record<string, Answer>;
type Read = { path: string; call: string; says: string; stands: (page: Page) => Promise<unknown> };

const article = (page: Page) => page.getByRole('main').getByRole('article').first().waitFor();

const SHELF: Read = {
  path: `/${SHOP}/products`,
  call: '**/api/products?*',
  says: 'Error fetching shop',
  stands: article,
};
const HISTORY: Read = {
  path: `/${SHOP}/order-history`,
  call: '**/api/orders/user?*',
  says: 'Failed to load order history. Please try again later.',
  stands: article,
};
const ADDRESSES: Read = {
  path: `/${SHOP}/address`,
  call: '**/api/address',
  says: 'Your addresses could not be loaded.',
  stands: (page) => page.getByRole('button', { name: 'Edit Address' }).waitFor(),
};
const PROFILE: Read = {
  path: `/${SHOP}/profile`,
  call: '**/api/users/me',
  says: 'Your profile could not be loaded.',
  stands: (page) => page.getByLabel('Name', { exact: true }).waitFor(),
};
const SUMMARY: Read = {
  path: `/${SHOP}/order-summary`,
  call: '**/api/orders/user?*',
  says: 'Your order was placed, but its details could not be loaded.',
  stands: (page) => page.getByRole('list', { name: 'Progress of the order' }).waitFor(),
};
const NOTIFICATIONS: Read = {
  path: '/mysuru-sweets/admin/dashboard',
  call: '**/api/notifications',
  says: 'Failed to load notifications',
  stands: (page) => page.getByRole('main').getByText('Loading notifications...').waitFor({ state: 'detached' }),
};

/** Each way to go wrong says the same, and trying again is one tap. */
async function readThroughBadLuck(
  page: Page,
  { path, call, says, stands }: Read,
  answers: Answers = { ...BROKEN, ...REFUSED },
) {
  for (const [name, answer] of Object.entries(answers)) {
    const what = `${call}: ${name}`;
    const mend = await spoil(page, call, answer);
    await arrive(page, path);
    await test.step(what, () => waitFor(page, says));
    await expectPlainWords(page, what);
    await mend();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await stands(page);
    await expect(page.getByText(says), what).toHaveCount(0);
  }
}

/** A refused session ends at the start, with the token gone. Spec section 8. */
async function shutOut(page: Page, { path, call }: Read) {
  const stored = await memoryOf(page);
  for (const [name, answer] of Object.entries(SHUT_OUT)) {
    const mends = [await spoil(page, call, answer), await spoil(page, RENEWAL, answer)];
    await arrive(page, path);
    await expect(page, name).toHaveURL(START);
    await expectPlainWords(page, name);
    expect(await memoryOf(page), name).not.toHaveProperty('authToken');
    for (const mend of mends) await mend();
    await remember(page, stored);
  }
}

test('a shelf that cannot be read', async ({ quietPage: page }) => {
  await page.clock.install();
  await readThroughBadLuck(page, SHELF);
  await readThroughBadLuck(page, { ...SHELF, call: SHOP_CALL }, BROKEN);

  const slow = await hold(page, SHELF.call);
  await arrive(page, SHELF.path);
  await expect(page.locator('main [aria-busy=true]')).toBeVisible();
  await slow.release();
  await article(page);
  await expectPlainWords(page, 'a slow shelf');

  const mend = await spoil(page, SHOP_CALL, REFUSED.missing);
  await arrive(page, SHELF.path);
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Shop not found');
  await mend();
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(START);
});

test('a shop that cannot be read keeps nobody from ordering', async ({ quietPage: page }) => {
  await page.clock.install();
  await page.goto(`/#/${SHOP}/products`);
  await addToCart(page, 'ghee');
  for (const [name, answer] of Object.entries({ ...BROKEN, 'out of order': REFUSED['out of order'] })) {
    const mend = await spoil(page, SHOP_CALL, answer);
    await arrive(page, `/${SHOP}/order`);
    await waitFor(page, 'Place Order');
    // It is asked for once more, and not waited for again.
    await page.clock.fastForward(10_000);
    await expect(page.getByRole('button', { name: 'Place Order' }), name).toBeEnabled();
    await expectPlainWords(page, name);
    await mend();
  }
});

test('a dashboard that nobody answers', async ({ newPerson }) => {
  const { page, context } = await newPerson();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 12.97, longitude: 77.59 });
  for (const [name, answer] of Object.entries({ ...BROKEN, ...REFUSED, ...SHUT_OUT })) {
    const mend = await spoil(page, '**/api/**', answer);
    await arrive(page, '/haat/dashboard');
    const shops = page.getByRole('main').locator('a[href$="/products"]');
    await expect.poll(() => shops.count(), name).toBeGreaterThanOrEqual(12);
    await expectPlainWords(page, name);
    await mend();
  }
});

test('a history that cannot be read', async ({ quietPage: page }) => {
  await page.clock.install();
  await signIn(page, SHOP, 'customer@haat.example');
  await readThroughBadLuck(page, HISTORY);
  const slow = await hold(page, HISTORY.call);
  await arrive(page, HISTORY.path);
  await expect(page.locator('main [class*="_bone_"]').first()).toBeVisible();
  await slow.release();
  await article(page);
  await shutOut(page, HISTORY);
});

test('addresses that cannot be read', async ({ quietPage: page }) => {
  await page.clock.install();
  await signIn(page, SHOP, 'customer@haat.example');
  await readThroughBadLuck(page, ADDRESSES, BROKEN);
});

test('a profile and the summary of an order that cannot be read', async ({ quietPage: page }) => {
  await page.clock.install();
  await signIn(page, SHOP, 'customer@haat.example');
  await readThroughBadLuck(page, PROFILE);
  await shutOut(page, { ...PROFILE, path: '/profile' });
  await readThroughBadLuck(page, SUMMARY);
});

test('notifications that cannot be read', async ({ quietPage: page }) => {
  await page.clock.install();
  await signIn(page, 'mysuru-sweets', 'vendor@mysuru-sweets.example');
  await readThroughBadLuck(page, NOTIFICATIONS);
  await shutOut(page, NOTIFICATIONS);
});
