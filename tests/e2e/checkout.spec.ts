import { expectAccessible } from './support/accessibility.ts';
import { addToCart } from './support/actions.ts';
import { enterCode, signIn } from './support/sign-in.ts';
import { pressUntil } from './support/counter-and-customer.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'malnad-dairy';
const NOTE = 'Please pack the ghee in paper.';

test('the note and the pickup contact survive the login, reach the shop, and are saved in the profile', async ({
  newUser,
}) => {
  const { page: vendor } = await newUser();
  const { page: customer } = await newUser();
  await signIn(vendor, SHOP, `vendor@${SHOP}.example`);
  await vendor.goto(`/#/${SHOP}/shop-orders`);

  await customer.goto(`/#/${SHOP}/products`);
  await addToCart(customer, 'ghee');
  await customer.goto(`/#/${SHOP}/order`);
  await customer.getByRole('radio', { name: 'Takeaway' }).check();
  await customer.getByLabel('Note for the shop').fill(NOTE);
  await customer.getByLabel('Name').fill('Test Neighbour');
  await customer.getByRole('button', { name: 'Place Order' }).click();
  await enterCode(customer, `checkout-${crypto.randomUUID()}@haat.example`);
  await expect(customer).toHaveURL(new RegExp(`/${SHOP}/order$`));
  await expect(customer.getByLabel('Note for the shop')).toHaveValue(NOTE);

  await customer.getByRole('radio', { name: 'Takeaway' }).check();
  await customer.getByRole('button', { name: 'Place Order' }).click();
  await expect(customer.getByText('Enter your name and a 10-digit mobile number.')).toBeInViewport({ ratio: 1 });
  await expect(customer.getByLabel('Mobile')).toBeFocused();
  await expectAccessible(customer);
  await customer.keyboard.type('9876543210');
  await customer.getByRole('button', { name: 'Place Order' }).click();
  await expect(customer).toHaveURL(/order-summary$/);
  await expect(customer.getByText(`Note: ${NOTE}`)).toBeVisible();
  const number = /H\d{6}/.exec(await customer.getByRole('main').innerText())?.[0] ?? 'no order number';

  const card = vendor.getByRole('article').filter({ hasText: number });
  await expect(card.getByText(`Note: ${NOTE}`)).toBeVisible({ timeout: 10_000 });
  const sheet = vendor.getByRole('dialog', { name: `Order ${number}`, exact: true });
  await pressUntil(vendor.getByRole('button', { name: `More for order ${number}` }), () =>
    expect(sheet).toBeVisible({ timeout: 1000 }),
  );
  await expect(sheet).toContainText('Test Neighbour');
  await expect(sheet.getByRole('link', { name: /9876543210/ })).toBeVisible();

  await customer.goto(`/#/${SHOP}/order-history`);
  await expect(customer.getByRole('article').filter({ hasText: number })).toContainText(NOTE);
  await customer.getByRole('button', { name: `Order again: Order ${number}` }).click();
  await expect(customer.getByLabel('Note for the shop')).toHaveValue('');
  await customer.getByRole('radio', { name: 'Takeaway' }).check();
  await expect(customer.getByLabel('Mobile')).toHaveValue('9876543210');
  await expect(customer.getByLabel('Name')).toHaveValue('Test Neighbour');
});
