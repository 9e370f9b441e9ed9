import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { adminOf, deviceThat } from './support/accounts.ts';
import { storeItems } from './support/open-contexts.ts';
import { newCustomer } from './support/place-orders.ts';
import { openSession, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'mysuru-sweets';
const LIVE = { timeout: 10_000 };

const card = (page: Page, number: string) => page.getByRole('article', { name: new RegExp(`${number}$`) });

async function openBoth(newUser: () => Promise<{ page: Page }>) {
  const [{ page: vendor }, { page: customer }] = [await newUser(), await newUser()];
  await signIn(vendor, SHOP, `vendor@${SHOP}.example`);
  await vendor.goto(`/#/${SHOP}/shop-orders`);
  await expect(vendor.getByText('Live', { exact: true })).toBeVisible();
  const { session, order } = await newCustomer(customer.request, SHOP);
  await storeItems(customer.context(), deviceThat(session));
  return { vendor, customer, order };
}

/** Changes settings of the shop through the call of its form. */
async function changeSettings(page: Page, changes: object): Promise<void> {
  const { authToken } = await openSession({ request: page.request }, SHOP, adminOf(SHOP));
  const { id } = (await (await page.request.get(`/api/shops/${SHOP}`)).json()) as { id: number };
  const headers = { authorization: `Bearer ${authToken}` };
  const settings = (await (await page.request.get(`/api/shops/${id}/settings`, { headers })).json()) as object;
  const saved = await page.request.put(`/api/shops/${id}/settings`, { headers, data: { ...settings, ...changes } });
  expect(saved.status(), await saved.text()).toBe(200);
}

test('a customer asks to cancel an accepted order, and the shop answers both ways', async ({ newUser }) => {
  const { vendor, customer, order } = await openBoth(newUser);
  await changeSettings(vendor, { cancel_grace_minutes: 0 });
  const [refused, granted] = [await order(), await order()];
  await customer.goto(`/#/${SHOP}/order-history`);
  for (const number of [refused, granted]) {
    await card(vendor, number).getByRole('button', { name: 'Mark as Accepted' }).click(LIVE);
    await expect(card(customer, number).getByRole('button', { name: 'Ask to cancel' })).toBeVisible({
      timeout: 15_000,
    });
    await card(customer, number).getByRole('button', { name: 'Ask to cancel' }).click();
    const dialog = customer.getByRole('dialog', { name: `Ask to cancel order ${number}?` });
    await dialog.getByRole('radio', { name: 'It takes too long' }).click();
    await dialog.getByRole('button', { name: 'Ask to cancel' }).click();
    await expect(card(customer, number)).toContainText('You asked Mysuru Sweets to cancel this order.', LIVE);
    await expect(card(vendor, number)).toContainText('The customer asks to cancel: It takes too long', LIVE);
    await expect(card(vendor, number).getByRole('button', { name: /Mark as/ })).toHaveCount(0);
  }
  await expectAccessible(vendor);

  await card(vendor, refused).getByRole('button', { name: 'Keep the order' }).click();
  await expect(card(customer, refused)).toContainText('Mysuru Sweets cannot cancel this order any more.', LIVE);
  await expect(card(vendor, refused).getByRole('button', { name: 'Mark as Ready for pickup' })).toBeVisible(LIVE);

  await card(vendor, granted).getByRole('button', { name: 'Cancel the order' }).click();
  await expect(card(customer, granted)).toContainText('Mysuru Sweets cancelled the order, as you asked.', LIVE);
  await expectAccessible(customer);
});

test('the shop promises a time, moves it, and the customer reads it', async ({ newUser }) => {
  const { vendor, customer, order } = await openBoth(newUser);
  const number = await order();
  await customer.goto(`/#/${SHOP}/order-history`);
  await card(vendor, number).getByRole('combobox', { name: 'Ready in' }).selectOption('45 min');
  await card(vendor, number).getByRole('button', { name: 'Mark as Accepted' }).click();
  const at = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-IN', {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'Asia/Kolkata',
    });
  await expect(card(customer, number)).toContainText(/Ready at about \d+:\d\d [ap]m\./, { timeout: 15_000 });
  const text = await card(customer, number)
    .getByText(/Ready at about/)
    .textContent();
  expect([44, 45, 46].some((minutes) => text?.includes(at(minutes)))).toBe(true);
  await card(vendor, number).getByRole('button', { name: '+10 min' }).click();
  await expect(card(customer, number).getByText(/Ready at about/)).not.toHaveText(text ?? '', LIVE);
});

test('customers read that a busy shop takes longer, and on the order that nobody has answered yet', async ({
  newUser,
}) => {
  const { vendor, customer, order } = await openBoth(newUser);
  const busy = vendor.getByRole('group', { name: 'Busy: orders take longer' });
  await busy.getByRole('button', { name: '+20 min' }).click();
  await expect(busy.getByRole('button', { name: '+20 min' })).toHaveAttribute('aria-pressed', 'true');
  await customer.goto(`/#/${SHOP}/products`);
  await expect(customer.getByText(/^The shop is busy: orders are ready in about \d+ minutes\.$/)).toBeVisible(LIVE);
  await busy.getByRole('button', { name: 'Not busy' }).click();
  await expect(customer.getByText(/^The shop is busy/)).toHaveCount(0, LIVE);

  const number = await order();
  await customer.goto(`/#/${SHOP}/order-history`);
  await expect(card(customer, number)).toBeVisible();
  await expect(card(customer, number)).not.toContainText('answered yet');
  // The deadline is set by the worker within ten seconds; the demo shops have a day to accept.
  await customer.clock.install({ time: Date.now() + 48 * 3_600_000 });
  await expect(async () => {
    await customer.reload();
    await expect(card(customer, number)).toContainText("Mysuru Sweets hasn't answered yet.", { timeout: 2000 });
  }).toPass({ timeout: 25_000 });
  await expect(card(customer, number).getByRole('button', { name: 'Cancel order' })).toBeVisible();
});
