import type { Page } from '@playwright/test';
import { expectAccessible, findViolations, findViolationsIn } from './support/accessibility.ts';
import { startPayments, type Paying } from './support/start-payment.ts';
import { expect, test } from './support/test.ts';

// The pages that stand in for the providers', as the product serves them: with its content security policy, whose breach
// the console would show.
const SHOP = '/#/ganesh-kirana/products';
const NARROW = { width: 320, height: 700 };

/** Opens the checkout over a page of the shop, as that would; its events are collected in `checkoutEvents`. */
async function openCheckout(page: Page, { order }: { order: Paying['order'] }): Promise<void> {
  await page.addScriptTag({ url: order.checkout_url });
  await page.evaluate(({ key, id }) => {
    type Checkout = {
      on(event: string, handler: (failure: { error: { reason: string } }) => void): void;
      open(): void;
    };
    const { Razorpay } = window as unknown as { Razorpay: new (options: object) => Checkout };
    const checkoutEvents: unknown[] = [];
    const checkout = new Razorpay({
      key,
      order_id: id,
      name: 'Ganesh Kirana',
      config: { display: { sequence: ['upi', 'card'] } },
      handler: (reply: object) => checkoutEvents.push(Object.keys(reply).length),
      modal: { ondismiss: () => checkoutEvents.push('dismissed') },
    });
    checkout.on('payment.failed', ({ error }) => checkoutEvents.push(error.reason));
    checkout.open();
    Object.assign(window, { checkoutEvents });
  }, order);
}

const eventsOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { checkoutEvents: unknown[] }).checkoutEvents);

const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test.describe('a checkout over a page', () => {
  // axe copies the styles of a shadow root into a style element, which the policy of the page refuses.
  test.use({ allowedConsoleErrors: /^Applying inline style violates/ });

  test('is declined, pays, and notifies the page', async ({ quietPage: page }) => {
    const { order } = await startPayments(page.request);
    // A page with next to nothing on it: axe is to look at the dialog, not through its backdrop.
    await page.goto('/dev/pay/closed');
    await page.setViewportSize(NARROW);
    await openCheckout(page, { order });
    const dialog = page.getByRole('dialog', { name: '₹291.50' });
    await expect(dialog.getByRole('radio')).toHaveCount(4);
    await expect(dialog.getByRole('radio').first()).toHaveAccessibleName('UPI');
    await expect(dialog.getByRole('radio').first()).toBeChecked();
    expect(await findViolations(page)).toEqual([]);
    expect(await findViolationsIn(page, 'dark')).toEqual([]);
    expect(await fits(page)).toBe(true);
    await dialog.getByRole('button', { name: 'Be declined' }).click();
    await expect(dialog.getByRole('alert')).toContainText('declined by the bank');
    await dialog.getByRole('button', { name: 'Pay ₹291.50' }).click();
    await expect(dialog).toBeHidden();
    expect(await eventsOf(page)).toEqual(['payment_declined', 3]);
  });
});

test.describe('an order that is paid', () => {
  // The refusal is what the test is about.
  test.use({ allowedConsoleErrors: /status of 400 .*\/dev\/pay\/razorpay\/orders\// });

  test('is not paid again', async ({ quietPage: page }) => {
    const { order } = await startPayments(page.request);
    await page.request.post('/dev/pay/acts', { data: { id: order.id } });
    await page.goto(SHOP);
    await openCheckout(page, { order });
    await page.getByRole('button', { name: 'Pay ₹291.50' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('already done');
  });
});

test('Escape and Back leave the checkout, and notify the page', async ({ quietPage: page }) => {
  const { order } = await startPayments(page.request);
  await page.goto('/#/ganesh-kirana');
  await page.goto(SHOP);
  await openCheckout(page, { order });
  const dialog = page.getByRole('dialog', { name: '₹291.50' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await eventsOf(page)).toEqual(['dismissed']);
  await openCheckout(page, { order });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  expect(await eventsOf(page)).toEqual(['dismissed']);
});

test('a customer who pays and closes the tab does not notify the shop page', async ({ quietPage: page }) => {
  const { order } = await startPayments(page.request);
  await page.goto(SHOP);
  await openCheckout(page, { order });
  await page.getByRole('button', { name: 'Pay and close the tab' }).click();
  await expect(page.getByRole('heading', { name: 'This tab counts as closed' })).toBeVisible();
  await expectAccessible(page);
});

test("the provider's page pays once, also after Back and a reload", async ({ quietPage: page }) => {
  const { session } = await startPayments(page.request);
  await page.goto(SHOP);
  await page.setViewportSize(NARROW);
  await page.goto(session.url);
  await expectAccessible(page);
  expect(await fits(page)).toBe(true);
  await page.getByRole('button', { name: 'Be declined' }).click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined');
  await page.getByRole('button', { name: /^Pay ₹[\d.]+$/ }).click();
  await page.waitForURL(/order-summary\?success=true/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await expectAccessible(page);
});

test('the control page shows payments and their webhook events', async ({ quietPage: page }) => {
  const { session } = await startPayments(page.request);
  await page.goto('/dev/pay');
  await expect(page.getByText(session.id)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(NARROW);
  expect(await fits(page)).toBe(true);
});
