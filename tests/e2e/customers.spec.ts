import { addToCart, chooseTakeaway } from './support/actions.ts';
import { newCustomer } from './support/place-orders.ts';
import { openOrder } from './support/printer-test.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'malnad-dairy';

// The order that is refused.
test.use({ allowedConsoleErrors: /403 \(Forbidden\).*\/api\/orders$/ });

test('a shop adds a note about a customer, blocks and unblocks them, and the customer sees why they cannot order', async ({
  newUser,
}) => {
  const [{ page: vendor }, { page: customer }] = [await newUser(), await newUser()];
  const email = `blocked-${crypto.randomUUID()}@haat.example`;
  await signIn(customer, SHOP, email);
  await customer.goto(`/#/${SHOP}/products`);
  await addToCart(customer, 'ghee');
  const place = customer.getByRole('button', { name: 'Place Order' });
  const order = async () => {
    await customer.goto(`/#/${SHOP}/order`);
    await chooseTakeaway(customer);
    await place.click();
  };
  await order();
  await expect(customer).toHaveURL(/order-summary/);
  const [number = ''] =
    /H\d{6}/.exec(
      (await customer
        .getByText(/H\d{6}/)
        .first()
        .textContent()) ?? '',
    ) ?? [];

  await signIn(vendor, SHOP, `vendor@${SHOP}.example`);
  await vendor.goto(`/#/${SHOP}/admin/customers`);
  await vendor.getByRole('searchbox').fill(number);
  const found = vendor.getByRole('table').getByRole('link');
  await expect(found).toHaveCount(1);
  await found.click();
  await vendor.getByRole('textbox', { name: 'Private note' }).fill('Wants paper bags');
  await vendor.getByRole('button', { name: 'Save note' }).click();
  await expect(vendor.getByText('Note saved')).toBeVisible();
  await vendor.getByRole('button', { name: 'Block', exact: true }).click();
  await vendor.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(vendor.getByText(/^Blocked since/)).toBeVisible();

  await customer.goto(`/#/${SHOP}/products`);
  await addToCart(customer, 'paneer');
  await order();
  await expect(customer.getByText('This shop does not take orders from your account.').first()).toBeVisible();

  await vendor.getByRole('button', { name: 'Unblock' }).click();
  await expect(vendor.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
  await order();
  await expect(customer).toHaveURL(/order-summary/);
});

test('an order on the board leads to its customer', async ({ newUser }) => {
  const { page } = await newUser();
  const { order } = await newCustomer(page.request, SHOP);
  const number = await order();
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  await page.goto(`/#/${SHOP}/shop-orders?search=${number}`);
  await openOrder(page);
  await page.getByRole('link', { name: 'Show customer' }).click();
  await expect(
    page.getByRole('region', { name: 'Orders at your shop' }).getByRole('link', { name: number }),
  ).toBeVisible();
});
