import type { Page } from '@playwright/test';
import { enterCode, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'malnad-dairy';

test('a customer orders, the shop advances the order live, and the customer sees each status', async ({
  newUser,
}, testInfo) => {
  const { page: vendor } = await newUser();
  const { page: customer } = await newUser();

  await signIn(vendor, SHOP, `vendor@${SHOP}.example`);
  await vendor.goto(`/#/${SHOP}/shop-orders`);
  const board = vendor.getByRole('main');
  await expect(board.getByRole('article').first()).toBeVisible();

  await findShop(customer);
  await fillCart(customer);
  await customer.getByRole('link', { name: 'View Cart' }).click();
  await expect(customer.getByRole('heading', { level: 1 })).toBeVisible();

  await customer.getByRole('button', { name: 'Place Order' }).click();
  await expect(customer).toHaveURL(/\/login\?redirect=/);
  await enterCode(customer, `golden-${testInfo.project.name}-${testInfo.retry}@haat.example`);
  await expect(customer).toHaveURL(new RegExp(`/${SHOP}/order$`));

  await addAddress(customer);
  await customer.getByText('Cash on delivery').click();
  await customer.getByRole('button', { name: 'Place Order' }).click();
  await expect(customer).toHaveURL(/order-summary/);
  const placed = customer
    .getByRole('main')
    .getByText(/H\d{6}/)
    .first();
  const number = /H\d{6}/.exec(await placed.innerText())?.[0] ?? 'no order number';

  const ticket = board.getByRole('article').filter({ hasText: number });
  await expect(ticket).toBeVisible({ timeout: 10_000 });
  // By key: a ticket takes no tap in the moment in which it comes.
  await vendor.getByRole('button', { name: `More for order ${number}` }).press('Enter');
  await expect(vendor.getByRole('dialog')).toContainText('9876543210');
  await vendor.keyboard.press('Escape');

  await customer.goto(`/#/${SHOP}/order-history`);
  const order = customer.getByRole('article').filter({ hasText: number });
  await expect(order).toContainText('Waiting for the shop');
  for (const [step, label] of STEPS) {
    await ticket.getByRole('button', { name: step }).click();
    await expect(order.getByText(label, { exact: true }).first()).toBeVisible({ timeout: 10_000 });
  }
  await vendor.goto(`/#/${SHOP}/shop-orders?tab=done`);
  await expect(ticket).toContainText('Delivered');
  await expect(ticket.getByRole('button', { name: /^Mark as/ })).toHaveCount(0);
});

const STEPS = [
  ['Mark as Accepted', 'Accepted'],
  ['Mark as Order on the way', 'Order on the way'],
  ['Mark as Delivered', 'Delivered'],
] as const;

async function findShop(customer: Page): Promise<void> {
  await customer.goto('/');
  await expect(customer).toHaveURL(/#\/haat\/dashboard/);
  await customer.getByLabel('Search products and shops').fill('malnad');
  await customer
    .getByRole('main')
    .getByRole('link', { name: /Malnad Dairy/ })
    .filter({ visible: true })
    .last()
    .click();
  await expect(customer.getByRole('heading', { name: 'Explore Fresh Picks' })).toBeVisible();
}

async function fillCart(customer: Page): Promise<void> {
  const add = customer.getByRole('article').filter({ hasText: 'ghee' }).first();
  await add.getByRole('button', { name: /^Add/ }).click();
  await expect(customer.getByRole('link', { name: 'View Cart' })).toBeVisible();
}

async function addAddress(customer: Page): Promise<void> {
  await customer.getByRole('button', { name: 'Add Address' }).click();
  await customer.getByLabel('Name').fill('Golden Path');
  await customer.getByLabel(/street/i).fill('12, 3rd Cross, Jayanagar');
  await customer.getByLabel('City').fill('Bengaluru');
  await customer.getByLabel('PIN code').fill('560011');
  await customer.getByLabel('Phone').fill('1234');
  await customer.getByRole('button', { name: 'Save Address' }).click();
  await expect(
    customer.getByText('Please fill all fields correctly. Phone must be 10 digits starting with 6-9.'),
  ).toBeVisible();
  await customer.getByLabel('Phone').fill('9876543210');
  await customer.getByRole('button', { name: 'Save Address' }).click();
  await expect(customer.getByRole('button', { name: 'Save Address' })).toHaveCount(0);
}
