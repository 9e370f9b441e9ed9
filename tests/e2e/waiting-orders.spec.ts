import { expectAccessible } from './support/accessibility.ts';
import { changeSettings, LIVE, openCounterAndCustomer, pressUntil } from './support/counter-and-customer.ts';
import { letTimePass } from './support/let-time-pass.ts';
import { ownLanguage } from './support/texts.ts';
import { expect, test } from './support/test.ts';

/** One for each width: both may be tried at the same time. */
const SHOP = 'malligai-flowers';
const SHOP_NAME = 'Malligai Flowers';

// One after the other: they change settings of the same shop.
test.describe.configure({ mode: 'serial' });

test('a customer asks to cancel an accepted order: granted, refused, and refused by the clock', async ({ newUser }) => {
  const { counter, customer, order, t, card, markAs } = await openCounterAndCustomer(newUser, SHOP);
  await changeSettings(counter, SHOP, { cancel_grace_minutes: 0 });
  const [refused, granted, unanswered] = [await order(), await order(), await order()];
  await customer.goto(`/#/${SHOP}/order-history`);
  const reason = t('reason.too_late');
  for (const number of [refused, granted, unanswered]) {
    await markAs(number, 'status.accepted');
    await card(customer, number)
      .getByRole('button', { name: t('endOrder.ask') })
      .click({ timeout: 20_000 });
    const dialog = customer.getByRole('dialog', { name: t('endOrder.askTitle', { number }) });
    await dialog.getByRole('radio', { name: reason }).click();
    await dialog.getByRole('button', { name: t('endOrder.ask') }).click();
    await expect(card(counter, number)).toContainText(t('cancellationRequest.title', { reason }), LIVE);
    await expect(card(counter, number).locator('[data-advance]')).toHaveCount(0);
  }
  await expectAccessible(counter);

  const refusedCall = t('endOrder.isRefused', { shop: SHOP_NAME }).replace(/[.।]$/, '');
  const refuse = card(counter, refused).getByRole('button', { name: t('cancellationRequest.refuse') });
  await pressUntil(refuse, () => expect(refuse).toBeHidden({ timeout: 1000 }));
  await expect(card(customer, refused)).toContainText(refusedCall, LIVE);
  const ready = t('shopOrders.markAs', { status: t('status.ready') });
  await expect(card(counter, refused).getByRole('button', { name: ready })).toBeVisible(LIVE);

  const grant = card(counter, granted).getByRole('button', { name: t('cancellationRequest.grant') });
  await pressUntil(grant, () => expect(grant).toBeHidden({ timeout: 1000 }));
  await expect(card(customer, granted)).toContainText(t('ended.Cancelled.asAsked', { shop: SHOP_NAME }), LIVE);

  await letTimePass(unanswered, 11);
  await expect(card(customer, unanswered)).toContainText(refusedCall, { timeout: 30_000 });
  await expect(card(counter, unanswered).getByRole('button', { name: ready })).toBeVisible(LIVE);
  await expectAccessible(customer);
  await changeSettings(counter, SHOP, { cancel_grace_minutes: 2 });
});

test('the shop promises a time, moves it, and the customer reads it', async ({ newUser }) => {
  const { counter, customer, order, t, card, markAs, more } = await openCounterAndCustomer(newUser, SHOP);
  // While a shop is closed, its time begins when it opens.
  await changeSettings(counter, SHOP, { open_time: null, close_time: null });
  const number = await order();
  await customer.goto(`/#/${SHOP}/order-history`);
  const ready = (await more(number)).getByRole('combobox', { name: t('promise.readyIn') });
  await ready.selectOption(t('promise.minutes', { minutes: 45 }));
  await counter.keyboard.press('Escape');
  await markAs(number, 'status.accepted');
  const promised = card(customer, number).getByText(textAround(t('status.promised.takeaway', { time: '|' })));
  await expect(promised).toBeVisible(LIVE);
  const text = (await promised.textContent()) ?? '';
  const at = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toLocaleTimeString(`${ownLanguage()}-IN`, {
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      timeZone: 'Asia/Kolkata',
    });
  const digits = /\d+:\d\d/;
  expect([44, 45, 46].map((minutes) => digits.exec(at(minutes))?.[0])).toContain(digits.exec(text)?.[0]);
  await (await more(number)).getByRole('button', { name: t('promise.later', { minutes: 10 }) }).click();
  await expect(promised).not.toHaveText(text, LIVE);
});

