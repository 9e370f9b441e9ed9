import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { StripeSessionView } from '../../contract/payments/payments.calls.ts';
import { formatRupees } from '../../contract/rupees.ts';
import { expectAccessible } from './support/accessibility.ts';
import { deviceThat } from './support/accounts.ts';
import { countSounds, soundsPlayed } from './support/count-sounds.ts';
import { LIVE, pressUntil } from './support/counter-and-customer.ts';
import { storeItems } from './support/open-contexts.ts';
import { openNewShop } from './support/open-shop.ts';
import { pay } from './support/payment-actions.ts';
import { DELIVERY, linesOnSale, newCustomer } from './support/place-orders.ts';
import { mailsTo, openSession } from './support/sign-in.ts';
import { becomeMember } from './support/team-member.ts';
import { expect, test } from './support/test.ts';
import { ownLanguage, textsOf } from './support/texts.ts';

const PRODUCTS = [{ name: 'Milk', price: 280, stock: 50 }];
// Near the new shop.
const NEARBY = { ...DELIVERY, address: { ...DELIVERY.address, city: 'Chennai', zip: '600003' } };
const STREET = DELIVERY.address.street;

const cardOf = (page: Page, number: string) => page.getByRole('article', { name: new RegExp(`${number}$`) });

/** The ticket of a new order on the board, which is moved to its next status. */
async function accept(owner: Page, { slug, number }: { slug: string; number: string }): Promise<void> {
  await owner.goto(`/#/${slug}/shop-orders?search=${number}`);
  const t = textsOf(ownLanguage());
  const button = cardOf(owner, number).getByRole('button', {
    name: t('shopOrders.markAs', { status: t('status.accepted') }),
  });
  await pressUntil(button, () => expect(button).toBeHidden({ timeout: 1000 }));
}

test('a rider is invited, picks up a delivery and hands it over for cash, and the board of the shop follows', async ({
  newUser,
}) => {
  const language = ownLanguage();
  const t = textsOf(language);
  const [{ page: owner }, { page: rider, context }] = [await newUser(), await newUser()];
  await countSounds(context);
  const { slug, headers, shopId } = await openNewShop(owner, PRODUCTS, language);

  const email = `rider-${randomUUID()}@haat.example`;
  await owner.goto(`/#/${slug}/admin/team`);
  const form = owner.getByRole('form', { name: t('team.invite') });
  await form.getByLabel(t('profile.email')).fill(email);
  await form.getByRole('radio', { name: t('team.rider') }).check();
  await form.getByRole('button', { name: t('team.sendInvitation') }).click();
  await expect.poll(async () => (await mailsTo(owner, email)).join()).toContain(`/#/${slug}/login`);
  await storeItems(rider.context(), deviceThat(await openSession(rider, slug, email), language));
  await rider.goto(`/#/${slug}/login`);
  await expect(rider).toHaveURL(new RegExp(`/${slug}/deliveries$`));
  await expect(rider.getByText(t('rider.none'))).toBeVisible();
  await rider.getByRole('button', { name: t('notifications.enableSound') }).click();
  // A sample of the sound.
  await expect.poll(() => soundsPlayed(rider)).toBe(1);

  const number = await (await newCustomer(owner.request, slug)).order(NEARBY);
  await accept(owner, { slug, number });
  const card = cardOf(rider, number);
  const waiting = rider.getByRole('region', { name: t('rider.toPickUp') });
  // Arrives without a reload.
  await expect(waiting.getByText('Chennai 600003')).toBeVisible(LIVE);
  await expect.poll(() => soundsPlayed(rider)).toBe(2);
  await expect(card).not.toContainText(STREET);
  await expect(card.getByRole('link')).toHaveCount(0);
  await card.getByRole('button', { name: t('rider.pickedUp') }).click();

  await expect(rider.getByRole('region', { name: t('rider.onTheWay') }).getByText(STREET)).toBeVisible();
  await expect(card.getByRole('link', { name: t('header.call', { phone: '9876543210' }) })).toBeVisible();
  const next = t('shopOrders.markAs', { status: t('status.delivered') });
  await expect(cardOf(owner, number).getByRole('button', { name: next })).toBeVisible(LIVE);
  await expectAccessible(rider);

  await card.getByRole('button', { name: t('rider.paidAndDelivered') }).click();
  const question = rider.getByRole('alertdialog');
  await expect(question).toContainText(formatRupees(560));
  await question.getByRole('button', { name: t('rider.delivered') }).click();
  await expect(card).toHaveCount(0);
  await expect(cardOf(owner, number)).toContainText(t('status.delivered'), LIVE);

  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
  const report = await owner.request.get(`/api/shops/${shopId}/cash-closes/${today}`, { headers });
  const { people } = (await report.json()) as { people: unknown[] };
  expect(people).toMatchObject([{ name: email.split('@')[0], received: 560 }]);
  await rider.goto(`/#/${slug}/packing`);
  await expect(rider.getByText(t('backOffice.notInRole'))).toBeVisible();
});

