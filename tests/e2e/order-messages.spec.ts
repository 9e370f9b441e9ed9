import { randomUUID } from 'node:crypto';
import { openMenu } from './support/actions.ts';
import { linesOnSale } from './support/place-orders.ts';
import { mailsTo, openSession, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';

/** Whose orders no other test counts. */
const SHOP = 'cauvery-textiles';

test('a customer gets the receipt by mail, sees the status in the notifications, and prints the invoice', async ({
  page,
  request,
}) => {
  const email = `messages-${randomUUID()}@haat.example`;
  await signIn(page, SHOP, email);
  await page.goto('/#/notifications');
  await expect(page.getByText(/^No notifications yet/)).toBeVisible();

  const [line] = await linesOnSale(request, SHOP);
  const headers = await page.evaluate(() => ({ authorization: `Bearer ${localStorage.getItem('authToken')}` }));
  const body = { items: [line], total: line!.price, address: null, paymentMethod: 'cod', takeaway: true };
  const placed = await request.post('/api/orders', { headers, data: body });
  const { orderId, orderNumber } = (await placed.json()) as { orderId: number; orderNumber: string };
  await expect.poll(async () => (await mailsTo(page, email)).join('\n')).toContain(`Order ${orderNumber}`);
  const [receipt = ''] = await mailsTo(page, email);
  expect(receipt).toContain(`/#/${SHOP}/orders/${orderId}/invoice`);

  const { authToken } = await openSession(page, SHOP, `vendor@${SHOP}.example`);
  const accepted = await request.patch(`/api/orders/${orderId}/status`, {
    headers: { authorization: `Bearer ${authToken}` },
    data: { status: 'Accepted' },
  });
  await expect(accepted).toBeOK();
  const row = page.getByRole('listitem').filter({ hasText: `Order ${orderNumber}` });
  await expect(row).toContainText('Accepted');
  // Notifications that were on the screen count as read.
  await page.goto(`/#/${SHOP}/products`);
  await openMenu(page, textsOf('en'));
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();

  await page.goto(`/#/${SHOP}/order-history`);
  await page.getByRole('link', { name: `Invoice of order ${orderNumber}` }).click();
  await page.getByRole('article', { name: `Invoice of order ${orderNumber}` }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print invoice' })).toBeHidden();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
