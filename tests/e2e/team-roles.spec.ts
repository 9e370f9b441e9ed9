import { newCustomer } from './support/place-orders.ts';
import { openNewShop } from './support/open-shop.ts';
import { becomeMember } from './support/team-member.ts';
import { expect, test } from './support/test.ts';

const PRODUCTS = [{ name: 'Milk', price: 280, stock: 50 }];

test('a helper packs an order and hands it over, sees no other amount, and sees that their role does not include other pages', async ({
  newUser,
}) => {
  const [{ page: owner }, { page: helper }] = [await newUser(), await newUser()];
  const { slug, headers, shopId } = await openNewShop(owner, PRODUCTS);
  const email = await becomeMember(helper, { slug, role: 'helper', headers });
  await helper.goto(`/#/${slug}/login`);
  await expect(helper).toHaveURL(new RegExp(`/${slug}/packing$`));
  await expect(helper.getByText('Nothing to pack.')).toBeVisible();

  const number = await (await newCustomer(owner.request, slug)).order();
  const orders = await owner.request.get(`/api/orders/shop/${shopId}`, { headers, params: { search: number } });
  const [order] = (await orders.json()) as { id: number }[];
  const accept = { headers, data: { status: 'Accepted' } };
  await expect(await owner.request.patch(`/api/orders/${order!.id}/status`, accept)).toBeOK();

  // Arrives without a reload.
  const card = helper.getByRole('article', { name: `Order ${number}` });
  await expect(card).toBeVisible();
  await expect(helper.getByRole('main')).not.toContainText(/₹|\b\d{10}\b/);
  await card.getByRole('checkbox').check();
  await card.getByRole('button', { name: 'Packed' }).click();
  await expect(card.getByText('Collect ₹280.00 in cash')).toBeVisible();
  await card.getByRole('button', { name: 'Hand over' }).click();
  await helper.getByRole('alertdialog').getByRole('button', { name: 'Hand over' }).click();
  await expect(card).toHaveCount(0);

  const places = helper.getByRole('navigation', { name: 'Back office' });
  await places.getByRole('link', { name: 'Products' }).click();
  await expect(helper.getByRole('heading', { name: 'Stock', level: 1 })).toBeVisible();
  await helper.goto(`/#/${slug}/admin/reports`);
  await expect(helper.getByText('Your role in this shop does not include this page.')).toBeVisible();

  // A change of the role reaches the open screen.
  const team = (await (await owner.request.get(`/api/shops/${shopId}/members`, { headers })).json()) as {
    id: number;
    email: string;
  }[];
  const member = team.find((each) => each.email === email);
  const vendor = { headers, data: { role: 'vendor' } };
  await expect(await owner.request.patch(`/api/shops/${shopId}/members/${member!.id}`, vendor)).toBeOK();
  await expect(helper.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible({ timeout: 20_000 });
});
