import type { Locator, Page } from '@playwright/test';
import type { ProductView } from '../../contract/catalog/products.calls.ts';
import { orderedGrams } from '../../contract/orders/adjustment.ts';
import { expectAccessible } from './support/accessibility.ts';
import { type CounterAndCustomer, LIVE, openCounterAndCustomer, pressUntil } from './support/counter-and-customer.ts';
import { letTimePass } from './support/let-time-pass.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'ganesh-kirana';
const SHOP_NAME = 'Ganesh Kirana';

type Sold = { id: string; name: string; price: number; unit: string };

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
          unit: unit?.name ?? '',
        })),
    )
    .toSorted((a, b) => a.price - b.price);
}

type Choice = 'call_me' | 'replace' | 'leave_out';

/** A vendor at the board, and a customer with an accepted order of these lines on the page of the orders. */
async function openBoth(newUser: () => Promise<{ page: Page }>, choice: Choice, pick: (sold: Sold[]) => Sold[]) {
  const both = await openCounterAndCustomer(newUser, SHOP);
  const { counter, customer, t, card, markAs } = both;
  const sold = await soldByPrice(customer);
  const lines = pick(sold).toSorted((a, b) => productOf(a) - productOf(b));
  const number = await both.order({
    items: lines.map(({ id, price }) => ({ id, price, quantity: 2 })),
    total: lines.reduce((sum, { price }) => sum + Math.round(price * 200), 0) / 100,
    if_unavailable: choice,
  });
  await markAs(number, 'status.accepted');
  await customer.goto(`/#/${SHOP}/order-history`);
  await expect(card(counter, number).getByRole('checkbox').first()).toBeVisible(LIVE);
  const openDialog = async () => {
    await (await both.more(number)).getByRole('button', { name: t('adjust.open') }).click();
    return counter.getByRole('dialog', { name: t('adjust.title', { number }) });
  };
  return { ...both, number, sold, lines, openDialog, changesOn: changesOn(both, number) };
}

/** What an order was changed to, as both sides read it. */
const changesOn =
  ({ card, t }: CounterAndCustomer, number: string) =>
  (page: Page) =>
    card(page, number).getByRole('group', { name: t('adjust.changed') });

