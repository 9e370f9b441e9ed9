import type { Page } from '@playwright/test';
import { addToCart, chooseTakeaway } from './support/actions.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'malnad-dairy';

test('an address in another city is refused at its choice and by the server, and takeaway works', async ({
  quietPage: page,
}) => {
  await signIn(page, SHOP, `too-far-${crypto.randomUUID()}@haat.example`);
  await page.goto(`/#/${SHOP}/products`);
  await page.getByRole('link', { name: 'Check delivery' }).click();
  await addAddress(page, { pin: '110001', city: 'New Delhi' });
  await page.goto(`/#/${SHOP}/products`);
  await expect(page.getByText('Too far for delivery: pick up')).toBeVisible();

  await addToCart(page, 'ghee');
  await page.goto(`/#/${SHOP}/order`);
  const place = page.getByRole('button', { name: 'Place Order' });
  await expect(page.getByText('Too far for delivery', { exact: true })).toBeVisible();
  await expect(place).toBeDisabled();
  expect(await orderAtServer(page)).toMatchObject({ status: 422, code: 'out_of_delivery_area' });

  await page.getByRole('button', { name: 'Edit Address' }).click();
  const popup = page.getByRole('dialog', { name: 'Delivery address' });
  await expect(popup.getByRole('radio')).toBeDisabled();
  await popup.getByRole('button', { name: 'Choose takeaway' }).click();
  await expect(popup).toHaveCount(0);
  await chooseTakeaway(page);
  await place.click();
  await expect(page).toHaveURL(/order-summary/);
});

test('an address is labelled, deleted and restored', async ({ quietPage: page }) => {
  await signIn(page, SHOP, `addresses-${crypto.randomUUID()}@haat.example`);
  await page.goto(`/#/${SHOP}/address`);
  await addAddress(page, { pin: '560011', city: 'Bengaluru', label: 'Home' });
  await addAddress(page, { pin: '560041', city: 'Bengaluru', label: 'Work' });
  await expect(page.getByText('Work, 12, 3rd Cross, Bengaluru 560041')).toBeVisible();

  await page.getByRole('button', { name: 'Edit Address' }).click();
  const popup = page.getByRole('dialog', { name: 'Delivery address' });
  await expect(popup.getByRole('radio')).toHaveCount(2);
  await popup
    .getByRole('button', { name: /^Delete address/ })
    .last()
    .click();
  await expect(popup.getByRole('radio')).toHaveCount(1);
  await popup.getByRole('button', { name: 'Undo' }).click();
  await expect(popup.getByRole('radio', { name: /Work/ })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Work, 12, 3rd Cross, Bengaluru 560041')).toBeVisible();
});

type Address = { pin: string; city: string; label?: string };

/** Adds an address whose city is filled in by its PIN code. */
async function addAddress(page: Page, { pin, city, label }: Address): Promise<void> {
  const open = page.getByRole('button', { name: /^(Add|Edit) Address$/ });
  await open.first().click();
  const popup = page.getByRole('dialog', { name: 'Delivery address' });
  const form = popup.getByLabel('PIN code');
  await popup.getByRole('heading').waitFor();
  if ((await popup.getByRole('radio').count()) > 0) await popup.getByRole('button', { name: 'Add Address' }).click();
  await form.fill(pin);
  await expect(popup.getByLabel('City')).toHaveValue(city);
  await popup.getByLabel('Name').fill('Test Customer');
  await popup.getByLabel(/street/i).fill('12, 3rd Cross');
  await popup.getByLabel('Phone').fill('9876543210');
  if (label) await popup.getByRole('button', { name: label, exact: true }).click();
  await popup.getByRole('button', { name: 'Save Address' }).click();
  await expect(popup).toHaveCount(0);
}

/** Sends the cart of the page as a delivery to the first address, past the screen. */
async function orderAtServer(page: Page): Promise<{ status: number; code: string }> {
  const stored = new Map(await page.evaluate(() => Object.entries(localStorage) as [string, string][]));
  const headers = { authorization: `Bearer ${stored.get('authToken')}` };
  const [address] = (await (await page.request.get('/api/address', { headers })).json()) as { id: number }[];
  const [, cart = '{}'] = [...stored].find(([key]) => key.startsWith('cart_') && key.endsWith(SHOP)) ?? [];
  const items = Object.values(JSON.parse(cart) as Record<string, { price: number; quantity: number }>);
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const data = { items, total, address: { id: address?.id }, paymentMethod: 'cod', takeaway: false };
  const answer = await page.request.post('/api/orders', { headers, data });
  return { status: answer.status(), code: ((await answer.json()) as { code: string }).code };
}
