import type { Page } from '@playwright/test';
import { pickupQrText } from '../../contract/orders/pickup-code.ts';
import { expectAccessible } from './support/accessibility.ts';
import { vendorOf } from './support/accounts.ts';
import { holdBeforeCamera } from './support/camera-helpers.ts';
import { expect, test } from './support/camera-test.ts';
import {
  changeSettings,
  type CounterAndCustomer,
  LIVE,
  openCounterAndCustomer,
} from './support/counter-and-customer.ts';
import { drawNothing, drawQr } from './support/draw-codes.ts';
import { signIn } from './support/sign-in.ts';
import { ownLanguage } from './support/texts.ts';

test.use({ allowedConsoleErrors: /status of 422|net::ERR_FAILED/ });
// One after the other: an address is mailed one code a second.
test.describe.configure({ mode: 'serial' });

/** One shop for each width, where no other test hands orders over and few orders wait above: both widths may run in parallel. */
const SHOP = 'arogya-medicals';

/** The shop asks for the codes of its takeaways. */
async function openWithCodes(newUser: () => Promise<{ page: Page }>) {
  const both = await openCounterAndCustomer(newUser, SHOP);
  await changeSettings(both.counter, SHOP, { asks_pickup_code: true });
  return both;
}

async function makeReady({ t, counter, card, markAs }: CounterAndCustomer, number: string): Promise<void> {
  await markAs(number, 'status.accepted');
  await markAs(number, 'status.ready');
  const handOver = t('shopOrders.markAs', { status: t('status.pickedUp') });
  await expect(card(counter, number).getByRole('button', { name: handOver })).toBeVisible(LIVE);
}

const codeOf = ({ t, customer, card }: CounterAndCustomer, number: string) =>
  card(customer, number).getByRole('group', { name: t('pickupCode.title') });

async function digitsOf(both: CounterAndCustomer, number: string): Promise<string> {
  const region = codeOf(both, number);
  await expect(region.getByRole('img', { name: both.t('pickupCode.qr') })).toBeVisible(LIVE);
  return (await region.getByText(/^\d{4}$/).textContent()) ?? '';
}

test('a takeaway is handed over with the code that its customer shows', async ({ newUser }) => {
  const both = await openWithCodes(newUser);
  const { counter, customer, order, t, card, markAs } = both;
  const number = await order();
  await customer.goto(`/#/${SHOP}/order-history`);
  await expect(card(customer, number)).toBeVisible();
  await expect(codeOf(both, number)).toHaveCount(0);
  await makeReady(both, number);
  const code = await digitsOf(both, number);
  await expectAccessible(customer);
  // The customer's name is made of random digits, too.
  await expect(card(counter, number)).not.toContainText(new RegExp(`(?<![\\w-])${code}(?![\\w-])`));

  await markAs(number, 'status.pickedUp');
  const dialog = counter.getByRole('dialog', { name: t('pickupCode.handOver', { number }) });
  const field = dialog.getByLabel(t('pickupCode.title'));
  await expect(field).toBeFocused();
  await counter.keyboard.type(code === '0000' ? '1111' : '0000');
  await counter.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(t('pickupCode.wrong'));
  await expectAccessible(counter);
  await field.fill(code);
  await dialog.getByRole('button', { name: t('pickupCode.confirm') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(counter, number).locator('[data-advance], [data-undo]')).toHaveCount(0);
  await expect(codeOf(both, number)).toHaveCount(0, LIVE);
});

test('the QR code is scanned, that of another order is not taken', async ({ newUser, withCamera }) => {
  const both = await openWithCodes(newUser);
  const { customer, order, t, card } = both;
  const [number, other] = [await order(), await order()];
  await makeReady(both, number);
  await customer.goto(`/#/${SHOP}/order-history`);
  const code = await digitsOf(both, number);

  const right = drawQr(pickupQrText({ orderNumber: number, code }));
  const phone = await withCamera({ sees: drawNothing() });
  const hold = await holdBeforeCamera(phone);
  await signIn(phone, SHOP, vendorOf(SHOP), ownLanguage());
  await phone.goto(`/#/${SHOP}/shop-orders`);
  await card(phone, number)
    .getByRole('button', { name: t('shopOrders.markAs', { status: t('status.pickedUp') }) })
    .click(LIVE);
  const dialog = phone.getByRole('dialog', { name: t('pickupCode.handOver', { number }) });
  await dialog.getByRole('button', { name: t('pickupCode.scan') }).click();
  await hold(drawQr(pickupQrText({ orderNumber: other, code })));
  const alert = dialog.getByRole('alert');
  await expect(alert).toHaveText(t('pickupCode.otherOrder', { number: other }), LIVE);

  // The connection fails: the same code counts when it is held up once more.
  const step = '**/api/orders/*/status';
  await phone.route(step, (route) => route.abort());
  await hold(right);
  await expect(alert).toHaveText(t('login.networkError'), LIVE);
  await hold(drawQr(pickupQrText({ orderNumber: other, code })));
  await expect(alert).toHaveText(t('pickupCode.otherOrder', { number: other }), LIVE);
  await phone.unroute(step);
  await hold(right);
  await expect(dialog).toHaveCount(0, LIVE);
  await phone.goto(`/#/${SHOP}/shop-orders?search=${number}`);
  await expect(card(phone, number)).toContainText(t('status.pickedUp'));
  await expect(codeOf(both, number)).toHaveCount(0, LIVE);
});
