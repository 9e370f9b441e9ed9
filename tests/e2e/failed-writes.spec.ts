import type { Page } from '@playwright/test';
import { addToCart } from './support/actions.ts';
import { BROKEN, delayCalls, failCalls, REFUSED, type Responder, SESSION_ENDED } from './support/failed-calls.ts';
import { openFresh, expectReadableTexts, FAILED_REQUEST, memoryOf, restoreStorage } from './support/failure-screens.ts';
import { codeSentBy, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'malnad-dairy';
const RENEWAL = '**/api/auth/{refresh-token,logout}';

test.use({ allowedConsoleErrors: FAILED_REQUEST });

test('a login that fails at either step keeps the input', async ({ quietPage: page }) => {
  const email = `failed-login-${Date.now()}@haat.example`;
  await page.goto(`/#/${SHOP}/login`);
  const send = page.getByRole('button', { name: 'Send OTP' });
  await page.getByLabel('Email or mobile number').fill(email);
  await failAll(page, '**/api/auth/send-token', {
    act: () => send.click(),
    broken: 'Network error',
    refused: 'Failed to send OTP',
  });
  await expect(page.getByLabel('Email or mobile number')).toHaveValue(email);

  const code = await codeSentBy(page, email, async () => {
    const slow = await delayCalls(page, '**/api/auth/send-token');
    await send.click();
    await expect(page.getByRole('main').locator('button[type=submit]')).toBeDisabled();
    await expect.poll(slow.seen).toBe(1);
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

test('an address and an order that fail can be sent again', async ({ quietPage: page }) => {
  await signIn(page, SHOP, `failed-order-${Date.now()}@haat.example`);
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

test('a profile that fails to save can be saved again', async ({ quietPage: page }) => {
  await signIn(page, SHOP, `failed-profile-${Date.now()}@haat.example`);
  await page.goto(`/#/${SHOP}/profile`);
  const typed = { Name: 'Test Customer', Mobile: '9000000009' };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
  const save = page.getByRole('button', { name: 'Save Changes' });
  const call = '**/api/users/update-profile';
  await failAll(page, call, { act: () => save.click(), broken: 'Network error', refused: 'Failed to update profile' });
  for (const [label, value] of Object.entries(typed)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  }
  const slow = await delayCalls(page, call);
  await save.click();
  await expect(page.getByRole('button', { name: 'Saving' })).toBeDisabled();
  await expect.poll(slow.seen).toBe(1);
  await slow.release();
  await expect(page).toHaveURL(new RegExp(`/${SHOP}/products$`));
});

test('a session that ends at Place Order leads to the login, and the cart is there afterwards', async ({
  quietPage: page,
}) => {
  await signIn(page, SHOP, 'customer@haat.example');
  await page.goto(`/#/${SHOP}/products`);
  await addToCart(page, 'ghee');
  await page.goto(`/#/${SHOP}/order`);
  await page.getByText('Cash on delivery').click();
  const stored = await memoryOf(page);
  const restores = [
    await failCalls(page, '**/api/orders', SESSION_ENDED.unknown),
    await failCalls(page, RENEWAL, SESSION_ENDED.unknown),
  ];
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expectReadableTexts(page, 'the end of a session');
  for (const restore of restores) await restore();
  await restoreStorage(page, stored);
  await openFresh(page, `/${SHOP}/order`);
  await expect(page.getByRole('main').getByText(/ghee/i).first()).toBeVisible();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page).toHaveURL(/order-summary/);
});

/** The first answer is lost on its way: the order exists, and the second press finds it instead of another. */
async function placeTwice(page: Page, failed: string): Promise<void> {
  const numbers: string[] = [];
  const place = page.getByRole('button', { name: 'Place Order' });
  const lose = await failCalls(page, '**/api/orders', async (route) => {
    const answer = await route.fetch();
    numbers.push(((await answer.json()) as { orderNumber: string }).orderNumber);
    await route.fulfill({ status: 201, contentType: 'application/json', body: '{"orderId":4,"order' });
  });
  await place.click();
  await expect(page.getByText(failed)).toBeVisible();
  await lose();
  await page.context().setOffline(true);
  await expect(page.getByText('place the order when you are back online')).toBeVisible();
  await expect(place).toBeDisabled();
  await page.context().setOffline(false);
  const slow = await delayCalls(page, '**/api/orders');
  await place.click();
  await expect(page.getByRole('button', { name: 'Placing' })).toBeDisabled();
  await expect.poll(slow.seen).toBe(1);
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

/** Repeats `act` with every failing response. */
async function failAll(page: Page, call: string, { act, broken, refused }: Try): Promise<void> {
  const said = (answers: Record<string, Responder>, text: string) =>
    Object.entries(answers).map((each) => [...each, text] as const);
  for (const [name, answer, text] of [...said(BROKEN, broken), ...said(REFUSED, refused)]) {
    const restore = await failCalls(page, call, answer);
    const asked = page.waitForResponse(call).catch(() => undefined);
    const failed = page.waitForEvent('requestfailed').catch(() => undefined);
    await act();
    await Promise.race([asked, failed]);
    await expect(
      page.getByRole('main').or(page.getByRole('dialog')).getByText(text).first(),
      `${call}: ${name}`,
    ).toBeVisible();
    await expectReadableTexts(page, `${call}: ${name}`);
    await restore();
  }
}
