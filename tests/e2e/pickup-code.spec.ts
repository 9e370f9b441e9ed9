import type { Page } from '@playwright/test';
import { pickupQrText } from '../../contract/rules/pickup-code.ts';
import { expectAccessible } from './support/accessibility.ts';
import { adminOf, deviceThat } from './support/accounts.ts';
import { expect, test } from './support/camera-test.ts';
import { drawNothing, drawQr } from './support/draw-codes.ts';
import { storeItems } from './support/open-contexts.ts';
import { newCustomer } from './support/place-orders.ts';
import { openSession, signIn } from './support/sign-in.ts';

test.use({ allowedConsoleErrors: /status of 422/ });
// One after the other: an address is mailed one code a second.
test.describe.configure({ mode: 'serial' });

// Nobody else hands orders over there.
const SHOP = 'saraswati-stationers';
const LIVE = { timeout: 15_000 };

const card = (page: Page, number: string) => page.getByRole('article', { name: new RegExp(`${number}$`) });
const digitsOf = async (customer: Page, number: string) => {
  const region = card(customer, number).getByRole('group', { name: 'Pickup code' });
  await expect(region.getByRole('img', { name: 'QR code with your pickup code' })).toBeVisible();
  const text = await region.getByText(/^\d{4}$/).textContent();
  return text ?? '';
};

/** The shop asks for the codes of its takeaways. */
async function askForCodes({ request }: Page): Promise<void> {
  const { authToken } = await openSession({ request }, SHOP, adminOf(SHOP));
  const { id } = (await (await request.get(`/api/shops/${SHOP}`)).json()) as { id: number };
  const headers = { authorization: `Bearer ${authToken}` };
  const settings = (await (await request.get(`/api/shops/${id}/settings`, { headers })).json()) as object;
  const data = { ...settings, asks_pickup_code: true };
  const saved = await request.put(`/api/shops/${id}/settings`, { headers, data });
  expect(saved.status(), await saved.text()).toBe(200);
}

async function openBoard(page: Page): Promise<void> {
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  await page.goto(`/#/${SHOP}/shop-orders`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

async function makeReady(board: Page, number: string): Promise<void> {
  for (const status of ['Accepted', 'Ready for pickup'])
    await card(board, number)
      .getByRole('button', { name: `Mark as ${status}` })
      .click(LIVE);
  await expect(card(board, number).getByRole('button', { name: 'Mark as Delivered' })).toBeVisible(LIVE);
}

test('a takeaway is handed over with the code that its customer shows', async ({ newUser }) => {
  const [{ page: board }, { page: customer }] = [await newUser(), await newUser()];
  await askForCodes(board);
  await openBoard(board);
  const { session, order } = await newCustomer(customer.request, SHOP);
  await storeItems(customer.context(), deviceThat(session));
  const number = await order();
  await customer.goto(`/#/${SHOP}/order-history`);
  await expect(card(customer, number)).toBeVisible();
  await expect(customer.getByRole('group', { name: 'Pickup code' })).toHaveCount(0);
  await makeReady(board, number);
  const code = await digitsOf(customer, number);
  await expectAccessible(customer);
  await expect(card(board, number)).not.toContainText(code);

  await card(board, number).getByRole('button', { name: 'Mark as Delivered' }).click();
  const dialog = board.getByRole('dialog', { name: `Hand over order ${number}` });
  await expect(dialog.getByLabel('Pickup code')).toBeFocused();
  await board.keyboard.type(code === '0000' ? '1111' : '0000');
  await board.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'This is not the code of this order. Ask the customer to show it again.',
  );
  await expectAccessible(board);
  await dialog.getByLabel('Pickup code').fill(code);
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(board, number).getByRole('button', { name: /Mark as|Undo/ })).toHaveCount(0);
  await expect(customer.getByRole('group', { name: 'Pickup code' })).toHaveCount(0, LIVE);
});

test('the QR code is scanned, that of another order is not taken', async ({ newUser, withCamera }) => {
  const { page: customer } = await newUser();
  await askForCodes(customer);
  const { session, order } = await newCustomer(customer.request, SHOP);
  await storeItems(customer.context(), deviceThat(session));
  const [number, other] = [await order(), await order()];
  const { page: board } = await newUser();
  await openBoard(board);
  await makeReady(board, number);
  await customer.goto(`/#/${SHOP}/order-history`);
  const code = await digitsOf(customer, number);

  const wrong = drawQr(pickupQrText({ orderNumber: other, code }));
  const right = drawQr(pickupQrText({ orderNumber: number, code }));
  const phone = await withCamera({ sees: [wrong, wrong, wrong, drawNothing(), right] });
  await openBoard(phone);
  await card(phone, number).getByRole('button', { name: 'Mark as Delivered' }).click();
  const dialog = phone.getByRole('dialog', { name: `Hand over order ${number}` });
  await dialog.getByRole('button', { name: 'Scan QR code' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    `This is the QR code of order ${other}. Ask for the one of this order.`,
  );
  await expect(dialog).toHaveCount(0, LIVE);
  await expect(card(phone, number)).toContainText('Delivered');
  await expect(customer.getByRole('group', { name: 'Pickup code' })).toHaveCount(0, LIVE);
});
