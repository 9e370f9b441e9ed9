import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { OPERATOR, vendorOf } from './support/accounts.ts';
import { type CounterAndCustomer, LIVE, openCounterAndCustomer } from './support/counter-and-customer.ts';
import { mailsTo, signIn } from './support/sign-in.ts';
import { ownLanguage, type Texts } from './support/texts.ts';
import { expect, test } from './support/test.ts';

/** One for each width: both may be tried at the same time, and each reads the mails of its vendor. */
const SHOP = 'deepa-electricals';
const TICKET = /P\d+$/;

const ticket = (page: Page) => page.getByRole('article', { name: TICKET });

/** A shop with its orders open, and a customer whose order it has just handed over. */
async function deliver(newUser: () => Promise<{ page: Page }>) {
  const both = await openCounterAndCustomer(newUser, SHOP);
  const { counter, customer, order } = both;
  const number = await order();
  const token = await counter.evaluate(() => localStorage.getItem('authToken'));
  const orderId = Number(number.slice(1));
  for (const status of ['Accepted', 'Ready', 'Delivered']) {
    const headers = { authorization: `Bearer ${token}` };
    await expect(await counter.request.patch(`/api/orders/${orderId}/status`, { headers, data: { status } })).toBeOK();
  }
  const title = await report(customer, both, number);
  await openTicket(counter, title);
  return { ...both, number, title };
}

/** Returns the title of the ticket. */
async function report(customer: Page, { t, card }: CounterAndCustomer, number: string): Promise<string> {
  await customer.goto(`/#/${SHOP}/order-history`);
  await card(customer, number)
    .getByRole('link', { name: t('problem.report') })
    .click();
  await customer.getByRole('checkbox').first().check();
  await customer.getByRole('button', { name: t('problem.kind.damaged') }).click();
  await customer.getByRole('textbox', { name: t('problem.text') }).fill('It does not work.\nThe box was open.');
  const picture = { name: 'box.png', mimeType: 'image/png', buffer: await customer.screenshot() };
  await customer.locator('input[type=file]').setInputFiles(picture);
  await expectAccessible(customer);
  await customer.getByRole('button', { name: t('problem.sendReport'), exact: true }).click();
  await expect(ticket(customer)).toContainText('It does not work.');
  return (await ticket(customer).getByRole('heading', { level: 2 }).textContent()) ?? '';
}

async function openTicket(counter: Page, title: string): Promise<void> {
  await counter.goto(`/#/${SHOP}/admin/problems`);
  await counter.getByRole('link', { name: title }).click();
  await expect(ticket(counter)).toBeVisible();
}

/** The dialog with which the shop or the operator answers. */
async function openAnswer(page: Page, t: Texts): Promise<Locator> {
  await ticket(page)
    .getByRole('button', { name: t('problem.answer') })
    .click();
  return page.getByRole('dialog', { name: /P\d+/ });
}

test('a customer reports a problem with a picture, both write, and the shop refunds a part', async ({ newUser }) => {
  const { counter, customer, t, card, number } = await deliver(newUser);
  await expect(ticket(customer).getByRole('list', { name: t('problem.clock') })).toBeVisible();
  await expect(ticket(counter)).toContainText(t('problem.kind.damaged'));
  await ticket(counter)
    .getByRole('button', { name: t('problem.picture', { number: 1 }) })
    .click();
  const picture = counter.getByRole('dialog', { name: t('problem.picture', { number: 1 }) }).getByRole('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(200);
  await counter.getByRole('button', { name: t('common.close'), exact: true }).click();

  await ticket(counter)
    .getByRole('textbox', { name: t('problem.message') })
    .fill('We are sorry. We look at it.');
  await ticket(counter)
    .getByRole('button', { name: t('problem.send') })
    .click();
  await expect(ticket(customer)).toContainText('We are sorry. We look at it.', LIVE);
  await expect(ticket(customer)).toContainText(t('problem.state.acknowledged'));
  await ticket(customer)
    .getByRole('textbox', { name: t('problem.message') })
    .fill('Thank you');
  await ticket(customer)
    .getByRole('button', { name: t('problem.send') })
    .click();
  await expect(ticket(counter)).toContainText('Thank you', LIVE);

  const dialog = await openAnswer(counter, t);
  await dialog.getByLabel(t('refund.amount')).fill('20.50');
  await dialog
    .getByRole('button', { name: t('stepper.more', { name: '' }).trim() })
    .first()
    .click();
  await expectAccessible(counter);
  await dialog.getByRole('button', { name: t('problem.confirm.refund') }).click();
  await expect(ticket(customer)).toContainText(`${t('problem.state.refunded')} · ₹20.50`, LIVE);
  await expect(ticket(customer)).toContainText(t('problem.returnedCount', { count: 1 }));
  await customer.getByRole('link', { name: t('problem.toOrders') }).click();
  await expect(card(customer, number)).toContainText('−₹20.50');
  await expect(card(customer, number).getByRole('link', { name: t('problem.state.refunded') })).toBeVisible();

  await counter.goto(`/#/${SHOP}/admin/cash-report`);
  await expect(counter.getByRole('table', { name: t('cashReport.paidOutList') })).toContainText(number);
  const mails = await mailsTo(counter, vendorOf(SHOP));
  expect(mails.some((mail) => mail.includes(number))).toBe(true);
});

test('the shop sends a replacement, which the customer gets as an order at no charge', async ({ newUser }) => {
  const { counter, customer, t, card, number } = await deliver(newUser);
  const dialog = await openAnswer(counter, t);
  await dialog.getByRole('radio', { name: t('problem.how.replace') }).click();
  await dialog.getByRole('button', { name: t('problem.confirm.replace') }).click();
  const link = ticket(customer).getByRole('link', { name: /H\d+/ });
  await expect(link).toBeVisible(LIVE);
  const replacement = /H\d+/.exec((await link.textContent()) ?? '')?.[0] ?? '';
  await link.click();
  await expect(card(customer, replacement)).toContainText(t('problem.replacementFor', { number }));
  await counter.goto(`/#/${SHOP}/shop-orders`);
  await expect(card(counter, replacement)).toContainText(t('shopOrders.payFree'));
});

test('the operator overrules a refusal', async ({ newUser }) => {
  const { counter, customer, t, title } = await deliver(newUser);
  const { page: operator } = await newUser();
  const refusal = await openAnswer(counter, t);
  await refusal.getByRole('radio', { name: t('problem.how.refuse') }).click();
  await refusal.getByRole('textbox', { name: t('endOrder.text') }).fill('It left us in order');
  await refusal.getByRole('button', { name: t('problem.confirm.refuse') }).click();
  await expect(ticket(customer)).toContainText('It left us in order', LIVE);
  await expect(ticket(counter).getByRole('button', { name: t('problem.answer') })).toHaveCount(0);

  await signIn(operator, SHOP, OPERATOR, ownLanguage());
  await operator.goto('/#/operator/problems');
  await operator.getByRole('button', { name: t('problem.solved'), exact: true }).click();
  await operator.getByRole('link', { name: title }).click();
  const dialog = await openAnswer(operator, t);
  await dialog.getByLabel(t('refund.amount')).fill('10');
  await dialog.getByRole('button', { name: t('problem.confirm.refund') }).click();
  await expect(ticket(customer)).toContainText(`${t('problem.state.refunded')} · ₹10.00`, LIVE);
  await expect(ticket(customer)).toContainText(t('problem.operator'));
});
