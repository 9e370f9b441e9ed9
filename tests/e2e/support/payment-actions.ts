import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { addToCart, chooseTakeaway } from './actions.ts';
import { signIn } from './sign-in.ts';

export const SHOP = 'cauvery-textiles';
export type Provider = 'razorpay' | 'stripe';

/** Each provider has an own product, as every test buys some of it. */
const PRODUCT: Record<Provider, string> = { razorpay: 'Cotton vest', stripe: 'Churidar leggings' };
const NAMES: Record<Provider, RegExp> = { razorpay: /UPI/, stripe: /^Card/ };

/** Takes a separate customer to the payment of a cart, at that provider. */
export async function goToPayment(page: Page, provider: Provider): Promise<void> {
  await signIn(page, SHOP, `payer-${randomUUID()}@haat.example`);
  await page.goto(`/#/${SHOP}/products`);
  await page.getByRole('searchbox').fill(PRODUCT[provider]);
  await expect(page.getByRole('article')).toHaveCount(1);
  await addToCart(page, PRODUCT[provider]);
  await placeOnline(page);
  await page.getByRole('radio', { name: NAMES[provider] }).check();
}

/** From the review of the order to the payment step. */
export async function placeOnline(page: Page): Promise<void> {
  await page.goto(`/#/${SHOP}/order`);
  await chooseTakeaway(page);
  await page.getByRole('radio', { name: 'Online payment' }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(payButton(page)).toBeVisible();
}

/** From the payment step to where the provider asks for the money. */
export async function openProvider(page: Page, provider: Provider): Promise<void> {
  await page.getByRole('radio', { name: NAMES[provider] }).check();
  await payButton(page).click();
  await expect(atProvider(page, 'Be declined')).toBeVisible();
}

/** The button of our payment step. */
export const payButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Pay ₹[\d,]+\.00$/ });

/** A button of the provider: in its window over our page, or on its own page. */
export const atProvider = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Pays what the provider asks for. */
export const pay = (page: Page) => atProvider(page, /^Pay ₹[\d,]+$/).click();

/** Leaves the provider without paying. */
export async function cancelPayment(page: Page, provider: Provider): Promise<void> {
  if (provider === 'razorpay') await atProvider(page, 'Close without paying').click();
  else await page.getByRole('link', { name: 'Back to the shop without paying' }).click();
}

/** Reads an alert of ours with exactly these words. */
export async function readAlert(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: text });
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'OK' }).click();
}

/** Sees the order placed and paid, its cart empty; answers its number. */
export async function expectPaid(page: Page): Promise<string> {
  await readAlert(page, 'Payment successful! Thank you for your order.');
  const title = page.getByRole('heading', { name: /^Order H\d+$/ });
  await expect(page.getByRole('heading', { name: 'Order placed' })).toBeVisible();
  await expect(page.getByText('Paid online')).toBeVisible();
  expect(await hasCart(page)).toBe(false);
  return (await title.innerText()).replace('Order ', '');
}

export const hasCart = (page: Page): Promise<boolean> =>
  page.evaluate((slug) => Object.keys(localStorage).some((key) => key.startsWith('cart_') && key.endsWith(slug)), SHOP);

/** The numbers of all orders in the customer's history. */
export async function ordersOf(page: Page): Promise<string[]> {
  await page.goto(`/#/${SHOP}/order-history`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const titles = await page.getByRole('article').getByRole('heading').allInnerTexts();
  return titles.map((title) => title.replace('Order ', ''));
}
