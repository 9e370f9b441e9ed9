import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { vendorOf } from './support/accounts.ts';
import { LIVE } from './support/counter-and-customer.ts';
import {
  atProvider,
  expectPaid,
  goToPayment,
  hasCart,
  cancelPayment,
  openProvider,
  ordersOf,
  pay,
  payButton,
  placeOnline,
  readAlert,
  SHOP,
} from './support/payment-actions.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** How long banks that answer later take, in ms. */
const bankTakes = (page: Page, lateMs: number) => page.request.post('/dev/pay/conditions', { data: { lateMs } });

const CANCELED = 'Payment was canceled. You can try again.';

for (const provider of ['razorpay', 'stripe'] as const) {
  test.describe(provider, () => {
    test('a customer pays, sees the order placed, and finds it in the history', async ({ quietPage: page }) => {
      await goToPayment(page, provider);
      await openProvider(page, provider);
      await pay(page);
      const number = await expectPaid(page);

      await page.goto(`/#/${SHOP}/order`);
      await expect(page).toHaveURL(new RegExp(`#/${SHOP}/products$`));
      expect(await ordersOf(page)).toEqual([number]);
      await expect(page.getByRole('article').getByText('Paid online')).toBeVisible();
    });

    test('who is declined and goes back keeps the cart, and pays the same order later', async ({ quietPage: page }) => {
      await goToPayment(page, provider);
      await openProvider(page, provider);
      await atProvider(page, 'Be declined').click();
      await expect(page.getByRole('alert')).toContainText('declined');
      await cancelPayment(page, provider);
      await readAlert(page, CANCELED);
      expect(await hasCart(page)).toBe(true);
      await expect(page.getByText('Your items are reserved for 10 more minutes.')).toBeVisible();
      await expectAccessible(page);
      const [number] = await ordersOf(page);

      await page.getByRole('link', { name: `Pay now: order ${number}` }).click();
      await openProvider(page, provider);
      await pay(page);
      expect(await expectPaid(page)).toBe(number);
      expect(await ordersOf(page)).toEqual([number]);
    });

    test('who pays and closes the tab comes back to a placed order', async ({ newUser }) => {
      const { page, context } = await newUser();
      await goToPayment(page, provider);
      await openProvider(page, provider);
      await atProvider(page, 'Pay and close the tab').click();
      await expect(page.getByRole('heading', { name: 'This tab counts as closed' })).toBeVisible();
      const later = await context.newPage();
      await page.close();

      await later.goto(`/#/${SHOP}/order`);
      const number = await expectPaid(later);
      expect(await ordersOf(later)).toEqual([number]);
    });

    test('an order that the shop declines is refunded, and both sides read it', async ({ newUser }) => {
      const [{ page: counter }, { page: customer }] = [await newUser(), await newUser()];
      await goToPayment(customer, provider);
      await openProvider(customer, provider);
      await pay(customer);
      const number = await expectPaid(customer);
      await ordersOf(customer);

      await signIn(counter, SHOP, vendorOf(SHOP));
      await counter.goto(`/#/${SHOP}/shop-orders?search=${number}`);
      const card = (page: Page) => page.getByRole('article', { name: `Order ${number}` });
      await counter.getByRole('button', { name: `More for order ${number}` }).press('Enter');
      await counter.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click();
      const decline = counter.getByRole('dialog', { name: `Decline order ${number}?` });
      await decline.getByRole('radio', { name: 'Too busy right now' }).check();
      await decline.getByRole('button', { name: 'Decline' }).click();
      await expect(card(customer)).toContainText('Cauvery Textiles declined the order', LIVE);
      await expect(card(customer)).toContainText(/₹[\d.,]+ was refunded to your original payment method\./, LIVE);
      await expect(card(counter)).toContainText('Refunded ₹', LIVE);
    });

    test('a double click, another tab and a reload pay for one order', async ({ newUser }) => {
      const { page, context } = await newUser();
      await goToPayment(page, provider);
      const other = await context.newPage();
      await placeOnline(other);

      await Promise.all([payButton(page).dblclick(), openProvider(other, provider)]);
      await expect(atProvider(page, 'Be declined')).toBeVisible();
      await page.reload();
      await pay(page);
      const number = await expectPaid(page);
      await other.close();
      expect(await ordersOf(page)).toEqual([number]);
    });
  });
}

test('a payment that succeeds late is confirmed when it arrives', async ({ quietPage: page }) => {
  await goToPayment(page, 'razorpay');
  await openProvider(page, 'razorpay');
  await bankTakes(page, 2000);
  await atProvider(page, 'Let the bank answer later').click();
  await expect(page.getByRole('dialog').getByRole('alert')).not.toBeEmpty();
  await cancelPayment(page, 'razorpay');
  await readAlert(page, CANCELED);
  await expectPaid(page);
});

test('a pending payment is shown as being confirmed', async ({ quietPage: page }) => {
  await goToPayment(page, 'stripe');
  await openProvider(page, 'stripe');
  await bankTakes(page, 2000);
  await atProvider(page, 'Let the bank answer later').click();
  await expect(page.getByRole('heading', { name: 'Payment being checked' })).toBeVisible();
  await expect(page.getByText('You can close this page')).toBeVisible();
  await expectPaid(page);
});

test('Back from the page of the provider leads to the order, and not to the provider again', async ({
  quietPage: page,
}) => {
  await goToPayment(page, 'stripe');
  await openProvider(page, 'stripe');
  await page.goBack();
  await readAlert(page, CANCELED);
  await page.getByRole('link', { name: /^Pay now/ }).click();
  await openProvider(page, 'stripe');
  await pay(page);
  await expectPaid(page);
});

test('Back from the summary finds nothing to pay and an empty cart', async ({ quietPage: page }) => {
  await goToPayment(page, 'razorpay');
  await openProvider(page, 'razorpay');
  await pay(page);
  await expectPaid(page);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/products$`));
});

test('Back closes the window of the provider', async ({ quietPage: page }) => {
  await goToPayment(page, 'razorpay');
  await openProvider(page, 'razorpay');
  await page.goBack();
  await expect(atProvider(page, 'Be declined')).toHaveCount(0);
  await expect(payButton(page)).toBeVisible();
});

test.describe('offline', () => {
  test.use({ allowedConsoleErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|No offline copy/ });

  test('a payment during a lost connection finds its order when the connection is back', async ({
    quietPage: page,
  }) => {
    await goToPayment(page, 'razorpay');
    await openProvider(page, 'razorpay');
    await page.route('**/dev/pay/razorpay/**', async (route) => {
      const answer = await route.fetch();
      await page.context().setOffline(true);
      await route.fulfill({ response: answer });
    });
    await pay(page);
    await expect(page.getByText('You are offline. We will check again when you are back online.')).toBeVisible();
    expect(await hasCart(page)).toBe(true);
    await page.context().setOffline(false);
    await expectPaid(page);
  });

  test('an unreachable provider is reported, and the order can be paid later', async ({ quietPage: page }) => {
    await goToPayment(page, 'razorpay');
    await page.route('**/dev/pay/checkout.js', (route) => route.abort());
    await payButton(page).click();
    await readAlert(page, 'Something went wrong during payment. Please try again.');
    await readAlert(page, CANCELED);
    await page.unrouteAll();
    await page.getByRole('link', { name: /^Pay now/ }).click();
    await openProvider(page, 'razorpay');
    await pay(page);
    await expectPaid(page);
  });
});
