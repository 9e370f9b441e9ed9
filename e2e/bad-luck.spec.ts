import type { Page } from '@playwright/test';
import { addToCart } from './support/acts.ts';
import { BROKEN, hold, REFUSED, SHUT_OUT, spoil } from './support/bad-answers.ts';
import { arrive, expectPlainWords, FAILED_REQUEST, memoryOf, remember, waitFor } from './support/bad-luck.ts';
import { codeSentBy, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'malnad-dairy';
const START = /#\/haat\/dashboard$/;
const RENEWAL = '**/api/auth/{refresh-token,logout}';

test.use({ mayComplain: FAILED_REQUEST });
test.beforeEach(({ isMobile }) => test.skip(!isMobile, 'What fails, and what is said of it, is the same at any width'));

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
const NOTIFICATIONS: Read = {
  path: '/mysuru-sweets/admin/dashboard',
  call: '**/api/notifications',
  says: 'Failed to load notifications',
  stands: (page) => page.getByRole('main').getByText('Loading notifications...').waitFor({ state: 'detached' }),
};

/** Each way to go wrong says the same, and trying again is one tap. */
async function readThroughBadLuck(page: Page, { path, call, says, stands }: Read, answers = { ...BROKEN, ...REFUSED }) {
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
  const { 404: _, ...others } = { ...BROKEN, ...REFUSED };
  await readThroughBadLuck(page, { ...SHELF, call: `**/api/shops/${SHOP}` }, others);

  const slow = await hold(page, SHELF.call);
  await arrive(page, SHELF.path);
  await expect(page.locator('main [aria-busy=true]')).toBeVisible();
  await slow.release();
  await article(page);
  await expectPlainWords(page, 'a slow shelf');
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
  await expect(page).not.toHaveURL(/login/);
  await readThroughBadLuck(page, HISTORY);
  const slow = await hold(page, HISTORY.call);
  await arrive(page, HISTORY.path);
  await expect(page.locator('main [class*="_bone_"]')).toBeVisible();
  await slow.release();
  await article(page);
  await shutOut(page, HISTORY);
});

test('notifications that cannot be read', async ({ quietPage: page }) => {
  await page.clock.install();
  await signIn(page, 'mysuru-sweets', 'vendor@mysuru-sweets.example');
  await expect(page).not.toHaveURL(/login/);
  await readThroughBadLuck(page, NOTIFICATIONS);
  await shutOut(page, NOTIFICATIONS);
});

test('a login that goes wrong at both steps keeps what was typed', async ({ quietPage: page }) => {
  const email = `bad-luck-${Date.now()}@haat.example`;
  await page.goto(`/#/${SHOP}/login`);
  const send = page.getByRole('button', { name: 'Send OTP' });
  await page.getByLabel('Email').fill(email);
  await failAll(page, '**/api/auth/send-token', {
    act: () => send.click(),
    broken: 'Network error',
    refused: 'Failed to send OTP',
  });
  await expect(page.getByLabel('Email')).toHaveValue(email);

  const code = await codeSentBy(page, email, async () => {
    const slow = await hold(page, '**/api/auth/send-token');
    await send.click();
    await expect(page.getByRole('main').locator('button[type=submit]')).toBeDisabled();
    expect(slow.seen()).toBe(1);
    await slow.release();
    await page.getByLabel('OTP').waitFor();
  });
  await page.getByLabel('OTP').fill(code);
  const login = page.getByRole('button', { name: 'Login', exact: true });
  await failAll(page, '**/api/auth/login-with-token', {
    act: () => login.click(),
    broken: 'Network error',
    refused: 'Invalid OTP',
  });
  await expect(page.getByLabel('OTP')).toHaveValue(code);
  await login.click();
  await expect(page).toHaveURL(new RegExp(`/${SHOP}/order|/${SHOP}/products`));
});

test('an address and an order that go wrong are there to be sent again', async ({ quietPage: page }) => {
  await signIn(page, SHOP, `order-luck-${Date.now()}@haat.example`);
  await expect(page).not.toHaveURL(/login/);
  await page.goto(`/#/${SHOP}/products`);
  await addToCart(page, 'ghee');
  await page.goto(`/#/${SHOP}/order`);
  await page.getByRole('button', { name: 'Add Address' }).click();
  const typed = { Name: 'Test Customer', City: 'Bengaluru', 'PIN code': '560011', Phone: '9876543210' };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  await page.getByLabel(/street/i).fill('12, 3rd Cross');
  const save = page.getByRole('button', { name: 'Save Address' });
  await failAll(page, '**/api/address', {
    act: () => save.click(),
    broken: 'Error saving your address. Please try again.',
    refused: 'There was an error saving your address. Please try again.',
  });
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  await save.click();
  await expect(save).toHaveCount(0);

  await page.getByText('Cash on delivery').click();
  const place = page.getByRole('button', { name: 'Place Order' });
  const failed = 'Failed to place order. Please try again.';
  await failAll(page, '**/api/orders', { act: () => place.click(), broken: failed, refused: failed });
  await placeTwice(page, failed);
});

/** The first answer is lost on its way: the order exists, and the second press finds it instead of another. */
async function placeTwice(page: Page, failed: string): Promise<void> {
  const numbers: string[] = [];
  const place = page.getByRole('button', { name: 'Place Order' });
  const lose = await spoil(page, '**/api/orders', async (route) => {
    const answer = await route.fetch();
    numbers.push(((await answer.json()) as { orderNumber: string }).orderNumber);
    await route.fulfill({ status: 201, contentType: 'application/json', body: '{"orderId":4,"order' });
  });
  await place.click();
  await expect(page.getByText(failed)).toBeVisible();
  await lose();
  await page.context().setOffline(true);
  await place.click();
  await expect(page.getByText(failed)).toBeVisible();
  await page.context().setOffline(false);
  const slow = await hold(page, '**/api/orders');
  await place.click();
  await expect(page.getByRole('button', { name: 'Placing' })).toBeDisabled();
  expect(slow.seen()).toBe(1);
  await slow.release();
  await expect(page).toHaveURL(/order-summary/);
  expect(numbers).toHaveLength(1);
  await expect(
    page
      .getByRole('main')
      .getByText(numbers[0] ?? 'none')
      .first(),
  ).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/${SHOP}/products$`));
  await expect(page.getByRole('link', { name: 'View Cart' })).toHaveCount(0);
}

type Try = { act: () => Promise<void>; broken: string; refused: string };

/** Sends something through every bad answer; `act` can be done again after each. */
async function failAll(page: Page, call: string, { act, broken, refused }: Try): Promise<void> {
  const said = (answers: typeof BROKEN, text: string) =>
    Object.entries(answers).map((each) => [...each, text] as const);
  for (const [name, answer, text] of [...said(BROKEN, broken), ...said(REFUSED, refused)]) {
    const mend = await spoil(page, call, answer);
    const asked = page.waitForResponse(call).catch(() => undefined);
    const failed = page.waitForEvent('requestfailed').catch(() => undefined);
    await act();
    await Promise.race([asked, failed]);
    await expect(
      page.getByRole('main').or(page.getByRole('dialog')).getByText(text).first(),
      `${call}: ${name}`,
    ).toBeVisible();
    await expectPlainWords(page, `${call}: ${name}`);
    await mend();
  }
}