const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`;
/** Lines are found by their position, in the order of their products: their names depend on the language. */
const lineIn = (dialog: Locator, index: number) => dialog.getByRole('group', { name: /^\d+ × / }).nth(index);

const productOf = ({ id }: Sold): number => Number(id.split('-')[0]);

const TEN_MINUTES = /^(10:0\d|9:\d\d)$/;

const cheapest = (sold: Sold[]): Sold[] => sold.slice(0, 2);

test('the shop asks, the customer accepts one line and refuses the other, and both read it at once', async ({
  newUser,
}) => {
  const { counter, customer, t, card, number, sold, lines, openDialog, changesOn } = await openBoth(
    newUser,
    'call_me',
    cheapest,
  );
  const dear = sold.at(-1)!;
  const dialog = await openDialog();
  await lineIn(dialog, 0)
    .getByRole('button', { name: t('adjust.kind.replace') })
    .click();
  await dialog.getByRole('searchbox').fill(dear.name);
  await dialog
    .getByRole('list', { name: t('adjust.found') })
    .getByRole('button')
    .first()
    .click();
  await lineIn(dialog, 1)
    .getByRole('button', { name: t('adjust.kind.leave_out') })
    .click();
  await expectAccessible(counter);
  await dialog.getByRole('button', { name: t('adjust.ask') }).click();
  await expect(card(counter, number).getByRole('timer')).toHaveText(TEN_MINUTES);
  await expect(card(counter, number).locator('[data-advance]')).toHaveCount(0);

  const question = card(customer, number).getByRole('group', { name: t('adjust.question', { shop: SHOP_NAME }) });
  await expect(question.getByRole('timer')).toHaveText(TEN_MINUTES, LIVE);
  await expectAccessible(customer);
  await question.getByRole('radio', { name: t('adjust.yes.take') }).check();
  await question.getByRole('radio', { name: t('adjust.no.keep') }).check();
  const total = rupees(dear.price * 2 + lines[1]!.price * 2);
  await expect(question.getByText(t('adjust.total')).locator('..')).toContainText(total);
  await question.getByRole('button', { name: t('adjust.answer') }).click();

  await expect(question).toHaveCount(0, LIVE);
  await expect(changesOn(customer)).toContainText(t('adjust.changed'));
  await expect(card(counter, number)).toContainText(t('adjust.state.answered'), LIVE);
  await expect(card(counter, number)).toContainText(t('adjust.kept', { lines: '2 × ' }).trim());
  await expect(card(counter, number)).toContainText(total);
  await expect(card(counter, number).locator('[data-advance]')).toBeVisible();
});

test('an item is added once the customer says yes, with one total on both screens and on the receipt', async ({
  newUser,
}) => {
  const both = await openBoth(newUser, 'replace', cheapest);
  const { counter, customer, t, card, number, sold, lines, openDialog, changesOn } = both;
  const extra = sold.at(-1)!;
  const total = rupees(lines.reduce((sum, { price }) => sum + price * 2, extra.price * 2));
  const dialog = await openDialog();
  await dialog.getByRole('button', { name: t('adjust.addItem') }).press('Enter');
  await counter.keyboard.type(extra.name);
  await dialog
    .getByRole('list', { name: t('adjust.found') })
    .getByRole('button')
    .first()
    .press('Enter');
  const added = dialog.getByRole('list', { name: t('adjust.addedItems') });
  await added.getByText('+', { exact: true }).press('Enter');
  await expect(added).toContainText(rupees(extra.price * 2));
  await expect(dialog.getByText(t('adjust.total')).locator('..')).toContainText(total);
  await expectAccessible(counter);
  await dialog.getByRole('button', { name: t('adjust.ask') }).press('Enter');

  const question = card(customer, number).getByRole('group', { name: t('adjust.question', { shop: SHOP_NAME }) });
  await expect(question).toContainText(t('adjust.otherwise.added'), LIVE);
  await question.getByRole('radio', { name: t('adjust.yes.add') }).check();
  await expect(question.getByText(t('adjust.total')).locator('..')).toContainText(total);
  await expectAccessible(customer);
  await question.getByRole('button', { name: t('adjust.answer') }).click();

  await expect(changesOn(customer)).toContainText(t('adjust.added', { line: '2 × ' }).trim(), LIVE);
  await expect(card(customer, number)).toContainText(total);
  await expect(card(counter, number)).toContainText(total, LIVE);
  await expect(card(counter, number).locator('[data-advance]')).toBeVisible();
  await expectAccessible(counter);
  expect(await receiptOf(both, number)).toContain(total.slice(1));
});

/** The receipt of an order as the print dialog gets it. */
async function receiptOf({ counter, more, t }: CounterAndCustomer, number: string): Promise<string> {
  const printed = counter.evaluate(() => new Promise<void>((resolve) => void (window.print = () => resolve())));
  const button = (await more(number)).getByRole('button', { name: t('receipts.printNamed', { number }) });
  await pressUntil(button, () => printed);
  await counter.emulateMedia({ media: 'print' });
  return counter.locator('body').innerText();
}

test('what the customer chose is applied at once, and shown with what was ordered first', async ({ newUser }) => {
  const { counter, customer, t, lines, openDialog, changesOn } = await openBoth(newUser, 'leave_out', cheapest);
  const dialog = await openDialog();
  await expect(dialog).toContainText(t('adjust.wants.leave_out'));
  await lineIn(dialog, 0)
    .getByRole('button', { name: t('adjust.kind.leave_out') })
    .click();
  await lineIn(dialog, 1)
    .getByRole('button', { name: t('adjust.kind.fewer') })
    .click();
  await dialog.getByRole('button', { name: t('adjust.apply') }).click();
  await expect(changesOn(customer)).toContainText(t('adjust.leftOut'), LIVE);
  await expect(changesOn(customer)).toContainText(rupees(lines[1]!.price));
  await expect(changesOn(counter)).toContainText(t('adjust.changed'), LIVE);
  await expectAccessible(customer);
  await expectAccessible(counter);
});

test('what is sold by weight is weighed, and costs what was packed', async ({ newUser }) => {
  const { counter, customer, t, lines, openDialog, changesOn } = await openBoth(newUser, 'call_me', (sold) =>
    sold.filter(({ unit }) => orderedGrams({ unit, quantity: 2 })).slice(0, 1),
  );
  const [{ price, unit }] = lines as [Sold];
  const grams = Math.round((orderedGrams({ unit, quantity: 2 }) ?? 0) * 0.95);
  const dialog = await openDialog();
  await lineIn(dialog, 0)
    .getByRole('button', { name: t('adjust.kind.weight') })
    .click();
  await dialog.getByLabel(t('adjust.weight')).fill(String(grams));
  await dialog.getByRole('button', { name: t('adjust.apply') }).click();
  await expect(changesOn(customer)).toContainText(rupees(Math.floor(price * 2 * 95) / 100), LIVE);
  await expect(changesOn(counter)).toContainText(t('adjust.changed'), LIVE);
});

test('an unanswered proposal ends by the clock of the server, and the choice made at checkout applies', async ({
  newUser,
}) => {
  const { counter, customer, t, card, number, openDialog, changesOn } = await openBoth(newUser, 'replace', cheapest);
  // The customer's device is three hours ahead.
  await customer.clock.install({ time: Date.now() + 3 * 3_600_000 });
  await customer.reload();
  const dialog = await openDialog();
  await lineIn(dialog, 0)
    .getByRole('button', { name: t('adjust.kind.leave_out') })
    .click();
  await dialog.getByRole('button', { name: t('adjust.ask') }).click();
  const question = card(customer, number).getByRole('group', { name: t('adjust.question', { shop: SHOP_NAME }) });
  await expect(question.getByRole('timer')).toHaveText(TEN_MINUTES, LIVE);
  await customer.clock.fastForward('11:00');
  await expect(question).toContainText(t('adjust.timeOver'));
  await expect(question.getByRole('button', { name: t('adjust.answer') })).toBeDisabled();

  await letTimePass(number, 11);
  await expect(card(counter, number)).toContainText(t('adjust.state.unanswered'), { timeout: 30_000 });
  await expect(changesOn(counter)).toContainText(t('adjust.leftOut'));
  await expect(card(counter, number).locator('[data-advance]')).toBeVisible();
});

test('a proposal is withdrawn, and the order continues unchanged', async ({ newUser }) => {
  const { counter, customer, t, card, number, openDialog, changesOn } = await openBoth(newUser, 'call_me', cheapest);
  const dialog = await openDialog();
  await lineIn(dialog, 0)
    .getByRole('button', { name: t('adjust.kind.leave_out') })
    .click();
  await dialog.getByRole('button', { name: t('adjust.ask') }).click();
  const question = card(customer, number).getByRole('group', { name: t('adjust.question', { shop: SHOP_NAME }) });
  await expect(question).toBeVisible(LIVE);
  const withdraw = card(counter, number).getByRole('button', { name: t('adjust.withdraw') });
  await pressUntil(withdraw, () => expect(withdraw).toBeHidden({ timeout: 2000 }));
  await expect(question).toHaveCount(0, LIVE);
  await expect(card(counter, number).locator('[data-advance]')).toBeVisible(LIVE);
  await expect(changesOn(counter)).toHaveCount(0);
});
