import { expect } from '@playwright/test';
import { addToCart, chooseTakeaway, toOrder } from './support/actions.ts';
import { deviceThat, findAccount, OPERATOR } from './support/accounts.ts';
import { storeItems } from './support/open-contexts.ts';
import { openSession } from './support/sign-in.ts';
import { test } from './support/test.ts';

test('a new shop is led through its first steps to a test order', async ({ newUser }, testInfo) => {
  test.slow();
  const { page } = await newUser();
  const slug = `first-day-${testInfo.retry}-${Date.now().toString(36)}`;
  const name = `First Day Stores ${Date.now().toString(36)}`;
  const admin = `owner@${slug}.example`;
  const operator = await findAccount(OPERATOR);
  const created = await page.request.post('/api/operator/shops', {
    headers: { authorization: `Bearer ${operator?.authToken}` },
    data: { slug, name, admin_email: admin, minordervalue: 0 },
  });
  expect(created.status()).toBe(201);
  const session = await openSession(page, slug, admin);
  await storeItems(page.context(), deviceThat(session));

  const dashboard = `/#/${slug}/admin/dashboard`;
  const step = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) });
  await page.goto(dashboard);
  await expect(page.getByText('0 of 8 done')).toBeVisible();
  await expect(page.getByText(/No items are low on stock/)).toHaveCount(0);

  // The settings open at the field of the step.
  await page.getByRole('link', { name: 'Put the shop on the map' }).click();
  const pin = page.getByLabel('PIN code', { exact: true });
  await expect(pin).toBeFocused();
  await pin.fill('560011');
  await page.getByRole('button', { name: 'Use the PIN code' }).click();
  await expect(page.getByLabel('Latitude')).not.toHaveValue('');
  await page.getByLabel('Phone', { exact: true }).fill('9000000123');
  await page.getByLabel('Opens').fill('00:00');
  await page.getByLabel('Closes').fill('23:59');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByRole('link', { name: 'First steps: 3 of 8 done' })).toBeVisible();
  await page.getByRole('link', { name: 'First steps: 3 of 8 done' }).click();

  for (const title of ['Put the shop on the map', 'Opening hours', 'Phone number'])
    await expect(step(title).getByText('Done', { exact: true })).toBeVisible();
  for (const title of ['Picture of the shop', 'Payment by UPI', 'Poster with the QR code']) {
    await page.getByRole('button', { name: `Not needed: ${title}` }).click();
    await expect(step(title).getByText('Not needed', { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Close this list' })).toHaveCount(0);

  const headers = { authorization: `Bearer ${session.authToken}` };
  const categories = (await (await page.request.get('/api/categories', { headers })).json()) as {
    children: { id: number }[];
  }[];
  const category = String(categories.flatMap(({ children }) => children)[0]?.id);
  const multipart = { name: 'Curd', category_id: category, price: '30', stock: '5', unit: '500 g' };
  expect((await page.request.post('/api/products', { headers, multipart })).status()).toBe(201);
  await page.reload();
  await expect(page.getByText('1 product is published.')).toBeVisible();
  await expect(page.getByText('Your shop is ready for orders.')).toBeVisible();

  await page.getByRole('link', { name: 'Try an order' }).click();
  await addToCart(page, 'Curd');
  await toOrder(page);
  await chooseTakeaway(page);
  const placed = page.waitForResponse((answer) => answer.url().endsWith('/api/orders') && answer.status() === 201);
  await page.getByRole('button', { name: 'Place Order' }).click();
  const { orderId } = (await (await placed).json()) as { orderId: number };

  await page.goto(dashboard);
  await expect(page.getByText(/has arrived\. Decline it/)).toBeVisible();
  const declined = await page.request.post(`/api/orders/${orderId}/decline`, {
    headers,
    data: { reason: 'other', text: 'A test' },
  });
  expect(declined.ok(), await declined.text()).toBe(true);
  await page.reload();
  await expect(page.getByText('8 of 8 done')).toBeVisible();
  await page.getByRole('button', { name: 'Close this list' }).click();
  await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0);
});
