import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { deviceThat } from './support/accounts.ts';
import { storeItems } from './support/open-contexts.ts';
import { newCustomer } from './support/place-orders.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** Of its own for each width: both may be tried at the same time. */
const shop = () => (test.info().project.name === 'phone' ? 'malligai-flowers' : 'mysuru-sweets');
const LIVE = { timeout: 10_000 };

const card = (page: Page, number: string) => page.getByRole('article', { name: `Order ${number}` });

async function openBoth(newUser: () => Promise<{ page: Page }>) {
  const [{ page: vendor }, { page: customer }] = [await newUser(), await newUser()];
  await signIn(vendor, shop(), `vendor@${shop()}.example`);
  await vendor.goto(`/#/${shop()}/shop-orders`);
  await expect(vendor.getByText('Live', { exact: true })).toBeVisible();
  const { session, order } = await newCustomer(customer.request, shop());
  await storeItems(customer.context(), deviceThat(session));
  return { vendor, customer, order };
}

test('the shop declines an order with a reason, and the customer reads it at once', async ({ newUser }) => {
  const { vendor, customer, order } = await openBoth(newUser);
  const number = await order();
  await customer.goto(`/#/${shop()}/order-history`);
  await expect(card(customer, number)).toContainText('Waiting for the shop to accept');

  await card(vendor, number).getByRole('button', { name: 'Decline' }).click(LIVE);
  const dialog = vendor.getByRole('dialog', { name: `Decline order ${number}?` });
  await expectAccessible(vendor);
  await dialog.getByRole('radio', { name: 'Another reason' }).click();
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter a reason.');
  await dialog.getByRole('textbox').fill('The printer is broken');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(card(vendor, number).getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(card(customer, number)).toContainText('declined the order: The printer is broken', LIVE);
  await expect(card(customer, number)).toContainText('There is nothing to pay.');
  await expect(card(vendor, number).getByRole('button', { name: /Mark as|Decline/ })).toHaveCount(0);
});

test('a customer cancels an order, and the board shows it', async ({ newUser }) => {
  const { vendor, customer, order } = await openBoth(newUser);
  const number = await order();
  await expect(card(vendor, number)).toBeVisible(LIVE);
  await customer.goto(`/#/${shop()}/order-history`);
  await card(customer, number).getByRole('button', { name: 'Cancel order' }).click();
  const dialog = customer.getByRole('dialog', { name: `Cancel order ${number}?` });
  await expectAccessible(customer);
  await dialog.getByRole('radio', { name: 'Ordered by mistake' }).click();
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(card(customer, number)).toContainText('You cancelled the order: Ordered by mistake');
  await expect(card(vendor, number)).toContainText('Cancelled by the customer: Ordered by mistake', LIVE);
  await expect(card(vendor, number).getByRole('button', { name: /Mark as|Decline/ })).toHaveCount(0);
});
