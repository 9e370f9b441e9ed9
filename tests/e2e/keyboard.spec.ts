import type { Locator, Page } from '@playwright/test';
import { atProvider, goToPayment, payButton } from './support/payment-actions.ts';
import { codeSentBy } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const MOST_TABS = 80;

test('orders from the dashboard on with nothing but a keyboard', async ({ quietPage: page }) => {
  const { keyboard } = page;
  const main = page.getByRole('main');
  const email = `keyboard-${Date.now()}@haat.example`;

  await page.goto('/');
  await tabTo(page, page.getByLabel('Search products and shops'));
  await keyboard.type('malnad');
  await tabTo(page, main.getByRole('link', { name: /Malnad Dairy/ }).last());
  await keyboard.press('Enter');

  const ghee = main.getByRole('article').filter({ hasText: /ghee/i }).first();
  await tabTo(page, ghee.getByRole('button', { name: /^Add/ }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'View Cart' }));
  await keyboard.press('Enter');

  await tabTo(page, page.getByRole('button', { name: 'Place Order' }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  const code = await codeSentBy(page, email, async () => {
    await tabTo(page, page.getByLabel('Email or mobile number'));
    await keyboard.type(email);
    await keyboard.press('Enter');
    await page.getByLabel('OTP').waitFor();
  });
  await tabTo(page, page.getByLabel('OTP'));
  await keyboard.type(code);
  await keyboard.press('Enter');

  await tabTo(page, page.getByRole('button', { name: 'Add Address' }));
  await keyboard.press('Enter');
  for (const [label, text] of ADDRESS) {
    await tabTo(page, page.getByLabel(label));
    await keyboard.type(text);
  }
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await tabTo(page, page.getByRole('button', { name: 'Place Order' }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/order-summary/);
  await expect(main.getByText(/H\d{6}/).first()).toBeVisible();
});

test('pays online with nothing but a keyboard', async ({ quietPage: page }) => {
  const { keyboard } = page;
  await goToPayment(page, 'razorpay');
  await page.reload();
  await tabTo(page, page.getByRole('radio', { name: /UPI/ }));
  await tabTo(page, payButton(page));
  await keyboard.press('Enter');
  await tabTo(page, atProvider(page, 'Close without paying'));
  await keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'OK' })).toBeFocused();
  await keyboard.press('Enter');

  await tabTo(page, page.getByRole('link', { name: /^Pay now/ }));
  await keyboard.press('Enter');
  await tabTo(page, payButton(page));
  await keyboard.press('Enter');
  await tabTo(page, atProvider(page, /^Pay ₹[\d,]+$/));
  await keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'OK' })).toBeFocused();
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Go to Products' }));
});

const ADDRESS = [
  [/^Name/, 'Test Customer'],
  [/street/i, '12, 3rd Cross'],
  [/PIN code/, '560011'],
  [/^City/, 'Bengaluru'],
  [/^Phone/, '9876543210'],
] as const;

/** Tab until it has the focus, from wherever the focus was left. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  // The window of a provider has its own tree.
  const hasFocus = () => target.evaluate((element) => element.matches(':focus'));
  for (let step = 0; step < MOST_TABS && !(await hasFocus()); step++) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}
