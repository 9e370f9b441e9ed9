import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { deviceThat } from './support/accounts.ts';
import { storeItems } from './support/open-contexts.ts';
import { newCustomer } from './support/place-orders.ts';
import { mailsTo, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'deepa-electricals';
const LIVE = { timeout: 15_000 };

const card = (page: Page, number: string) => page.getByRole('article', { name: `Order ${number}` });
const ticket = (page: Page) => page.getByRole('article', { name: /^Problem P\d+$/ });

/** A shop with its orders open, and a customer whose order it has just handed over. */
async function deliver(newUser: () => Promise<{ page: Page }>) {
  const [{ page: shop }, { page: customer }] = [await newUser(), await newUser()];
  await signIn(shop, SHOP, `vendor@${SHOP}.example`);
  const { session, order } = await newCustomer(customer.request, SHOP);
  await storeItems(customer.context(), deviceThat(session));
  const number = await order();
  await shop.goto(`/#/${SHOP}/shop-orders`);
  const token = await shop.evaluate(() => localStorage.getItem('authToken'));
  const orderId = Number(number.slice(1));
  for (const status of ['Accepted', 'Ready', 'Delivered']) {
    const headers = { authorization: `Bearer ${token}` };
    await expect(await shop.request.patch(`/api/orders/${orderId}/status`, { headers, data: { status } })).toBeOK();
  }
  return { shop, customer, number };
}

/** Returns the title of the ticket. */
async function report(customer: Page, number: string): Promise<string> {
  await customer.goto(`/#/${SHOP}/order-history`);
  await card(customer, number).getByRole('link', { name: 'Report a problem' }).click();
  await customer.getByRole('checkbox').first().check();
  await customer.getByRole('button', { name: 'Damaged' }).click();
  await customer.getByRole('textbox', { name: 'What happened?' }).fill('It does not work.\nThe box was open.');
  const picture = { name: 'box.png', mimeType: 'image/png', buffer: await customer.screenshot() };
  await customer.locator('input[type=file]').setInputFiles(picture);
  await expectAccessible(customer);
  await customer.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(ticket(customer)).toContainText('It does not work.');
  return (await ticket(customer).getByRole('heading', { level: 2 }).textContent()) ?? '';
}

async function openTicket(shop: Page, title: string): Promise<void> {
  await shop.goto(`/#/${SHOP}/admin/problems`);
  await shop.getByRole('link', { name: title }).click();
  await expect(ticket(shop)).toBeVisible();
}

test('a customer reports a problem with a picture, both write, and the shop refunds a part', async ({ newUser }) => {
  const { shop, customer, number } = await deliver(newUser);
  const title = await report(customer, number);
  await expect(ticket(customer).getByRole('list', { name: 'Deadlines' })).toContainText('in 1 day');

  await openTicket(shop, title);
  await expect(ticket(shop)).toContainText('Damaged: 1 of');
  await ticket(shop).getByRole('button', { name: 'Picture 1' }).click();
  const picture = shop.getByRole('dialog', { name: 'Picture 1' }).getByRole('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await shop.getByRole('button', { name: 'Close' }).click();

  await ticket(shop).getByRole('textbox', { name: 'Your message' }).fill('We are sorry. We look at it.');
  await ticket(shop).getByRole('button', { name: 'Send' }).click();
  await expect(ticket(customer)).toContainText('We are sorry. We look at it.', LIVE);
  await expect(ticket(customer)).toContainText('Acknowledged');
  await ticket(customer).getByRole('textbox', { name: 'Your message' }).fill('Thank you');
  await ticket(customer).getByRole('button', { name: 'Send' }).click();
  await expect(ticket(shop)).toContainText('Thank you', LIVE);

  await ticket(shop).getByRole('button', { name: 'Answer' }).click();
  const dialog = shop.getByRole('dialog', { name: /^Answer problem/ });
  await dialog.getByRole('textbox', { name: 'Amount in rupees' }).fill('20.50');
  await dialog.getByRole('button', { name: /more/i }).click();
  await expectAccessible(shop);
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(ticket(customer)).toContainText('Solved with a refund · ₹20.50', LIVE);
  await expect(ticket(customer)).toContainText('1 came back');
  await customer.getByRole('link', { name: 'All orders' }).click();
  await expect(card(customer, number)).toContainText('Refunded-₹20.50');
  await expect(
    card(customer, number).getByRole('link', { name: /^Problem P\d+: Solved with a refund$/ }),
  ).toBeVisible();

  await shop.goto(`/#/${SHOP}/admin/cash-report`);
  await expect(shop.getByRole('table', { name: 'Cash paid out, by order' })).toContainText(number);
  const mails = await mailsTo(shop, `vendor@${SHOP}.example`);
  expect(mails.some((mail) => mail.includes(`with order ${number}`))).toBe(true);
});

test('the shop sends a replacement, which the customer gets as an order at no charge', async ({ newUser }) => {
  const { shop, customer, number } = await deliver(newUser);
  const title = await report(customer, number);
  await openTicket(shop, title);
  await ticket(shop).getByRole('button', { name: 'Answer' }).click();
  const dialog = shop.getByRole('dialog', { name: /^Answer problem/ });
  await dialog.getByRole('radio', { name: /^Replacement/ }).click();
  await dialog.getByRole('button', { name: 'Send replacement' }).click();
  const link = ticket(customer).getByRole('link', { name: /^Replacement: order H\d+$/ });
  await expect(link).toBeVisible(LIVE);
  const replacement = (await link.textContent())?.split(' ').at(-1) ?? '';
  await link.click();
  await expect(card(customer, replacement)).toContainText(`Replacement for order ${number}, at no charge`);
  await shop.goto(`/#/${SHOP}/shop-orders`);
  await expect(card(shop, replacement)).toContainText(`Replacement for order ${number}, at no charge`);
  await expect(card(shop, replacement)).not.toContainText('Collect');
});

test('the operator overrules a refusal', async ({ newUser }) => {
  const { shop, customer, number } = await deliver(newUser);
  const { page: operator } = await newUser();
  const title = await report(customer, number);
  await openTicket(shop, title);
  await ticket(shop).getByRole('button', { name: 'Answer' }).click();
  const refusal = shop.getByRole('dialog', { name: /^Answer problem/ });
  await refusal.getByRole('radio', { name: /^Refuse/ }).click();
  await refusal.getByRole('textbox', { name: 'Your reason' }).fill('It left us in order');
  await refusal.getByRole('button', { name: 'Refuse' }).click();
  await expect(ticket(customer)).toContainText('It left us in order', LIVE);
  await expect(ticket(shop).getByRole('button', { name: 'Answer' })).toHaveCount(0);

  await signIn(operator, SHOP, 'operator@haat.example');
  await operator.goto('/#/operator/problems');
  await operator.getByRole('button', { name: 'Solved', exact: true }).click();
  await operator.getByRole('link', { name: title }).click();
  await ticket(operator).getByRole('button', { name: 'Answer' }).click();
  const dialog = operator.getByRole('dialog', { name: /^Answer problem/ });
  await dialog.getByRole('textbox', { name: 'Amount in rupees' }).fill('10');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(ticket(customer)).toContainText('Solved with a refund · ₹10.00', LIVE);
  await expect(ticket(customer)).toContainText('Support');
});