// They change settings that other tests of a shop rely on, so they have one of their own, open all day, and are in Hindi.
test.describe('a separate shop', () => {
  test.beforeEach(({ quietPage }) =>
    changeSettings(quietPage, SHOP, { open_time: '00:00', close_time: '00:00', auto_accepts: false }),
  );

  test('customers read that a busy shop takes longer, and on the order that nobody has answered yet', async ({
    newUser,
  }) => {
    const { counter, customer, order, t, card } = await openCounterAndCustomer(newUser, SHOP, 'hi');
    await counter.getByRole('button', { name: t('shopOrders.settings') }).click();
    const busy = counter.getByRole('group', { name: t('rush.label') });
    const longer = busy.getByRole('button', { name: t('rush.minutes', { minutes: 20 }) });
    await longer.click();
    await expect(longer).toHaveAttribute('aria-pressed', 'true');
    await customer.goto(`/#/${SHOP}/products`);
    const isBusy = customer.getByText(textAround(t('shop.busy', { minutes: '|' })));
    await expect(isBusy).toBeVisible(LIVE);
    await busy.getByRole('button', { name: t('rush.none') }).click();
    await expect(isBusy).toHaveCount(0, LIVE);

    const number = await order();
    await customer.goto(`/#/${SHOP}/order-history`);
    const waiting = card(customer, number).getByText(
      t('endOrder.isWaiting', { shop: SHOP_NAME, time: '|' }).split('|')[0]!,
    );
    await expect(card(customer, number)).toBeVisible();
    await expect(waiting).toHaveCount(0);
    // Half of the day of opening time that the demo shops have, and not yet all of it.
    await letTimePass(number, 13 * 60);
    await expect(async () => {
      await customer.reload();
      await expect(waiting).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    await expect(card(customer, number).getByRole('button', { name: t('endOrder.cancel') })).toBeVisible();
  });

  test('a shop that lets three orders expire takes no orders until a member resumes them', async ({ newUser }) => {
    const { counter, customer, order, t } = await openCounterAndCustomer(newUser, SHOP, 'hi');
    const numbers = [await order(), await order(), await order()];
    for (const number of numbers) await letTimePass(number, 4 * 24 * 60);
    await expect(counter.getByText(t('settings.notRespondingHint'))).toBeVisible({ timeout: 45_000 });
    for (const number of numbers)
      await expect(counter.getByRole('link', { name: number, exact: true })).toBeVisible(LIVE);
    await expectAccessible(counter);
    await customer.goto(`/#/${SHOP}/products`);
    await expect(customer.getByText(t('shop.paused')).first()).toBeVisible(LIVE);
    await counter.getByRole('button', { name: t('settings.resume') }).click();
    await expect(counter.getByText(t('settings.notRespondingHint'))).toHaveCount(0, LIVE);
    await expect(customer.getByText(t('shop.paused'))).toHaveCount(0, LIVE);
  });

  test('a shop that accepts automatically has its orders accepted with the usual time', async ({ newUser }) => {
    const { counter, customer, order, t, card } = await openCounterAndCustomer(newUser, SHOP, 'hi');
    await changeSettings(counter, SHOP, { auto_accepts: true });
    const number = await order();
    await customer.goto(`/#/${SHOP}/order-history`);
    const ready = t('shopOrders.markAs', { status: t('status.ready') });
    await expect(card(counter, number).getByRole('button', { name: ready })).toBeVisible({ timeout: 30_000 });
    await expect(
      card(customer, number).getByText(textAround(t('status.promised.takeaway', { time: '|' }))),
    ).toBeVisible(LIVE);
    await changeSettings(counter, SHOP, { auto_accepts: false });
  });
});

/** A text whose value, given as `|`, may be anything. */
function textAround(text: string): RegExp {
  const parts = text.split('|').map((part) => part.replaceAll(/[.*+?^${}()[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`);
}