test('a delivery that was paid online and comes back is refunded, and its customer reads it', async ({ newUser }) => {
  const language = ownLanguage();
  const t = textsOf(language);
  const [{ page: owner }, { page: rider }, { page: customer }] = [await newUser(), await newUser(), await newUser()];
  const { slug, headers } = await openNewShop(owner, PRODUCTS, language);
  await becomeMember(rider, { slug, role: 'rider', headers });
  const number = await orderPaid(customer, slug);
  await accept(owner, { slug, number });

  await rider.goto(`/#/${slug}/deliveries`);
  const card = cardOf(rider, number);
  await expect(card).toContainText('Paid');
  await card.getByRole('button', { name: 'Picked up' }).click();
  await card.getByRole('button', { name: 'Could not deliver' }).click();
  const dialog = rider.getByRole('dialog');
  await expect(dialog).toContainText('Any online payment is refunded to the customer.');
  await expectAccessible(rider);
  await dialog.getByRole('radio', { name: 'Nobody was there' }).check();
  await dialog.getByRole('button', { name: 'Not delivered' }).click();
  await expect(card).toHaveCount(0);
  await expect(rider.getByText('Nothing to deliver.')).toBeVisible();

  await expect(cardOf(owner, number)).toContainText(t('status.returned'), LIVE);
  await customer.goto(`/#/${slug}/order-history`);
  await expect(cardOf(customer, number)).toContainText(t('payment.refunded', { amount: formatRupees(560) }), LIVE);
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow', allowedConsoleErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/ });

  test('a rider still reads the address when the page is loaded again, as after the map, and hands over', async ({
    newUser,
  }) => {
    test.slow();
    const [{ page: owner }, { page: rider, context }] = [await newUser(), await newUser()];
    const { slug, headers } = await openNewShop(owner, PRODUCTS, ownLanguage());
    await becomeMember(rider, { slug, role: 'rider', headers });
    const number = await (await newCustomer(owner.request, slug)).order(NEARBY);
    await accept(owner, { slug, number });
    await rider.goto(`/#/${slug}/deliveries`);
    const card = cardOf(rider, number);
    await card.getByRole('button', { name: 'Picked up' }).click();
    await expect(card).toContainText(STREET);
    await rider.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // Until the device has stored the screen and what it shows.
    await expect(async () => {
      await context.setOffline(true);
      await rider.reload();
      const isThere = await card
        .getByText(STREET)
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        );
      if (!isThere) {
        await context.setOffline(false);
        await rider.reload();
        await expect(card).toContainText(STREET);
      }
      expect(isThere).toBe(true);
    }).toPass({ timeout: 60_000 });
    await card.getByRole('button', { name: 'Cash received, delivered' }).click();
    await rider.getByRole('alertdialog').getByRole('button', { name: 'Delivered' }).click();
    await expect(card).toHaveCount(0);
    await expect(rider.getByText('Waiting for connection · 1 change')).toBeVisible();
    await context.setOffline(false);
    await expect(rider.getByText(/Waiting for connection/)).toHaveCount(0, { timeout: 45_000 });
    await expect(cardOf(owner, number)).toContainText(textsOf(ownLanguage())('status.delivered'), LIVE);
  });
});

/** Orders a delivery for ₹560, and pays it on the page of the provider. */
async function orderPaid(customer: Page, slug: string): Promise<string> {
  const { session } = await newCustomer(customer.request, slug);
  const [line] = await linesOnSale(customer.request, slug);
  const home = new URL((await customer.request.get('/')).url()).origin;
  const back = `${home}/#/${slug}/order-summary`;
  const items = [{ ...line!, quantity: 2 }];
  const answer = await customer.request.post('/api/stripe/create-checkout-session', {
    headers: { authorization: `Bearer ${session.authToken}`, 'idempotency-key': randomUUID() },
    data: {
      order: { ...NEARBY, items, total: 560, paymentMethod: 'online' },
      success_url: `${back}?success=true`,
      cancel_url: `${back}?canceled=true`,
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { url, orderNumber } = (await answer.json()) as StripeSessionView;
  await storeItems(customer.context(), deviceThat(session, ownLanguage()));
  await customer.goto(url);
  await pay(customer);
  await expect(customer).toHaveURL(new RegExp(`/${slug}/order-summary`));
  return orderNumber!;
}
