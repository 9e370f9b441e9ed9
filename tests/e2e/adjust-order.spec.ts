import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { ProductView } from '../../contract/api/products.ts';
import { expectAccessible } from './support/accessibility.ts';
import { deviceThat } from './support/accounts.ts';
import { storeItems } from './support/open-contexts.ts';
import { openSession, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'ganesh-kirana';
const LIVE = { timeout: 15_000 };

const card = (page: Page, number: string) => page.getByRole('article', { name: new RegExp(`${number}$`) });

type Sold = { id: string; name: string; price: number; unit: string | null };

/** Variants of the shop whose products have one, by price: with stock, and names that are not part of each other's. */
async function soldByPrice(page: Page): Promise<Sold[]> {
  const shop = (await (await page.request.get(`/api/shops/${SHOP}`)).json()) as { id: number };
  const products = (await (await page.request.get(`/api/products?shopId=${shop.id}`)).json()) as ProductView[];
  return products
    .filter(
      ({ variants, name }) => variants.length === 1 && products.filter((each) => each.name.includes(name)).length === 1,
    )
    .flatMap(({ id, name, variants }) =>
      variants
        .filter(({ stock }) => stock > 10)
        .map(({ price, size, color, unit }) => ({
          id: [id, ...[size, color, unit].map((part) => part?.id ?? 0)].join('-'),
          name,
          price,
          unit: unit?.name ?? null,
        })),
    )
    .toSorted((a, b) => a.price - b.price);
}

type Choice = 'call_me' | 'replace' | 'leave_out';

/** A vendor at the board, and a customer with an accepted order of these lines on the page of the orders. */
async function openBoth(newUser: () => Promise<{ page: Page }>, choice: Choice, pick: (sold: Sold[]) => Sold[]) {
  const [{ page: vendor }, { page: customer }] = [await newUser(), await newUser()];
  await signIn(vendor, SHOP, `vendor@${SHOP}.example`);
  await vendor.goto(`/#/${SHOP}/shop-orders`);
  await expect(vendor.getByText('Live', { exact: true })).toBeVisible();
  const session = await openSession({ request: customer.request }, SHOP, `customer-${randomUUID()}@haat.example`);
  await storeItems(customer.context(), deviceThat(session));
  const sold = await soldByPrice(customer);
  const lines = pick(sold);
  const answer = await customer.request.post('/api/orders', {
    headers: { authorization: `Bearer ${session.authToken}`, 'idempotency-key': randomUUID() },
    data: {
      items: lines.map(({ id, price }) => ({ id, price, quantity: 2 })),
      total: lines.reduce((sum, { price }) => sum + Math.round(price * 200), 0) / 100,
      address: null,
      paymentMethod: 'cod',
      takeaway: true,
      if_unavailable: choice,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { orderNumber: number } = (await answer.json()) as { orderNumber: string };
  await card(vendor, number).getByRole('button', { name: 'Mark as Accepted' }).click(LIVE);
  await customer.goto(`/#/${SHOP}/order-history`);
  await expect(card(vendor, number).getByRole('button', { name: 'Change items' })).toBeVisible(LIVE);
  return { vendor, customer, number, sold, lines };
}

const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`;
const lineIn = (dialog: Locator, { name }: Sold) => dialog.getByRole('group', { name: new RegExp(`× ${name}`) });

async function openDialog(vendor: Page, number: string): Promise<Locator> {
  await card(vendor, number).getByRole('button', { name: 'Change items' }).click();
  return vendor.getByRole('dialog', { name: `Change the items of order ${number}` });
}

const cheapest = (sold: Sold[]): Sold[] => sold.slice(0, 2);
const last = (sold: Sold[]): Sold => sold.at(-1)!;

test('the shop asks, the customer accepts one line and refuses the other, and both read it at once', async ({
  newUser,
}) => {
  const { vendor, customer, number, sold, lines } = await openBoth(newUser, 'call_me', cheapest);
  const [first, second] = lines as [Sold, Sold];
  const dear = last(sold);
  const dialog = await openDialog(vendor, number);
  await lineIn(dialog, first).getByRole('button', { name: 'Replace' }).click();
  await dialog.getByRole('searchbox').fill(dear.name);
  await dialog.getByRole('list', { name: 'Products found' }).getByRole('button').first().click();
  await lineIn(dialog, second).getByRole('button', { name: 'Leave out' }).click();
  await expectAccessible(vendor);
  await dialog.getByRole('button', { name: 'Ask the customer' }).click();
  await expect(card(vendor, number).getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/);
  await expect(card(vendor, number).getByRole('button', { name: /Mark as/ })).toHaveCount(0);

  const question = card(customer, number).getByRole('region', { name: /asks about your order/ });
  await expect(question.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/, LIVE);
  await expectAccessible(customer);
  await question
    .getByRole('group', { name: new RegExp(dear.name) })
    .getByRole('radio', { name: 'Take it' })
    .check();
  await question.getByRole('radio', { name: 'I want it, call me' }).check();
  const total = dear.price * 2 + second.price * 2;
  await expect(question.getByText('New total').locator('..')).toContainText(rupees(total));
  await question.getByRole('button', { name: 'Send answer' }).click();

  await expect(question).toHaveCount(0, LIVE);
  await expect(card(customer, number).getByRole('region', { name: 'Items changed' })).toContainText('Revision 2');
  await expect(card(vendor, number)).toContainText('The customer has answered', LIVE);
  await expect(card(vendor, number)).toContainText(`Stays as ordered: 2 × ${second.name}`);
  await expect(card(vendor, number)).toContainText(rupees(total));
  await expect(card(vendor, number).getByRole('button', { name: 'Mark as Ready for pickup' })).toBeVisible();
});

test('what the customer chose is applied at once, and shown with what was ordered first', async ({ newUser }) => {
  const { vendor, customer, number, lines } = await openBoth(newUser, 'leave_out', cheapest);
  const [first, second] = lines as [Sold, Sold];
  const dialog = await openDialog(vendor, number);
  await expect(dialog).toContainText('If something is missing: leave it out');
  await lineIn(dialog, first).getByRole('button', { name: 'Leave out' }).click();
  await lineIn(dialog, second).getByRole('button', { name: 'Fewer' }).click();
  await dialog.getByRole('button', { name: 'Change the order' }).click();
  const changes = card(customer, number).getByRole('region', { name: 'Items changed' });
  await expect(changes).toContainText(`2 × ${first.name}`, LIVE);
  await expect(changes).toContainText('Left out');
  await expect(changes).toContainText(rupees(second.price));
  await expect(card(vendor, number).getByRole('region', { name: 'Items changed' })).toContainText('Revision 2', LIVE);
  await expectAccessible(customer);
  await expectAccessible(vendor);
});

test('the time runs by the clock of the server, and ends', async ({ newUser }) => {
  const { vendor, customer, number, lines } = await openBoth(newUser, 'replace', cheapest);
  // The phone is three hours ahead.
  await customer.clock.install({ time: Date.now() + 3 * 3_600_000 });
  await customer.reload();
  const dialog = await openDialog(vendor, number);
  await lineIn(dialog, lines[0]!).getByRole('button', { name: 'Leave out' }).click();
  await dialog.getByRole('button', { name: 'Ask the customer' }).click();
  const question = card(customer, number).getByRole('region', { name: /asks about your order/ });
  await expect(question.getByRole('timer')).toHaveText(/^(10:0\d|9:\d\d)$/, LIVE);
  await customer.clock.fastForward('11:00');
  await expect(question).toContainText('The time to answer is over.');
  await expect(question.getByRole('button', { name: 'Send answer' })).toBeDisabled();

  await card(vendor, number).getByRole('button', { name: 'Withdraw' }).click();
  await expect(question).toHaveCount(0, LIVE);
  await expect(card(vendor, number).getByRole('button', { name: 'Mark as Ready for pickup' })).toBeVisible(LIVE);
});

test('in Hindi, both sides read and answer', async ({ newUser }) => {
  const { vendor, customer, number, lines } = await openBoth(newUser, 'call_me', cheapest);
  for (const page of [vendor, customer]) {
    await page.evaluate(() => localStorage.setItem('language', 'hi'));
    await page.reload();
  }
  await card(vendor, number).getByRole('button', { name: 'सामान बदलें' }).click(LIVE);
  const dialog = vendor.getByRole('dialog');
  await expect(dialog).toContainText('कुछ न हो तो: ग्राहक को फ़ोन करें');
  await dialog.getByRole('group').nth(0).getByRole('button', { name: 'हटाएँ' }).click();
  await dialog.getByRole('button', { name: 'ग्राहक से पूछें' }).click();
  const question = card(customer, number).getByRole('region', { name: /पूछ रही है/ });
  await question.getByRole('radio', { name: 'हटा दें' }).check(LIVE);
  await question.getByRole('button', { name: 'जवाब भेजें' }).click();
  const changes = card(customer, number).getByRole('region', { name: 'सामान बदला गया' });
  await expect(changes).toContainText('हटाया गया', LIVE);
  await expect(changes).toContainText(rupees(lines[1]!.price * 2));
  await expect(card(vendor, number)).toContainText('ग्राहक ने जवाब दिया', LIVE);
});
