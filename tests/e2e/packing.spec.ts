import { newCustomer } from './support/place-orders.ts';
import { openNewShop } from './support/open-shop.ts';
import { expect, test } from './support/test.ts';

test('an order is packed line by line on a second screen, which shows no money and no phone number', async ({
  newUser,
}) => {
  const { page } = await newUser();
  const { slug, headers, shopId } = await openNewShop(page, [
    { name: 'Milk', price: 28, stock: 50 },
    { name: 'Bread', price: 45.5, stock: 50 },
  ]);
  const customer = await newCustomer(page.request, slug);
  const number = await customer.order();
  const [order] = (await (
    await page.request.get(`/api/orders/shop/${shopId}`, { headers, params: { search: number } })
  ).json()) as { id: number }[];
  const status = `/api/orders/${order!.id}/status`;
  await expect(await page.request.patch(status, { headers, data: { status: 'Accepted' } })).toBeOK();

  await page.goto(`/#/${slug}/packing`);
  const card = page.getByRole('article', { name: `Order ${number}` });
  await expect(card.getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByRole('main')).not.toContainText('₹');
  await expect(page.getByRole('main')).not.toContainText(/\b\d{10}\b/);
  const line = await card.getByRole('listitem').first().boundingBox();
  expect(line!.height).toBeGreaterThanOrEqual(44);

  // Ticks survive a reload, and the keys 1 to 9 tick lines of the card in focus.
  await card.getByRole('checkbox').check();
  await page.reload();
  await expect(card.getByRole('checkbox')).toBeChecked();
  await card.focus();
  await page.keyboard.press('1');
  await expect(card.getByRole('checkbox')).not.toBeChecked();

  // Packed: a takeaway is ready for its customer.
  await card.getByRole('button', { name: 'Packed' }).click();
  await expect(card.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(card).toHaveCount(0, { timeout: 15_000 });
  const answer = await page.request.get(`/api/orders/shop/${shopId}`, { headers, params: { search: number } });
  expect((await answer.json()) as unknown).toMatchObject([{ order_status: 'Ready' }]);
});
