import { expectAccessible } from './support/accessibility.ts';
import { OPERATOR } from './support/accounts.ts';
import { type CounterAndCustomer, LIVE, openCounterAndCustomer } from './support/counter-and-customer.ts';
import { letTimePass } from './support/let-time-pass.ts';
import { DELIVERY } from './support/place-orders.ts';
import { signIn } from './support/sign-in.ts';
import { ownLanguage } from './support/texts.ts';
import { expect, test } from './support/test.ts';

/** One for each width: both may be tried at the same time. They have no minimum order. */
const SHOP = 'cauvery-textiles';
const NAMES: Record<string, string> = { 'cauvery-textiles': 'Cauvery Textiles', 'ganesh-kirana': 'Ganesh Kirana' };
const named = (values: object) => ({ shop: NAMES[SHOP] ?? '', ...values });

/** That nothing can be done with the order any more, on either side. */
async function expectFinal({ t, counter, customer, card, find }: CounterAndCustomer, number: string, status: string) {
  await find(number);
  await expect(card(counter, number)).toContainText(t(status), LIVE);
  await expect(card(customer, number)).toContainText(t(status), LIVE);
  const endings = ['decline', 'cancel', 'bringBack', 'ask'].map((id) => t(`endOrder.${id}`));
  for (const page of [counter, customer])
    for (const name of endings)
      await expect(card(page, number).getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(card(counter, number).locator('[data-advance]')).toHaveCount(0);
}

test('the shop declines an order with a reason, can undo it, and the customer reads it at once', async ({
  newUser,
}) => {
  const both = await openCounterAndCustomer(newUser, SHOP);
  const { t, counter, customer, order, card, more } = both;
  const number = await order();
  await customer.goto(`/#/${SHOP}/order-history`);
  await expect(card(customer, number)).toContainText(t('history.next.pending'));

  const decline = async () =>
    (await more(number)).getByRole('button', { name: t('endOrder.decline'), exact: true }).click();
  await decline();
  const dialog = counter.getByRole('dialog', { name: t('endOrder.declineTitle', { number }) });
  await expectAccessible(counter);
  await dialog.getByRole('radio', { name: t('reason.closing') }).click();
  await dialog.getByRole('button', { name: t('endOrder.decline') }).click();
  await card(counter, number)
    .getByRole('button', { name: t('common.undo') })
    .click();

  await decline();
  await dialog.getByRole('radio', { name: t('reason.other') }).click();
  await dialog.getByRole('button', { name: t('endOrder.decline') }).click();
  await expect(dialog.getByRole('alert')).toHaveText(t('endOrder.textRequired'));
  await dialog.getByRole('textbox').fill('The printer is broken');
  await dialog.getByRole('button', { name: t('endOrder.decline') }).click();
  await expect(card(customer, number)).toContainText(
    t('ended.Declined', named({ reason: 'The printer is broken' })),
    LIVE,
  );
  await expect(card(customer, number)).toContainText(t('ended.noCash'));
  await expectFinal(both, number, 'status.declined');
  await expectAccessible(customer);
});

test('a customer cancels an order before and shortly after it is accepted, and the board shows it', async ({
  newUser,
}) => {
  const both = await openCounterAndCustomer(newUser, SHOP);
  const { t, counter, customer, order, card, markAs } = both;
  const [waiting, accepted] = [await order(), await order()];
  await customer.goto(`/#/${SHOP}/order-history`);
  await markAs(accepted, 'status.accepted');
  await expect(card(customer, accepted)).toContainText(t('status.accepted'), LIVE);
  for (const number of [waiting, accepted]) {
    await card(customer, number)
      .getByRole('button', { name: t('endOrder.cancel') })
      .click();
    const dialog = customer.getByRole('dialog', { name: t('endOrder.cancelTitle', { number }) });
    await expectAccessible(customer);
    await dialog.getByRole('radio', { name: t('reason.ordered_by_mistake') }).click();
    await dialog.getByRole('button', { name: t('endOrder.cancel') }).click();
    const reason = t('reason.ordered_by_mistake');
    await expect(card(customer, number)).toContainText(t('ended.Cancelled.customer', { reason }));
    await expectFinal(both, number, 'status.cancelled');
    await expect(card(counter, number)).toContainText(t('shopOrders.endedByCustomer', { reason }), LIVE);
  }
});

test('the shop cancels an accepted order, and one that was not collected only after its holding time', async ({
  newUser,
}) => {
  const both = await openCounterAndCustomer(newUser, SHOP);
  const { t, counter, customer, order, card, markAs, more, find } = both;
  const [unavailable, uncollected] = [await order(), await order()];
  await customer.goto(`/#/${SHOP}/order-history`);
  const cancel = async (number: string, reason: string) => {
    await (await more(number)).getByRole('button', { name: t('endOrder.cancel'), exact: true }).click();
    const dialog = counter.getByRole('dialog', { name: t('endOrder.cancelTitle', { number }) });
    await dialog.getByRole('radio', { name: t(reason) }).click();
    await dialog.getByRole('button', { name: t('endOrder.cancel') }).click();
    const ended = t('ended.Cancelled.shop', named({ reason: t(reason) }));
    await expect(card(customer, number)).toContainText(ended, LIVE);
    await expectFinal(both, number, 'status.cancelled');
  };
  await markAs(unavailable, 'status.accepted');
  await cancel(unavailable, 'reason.item_unavailable');

  await find(uncollected);
  await markAs(uncollected, 'status.accepted');
  await markAs(uncollected, 'status.ready');
  await expect(card(counter, uncollected)).toContainText(t('status.ready'), LIVE);
  await (await more(uncollected)).getByRole('button', { name: t('endOrder.cancel'), exact: true }).click();
  const dialog = counter.getByRole('dialog', { name: t('endOrder.cancelTitle', { number: uncollected }) });
  await expect(dialog.getByRole('radio', { name: t('reason.not_collected') })).toHaveCount(0);
  await dialog.getByRole('button', { name: t('endOrder.keep') }).click();
  await letTimePass(uncollected, 121);
  await counter.reload();
  await cancel(uncollected, 'reason.not_collected');
});

test('a delivery that could not be handed over is returned, and cannot be cancelled in transit', async ({
  newUser,
}) => {
  const both = await openCounterAndCustomer(newUser, SHOP);
  const { t, counter, customer, order, card, markAs, more } = both;
  const number = await order(DELIVERY);
  await customer.goto(`/#/${SHOP}/order-history`);
  await markAs(number, 'status.accepted');
  await markAs(number, 'status.inTransit');
  await expect(card(customer, number)).toContainText(t('history.next.arriving'), LIVE);
  await expect(card(customer, number).getByRole('button', { name: t('endOrder.cancel') })).toHaveCount(0);
  await expect(card(customer, number).getByRole('button', { name: t('endOrder.ask') })).toHaveCount(0);

  await (await more(number)).getByRole('button', { name: t('endOrder.bringBack'), exact: true }).click();
  const dialog = counter.getByRole('dialog', { name: t('endOrder.bringBackTitle', { number }) });
  await expectAccessible(counter);
  await dialog.getByRole('radio', { name: t('reason.nobody_there') }).click();
  const onSale = dialog.getByRole('group', { name: t('returned.onSale') });
  await onSale.getByRole('button').first().click();
  await dialog.getByRole('button', { name: t('endOrder.bringBack') }).click();
  await expect(card(customer, number)).toContainText(
    t('ended.Returned', named({ reason: t('reason.nobody_there') })),
    LIVE,
  );
  await expectFinal(both, number, 'status.returned');
  await expect(await more(number)).toContainText(t('returned.writtenOff', { items: '1 ×' }).trim());
});

test('an order that nobody accepts expires, and both sides read it', async ({ newUser }) => {
  const both = await openCounterAndCustomer(newUser, SHOP);
  const { t, counter, customer, order, card } = both;
  const number = await order();
  await customer.goto(`/#/${SHOP}/order-history`);
  await expect(card(counter, number)).toBeVisible(LIVE);
  // The demo shops have a day of opening time to accept an order.
  await letTimePass(number, 3 * 24 * 60);
  await expect(card(customer, number)).toContainText(t('ended.Expired', named({})), { timeout: 30_000 });
  await expectFinal(both, number, 'status.expired');
});

test('the operator finds an order by its number and cancels it', async ({ newUser }) => {
  const both = await openCounterAndCustomer(newUser, SHOP);
  const { t, counter, customer, order, card } = both;
  const { page: operator } = await newUser();
  const number = await order();
  await customer.goto(`/#/${SHOP}/order-history`);
  await signIn(operator, SHOP, OPERATOR, ownLanguage());
  await operator.goto('/#/operator/orders');
  await operator.getByRole('searchbox').fill(number);
  const row = operator
    .getByRole('row')
    .filter({ has: operator.getByRole('link', { name: t('timeline.of', { number }) }) });
  await row.getByRole('button', { name: t('endOrder.cancel') }).click(LIVE);
  const dialog = operator.getByRole('dialog', { name: t('endOrder.cancelTitle', { number }) });
  await dialog.getByRole('radio', { name: t('reason.other') }).click();
  await dialog.getByRole('textbox').fill('Ordered twice');
  await expectAccessible(operator);
  await dialog.getByRole('button', { name: t('endOrder.cancel') }).click();
  const reason = 'Ordered twice';
  await expect(card(customer, number)).toContainText(t('ended.Cancelled.operator', { reason }), LIVE);
  await expectFinal(both, number, 'status.cancelled');
  await expect(card(counter, number)).toContainText(t('shopOrders.endedByOperator', { reason }), LIVE);
});
